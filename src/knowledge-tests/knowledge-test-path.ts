import { Injectable } from '@nestjs/common';
import { PathResources } from '../common/auth/path-resources';
import { KnowledgeTestsRepository } from './knowledge-tests.repository';

/** The test of a path, within its agent. */
@Injectable()
export class KnowledgeTestPath {
  constructor(resources: PathResources, tests: KnowledgeTestsRepository) {
    resources.register(
      'testId',
      async (id, { scope, parameters }) =>
        scope !== null && tests.exists(scope.workspaceId, parameters['agentId'] ?? '', id),
    );
  }
}
