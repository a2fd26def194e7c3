import { Injectable } from '@nestjs/common';
import { Audit } from '../common/audit/audit';
import type { Page, PageRequest } from '../common/database/page';
import { UnitOfWork } from '../common/database/unit-of-work';
import { changesOf } from '../common/event-types/changes';
import { EventLog } from '../events/event-log.service';
import { WORKSPACE_EVENTS } from './workspace-event.types';
import { MembersRepository } from './members/members.repository';
import type { Workspace } from './workspace.entity';
import { WorkspacesRepository } from './workspaces.repository';

/** All workspaces, for the commands of an operator. No module exports it, so that no request reaches it. */
@Injectable()
export class WorkspacesOperatorService {
  constructor(
    private readonly work: UnitOfWork,
    private readonly workspaces: WorkspacesRepository,
    private readonly members: MembersRepository,
    private readonly log: EventLog,
    private readonly audit: Audit,
  ) {}

  /** All workspaces, oldest first. */
  page(request: PageRequest): Promise<Page<Workspace>> {
    return this.workspaces.page(request);
  }

  /** The number of members of each of these workspaces. A workspace without members is not in the map. */
  sizes(workspaceIds: readonly string[]): Promise<Map<string, number>> {
    return this.members.listSizes(workspaceIds);
  }

  /** The number of workspaces of each of these accounts. An account without a membership is not in the map. */
  sizesByAccount(accountIds: readonly string[]): Promise<Map<string, number>> {
    return this.members.listSizesByAccount(accountIds);
  }

  /**
   * Takes effect at once. A smaller plan removes nothing, but nothing more can be added.
   *
   * @throws NotFound 404
   */
  async changePlan(workspaceId: string, planId: string): Promise<Workspace> {
    return this.work.run(async () => {
      const workspace = await this.workspaces.requireLocked(workspaceId);
      await this.workspaces.updatePlan(workspaceId, planId);
      this.log.append(WORKSPACE_EVENTS['workspace.plan_changed'], {
        ...{ workspaceId, agentId: null, subjectId: workspaceId, data: { planId } },
        ...changesOf<Workspace>(workspace, { planId }, { planId: 'value' }),
      });
      await this.audit.operator({
        workspaceId,
        name: 'setPlan',
        subject: { type: 'workspace', id: workspaceId },
        changes: { planId: { before: workspace.planId, after: planId } },
      });
      return Object.assign(workspace, { planId });
    });
  }
}
