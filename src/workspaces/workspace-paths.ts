import { Injectable } from '@nestjs/common';
import { PathResources } from '../common/auth/path-resources';
import { InvitationsRepository } from './invitations.repository';
import { KeysRepository } from './keys.repository';
import { MembersRepository } from './members.repository';

/** How the records of this feature are found where a path names them; each only in the workspace of the path. */
@Injectable()
export class WorkspacePaths {
  constructor(
    resources: PathResources,
    members: MembersRepository,
    invitations: InvitationsRepository,
    keys: KeysRepository,
  ) {
    resources.register(
      'memberId',
      async (id, { scope }) => scope !== null && !!(await members.find(scope.workspaceId, id)),
    );
    resources.register(
      'invitationId',
      async (id, { scope }) => scope !== null && !!(await invitations.findOpen(scope.workspaceId, id)),
    );
    resources.register('keyId', async (id, { scope }) => scope !== null && !!(await keys.find(scope.workspaceId, id)));
  }
}
