import { Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service';
import type { Page, PageRequest } from '../common/database/page';
import { UnitOfWork } from '../common/database/unit-of-work';
import { InvalidTimezone } from '../common/validation/invalid-timezone';
import { timezoneNamed } from '../common/validation/timezone';
import { MembersRepository } from './members/members.repository';
import { PlansService } from './plans/plans.service';
import type { Workspace } from './workspace.entity';
import { WorkspacesRepository } from './workspaces.repository';

@Injectable()
export class WorkspacesService {
  constructor(
    private readonly work: UnitOfWork,
    private readonly workspaces: WorkspacesRepository,
    private readonly members: MembersRepository,
    private readonly plans: PlansService,
    private readonly accounts: AccountsService,
  ) {}

  /** Every workspace that the account is a member of, oldest first. One statement. */
  async list(accountId: string): Promise<Workspace[]> {
    return this.workspaces.listOfMember(accountId);
  }

  /**
   * The account becomes its owner. Locks the account's row, so that concurrent calls cannot pass the plan's limit together.
   *
   * @throws PlanLimitReached 403, WorkspaceNameTaken 409
   */
  async create(accountId: string, name: string): Promise<Workspace> {
    return this.work.run(async () => {
      await this.accounts.lock(accountId);
      this.plans.ensureWorkspaces(await this.workspaces.listPlansOfOwner(accountId));
      const workspace = await this.workspaces.insert(accountId, name);
      await this.members.insert(workspace.id, { accountId, role: 'owner', restrictedAgentIds: null });
      return workspace;
    });
  }

  /** The workspace's plan. Locks the workspace against other creations; reads and rows that refer to it go on. */
  async lockPlan(workspaceId: string): Promise<string> {
    return (await this.workspaces.requireLocked(workspaceId)).planId;
  }

  /** All that there are, oldest first: for an operator, whom no request speaks for. */
  page(request: PageRequest): Promise<Page<Workspace>> {
    return this.workspaces.page(request);
  }

  /**
   * Counts at once: what there is already beyond a smaller plan stays, but nothing more is added. For an operator.
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

  async get(workspaceId: string): Promise<Workspace> {
    return this.workspaces.require(workspaceId);
  }

  /** @throws InvalidTimezone 400, WorkspaceNameTaken 409 */
  async update(workspaceId: string, change: { name?: string; timezone?: string }): Promise<Workspace> {
    const timezone = change.timezone === undefined ? undefined : timezoneNamed(change.timezone);
    if (timezone === null) throw new InvalidTimezone();
    return this.work.run(async () => {
      if (change.name !== undefined || timezone !== undefined) {
        await this.workspaces.update(workspaceId, { name: change.name, timezone });
      }
      return this.workspaces.require(workspaceId);
    });
  }
}
