import { Injectable } from '@nestjs/common';
import { byId, EventResources } from '../events/event-resources.service';
import { WorkspaceDto } from './workspace.dto';
import { WorkspacesRepository } from './workspaces.repository';

/** The workspace of an event. */
@Injectable()
export class WorkspaceResource {
  constructor(resources: EventResources, workspaces: WorkspacesRepository) {
    resources.register('workspace', async ({ workspaceId }) =>
      byId([await workspaces.require(workspaceId)], (workspace) => WorkspaceDto.from(workspace)),
    );
  }
}
