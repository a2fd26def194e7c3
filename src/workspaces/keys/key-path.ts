import { Injectable } from '@nestjs/common';
import { PathResources } from '../../common/auth/path-resources';
import { KeysRepository } from './keys.repository';

/** Finds the workspace key in a path, in the workspace of the path. */
@Injectable()
export class KeyPath {
  constructor(resources: PathResources, keys: KeysRepository) {
    resources.register('keyId', async (id, { scope }) => scope !== null && keys.exists(scope.workspaceId, id));
  }
}
