import { Injectable } from '@nestjs/common';
import { PathResources } from '../../common/auth/path-resources';
import { MembersRepository } from './members.repository';

/** Finds the member in a path, in the workspace of the path. */
@Injectable()
export class MemberPath {
  constructor(resources: PathResources, members: MembersRepository) {
    resources.register('memberId', async (id, { scope }) => scope !== null && members.exists(scope.workspaceId, id));
  }
}
