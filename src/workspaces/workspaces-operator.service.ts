import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../common/database/page';
import { UnitOfWork } from '../common/database/unit-of-work';
import { MembersRepository } from './members/members.repository';
import type { Workspace } from './workspace.entity';
import { WorkspacesRepository } from './workspaces.repository';

/** Workspaces as the commands of an operator see them: all tenants'. No module exports it, so that no request reaches it. */
@Injectable()
export class WorkspacesOperatorService {
  constructor(
    private readonly work: UnitOfWork,
    private readonly workspaces: WorkspacesRepository,
    private readonly members: MembersRepository,
  ) {}

  /** All that there are, oldest first. */
  page(request: PageRequest): Promise<Page<Workspace>> {
    return this.workspaces.page(request);
  }

  /** How many members each of these has; one without any is not in it. */
  sizes(workspaceIds: readonly string[]): Promise<Map<string, number>> {
    return this.members.listSizes(workspaceIds);
  }

  /** How many workspaces each of these accounts is a member of; one that is of none is not in it. */
  sizesByAccount(accountIds: readonly string[]): Promise<Map<string, number>> {
    return this.members.listSizesByAccount(accountIds);
  }

  /**
   * Counts at once: what there is already beyond a smaller plan stays, but nothing more is added.
   *
   * @throws NotFound 404
   */
  async changePlan(workspaceId: string, planId: string): Promise<Workspace> {
    return this.work.run(async () => {
      const workspace = await this.workspaces.requireLocked(workspaceId);
      await this.workspaces.updatePlan(workspaceId, planId);
      return Object.assign(workspace, { planId });
    });
  }
}
