import { Injectable } from '@nestjs/common';
import { PathResources } from '../common/auth/path-resources';
import { isUuid } from '../common/database/uuid';
import { isAccount } from '../common/request/principal';
import { CredentialsRepository } from './credentials.repository';

/**
 * Finds the credential in a path, among those of the calling account. The parameter's pipe refuses an id that is no
 * UUID (400).
 */
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
