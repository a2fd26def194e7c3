import { Injectable } from '@nestjs/common';
import { PathResources } from '../../common/auth/path-resources';
import { isAccount } from '../../common/request/principal';
import { SessionsRepository } from './sessions.repository';

/** Finds the session in a path, among those of the calling account. */
@Injectable()
export class SessionPath {
  constructor(resources: PathResources, sessions: SessionsRepository) {
    resources.register(
      'sessionId',
      async (id, { principal }) => isAccount(principal) && sessions.exists(principal.accountId, id),
    );
  }
}
