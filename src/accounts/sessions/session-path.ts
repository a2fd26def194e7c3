import { Injectable } from '@nestjs/common';
import { PathResources } from '../../common/auth/path-resources';
import { isAccount } from '../../common/request/principal';
import { SessionsRepository } from './sessions.repository';

/** The session of a path, of the account that calls. */
@Injectable()
export class SessionPath {
  constructor(resources: PathResources, sessions: SessionsRepository) {
    resources.register(
      'sessionId',
      async (id, { principal }) => isAccount(principal) && sessions.exists(principal.accountId, id),
    );
  }
}
