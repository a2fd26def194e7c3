import { Injectable } from '@nestjs/common';
import { PathResources } from '../../common/auth/path-resources';
import { QuarantineRepository } from './quarantine.repository';

/** The quarantined email in a path, for an agent that the caller can see. */
@Injectable()
export class QuarantinedMailPath {
  constructor(resources: PathResources, mails: QuarantineRepository) {
    resources.register('inboundMailId', async (id, { scope }) => scope !== null && mails.exists(scope, id));
  }
}
