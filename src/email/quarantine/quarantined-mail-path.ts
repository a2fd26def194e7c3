import { Injectable } from '@nestjs/common';
import { PathResources } from '../../common/auth/path-resources';
import { QuarantineRepository } from './quarantine.repository';

/** The quarantined mail of a path, to an agent that the caller sees. */
@Injectable()
export class QuarantinedMailPath {
  constructor(resources: PathResources, mails: QuarantineRepository) {
    resources.register('inboundMailId', async (id, { scope }) => scope !== null && mails.exists(scope, id));
  }
}
