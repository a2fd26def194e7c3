import { Injectable } from '@nestjs/common';
import { PathResources } from '../common/auth/path-resources';
import { isUuid } from '../common/database/uuid';
import { isAccount } from '../common/request/principal';
import { CredentialsRepository } from './credentials.repository';

/** The credential of a path, of the account that calls. What is no UUID is left to the parameter's pipe, which says so (400). */
@Injectable()
export class CredentialPath {
  constructor(resources: PathResources, credentials: CredentialsRepository) {
    resources.register(
      'credentialId',
      async (id, { principal }) =>
        !isUuid(id) || (isAccount(principal) && (await credentials.exists(principal.accountId, id))),
    );
  }
}
