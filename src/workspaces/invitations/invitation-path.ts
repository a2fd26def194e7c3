import { Injectable } from '@nestjs/common';
import { PathResources } from '../../common/auth/path-resources';
import { InvitationsRepository } from './invitations.repository';

/** Finds the open invitation in a path, in the workspace of the path. */
@Injectable()
export class InvitationPath {
  constructor(resources: PathResources, invitations: InvitationsRepository) {
    resources.register(
      'invitationId',
      async (id, { scope }) => scope !== null && invitations.existsOpen(scope.workspaceId, id),
    );
  }
}
