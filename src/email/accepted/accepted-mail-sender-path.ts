import { Injectable } from '@nestjs/common';
import { PathResources } from '../../common/auth/path-resources';
import { AcceptedMailSendersRepository } from './accepted-mail-senders.repository';

/** The accepted sender of a path, in the workspace of the path. */
@Injectable()
export class AcceptedMailSenderPath {
  constructor(resources: PathResources, senders: AcceptedMailSendersRepository) {
    resources.register('mailSenderId', async (id, { scope }) => scope !== null && senders.exists(scope, id));
  }
}
