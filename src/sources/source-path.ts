import { Injectable } from '@nestjs/common';
import { PathResources } from '../common/auth/path-resources';
import { SourcesRepository } from './sources.repository';

/** The source of a path, within its agent; one that was removed is not there. */
@Injectable()
export class SourcePath {
  constructor(resources: PathResources, sources: SourcesRepository) {
    resources.register(
      'sourceId',
      async (id, { scope, parameters }) =>
        scope !== null && sources.exists(scope.workspaceId, parameters['agentId'] ?? '', id),
    );
  }
}
