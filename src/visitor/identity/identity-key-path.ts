import { Injectable } from '@nestjs/common';
import { PathResources } from '../../common/auth/path-resources';
import { IdentityKeysRepository } from './identity-keys.repository';

/** The identity key of a path, of the agent of the path. */
@Injectable()
export class IdentityKeyPath {
  constructor(resources: PathResources, keys: IdentityKeysRepository) {
    resources.register(
      'identityKeyId',
      async (id, { scope, parameters }) =>
        scope !== null && keys.exists(scope.workspaceId, parameters['agentId'] ?? '', id),
    );
  }
}
