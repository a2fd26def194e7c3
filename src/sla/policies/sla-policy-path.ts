import { Injectable } from '@nestjs/common';
import { PathResources } from '../../common/auth/path-resources';
import { SlaPoliciesRepository } from './sla-policies.repository';

/** The SLA policy of a path, in the workspace of the path. */
@Injectable()
export class SlaPolicyPath {
  constructor(resources: PathResources, policies: SlaPoliciesRepository) {
    resources.register('policyId', async (id, { scope }) => scope !== null && policies.exists(scope.workspaceId, id));
  }
}
