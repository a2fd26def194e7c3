import { Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service';
import { Audit } from '../common/audit/audit';
import { UnitOfWork } from '../common/database/unit-of-work';
import { changesOf } from '../common/event-types/changes';
import { knownTimezone } from '../common/validation/invalid-timezone';
import { EventLog } from '../events/event-log.service';
import { MembersRepository } from './members/members.repository';
import { PlansService } from './plans/plans.service';
import { WORKSPACE_EVENTS } from './workspace-event.types';
import type { CreateWorkspaceInput, UpdateWorkspaceInput } from './workspace.dto';
import type { Workspace } from './workspace.entity';
import { WorkspacesRepository } from './workspaces.repository';

/** Workspaces. The account that creates one becomes its owner. */
@Injectable()
export class WorkspacesService {
  constructor(
    private readonly work: UnitOfWork,
    private readonly workspaces: WorkspacesRepository,
    private readonly members: MembersRepository,
    private readonly plans: PlansService,
    private readonly accounts: AccountsService,
    private readonly log: EventLog,
    private readonly audit: Audit,
  ) {}

  /** Every workspace that the account is a member of, oldest first. One statement. */
  async list(accountId: string): Promise<Workspace[]> {
    return this.workspaces.listOfMember(accountId);
  }

  /**
   * The account becomes the owner. Locks the account's row, so that concurrent calls cannot exceed the plan's limit.
   *
   * @throws PlanLimitReached 403, WorkspaceNameTaken 409
   */
  async create(accountId: string, { name }: CreateWorkspaceInput): Promise<Workspace> {
    return this.work.run(async () => {
      await this.accounts.lock(accountId);
      this.plans.ensureWorkspaces(await this.workspaces.listPlansOfOwner(accountId));
      const workspace = await this.workspaces.insert(accountId, name);
      await this.members.insert(workspace.id, { accountId, role: 'owner', restrictedAgentIds: null });
      return workspace;
    });
  }

  /**
   * Returns the plan and locks the workspace against other creations. Reads and inserts of rows that refer to it do not
   * wait.
   */
  async lockPlan(workspaceId: string): Promise<string> {
    return (await this.workspaces.requireLocked(workspaceId)).planId;
  }

  async get(workspaceId: string): Promise<Workspace> {
    return this.workspaces.require(workspaceId);
  }

  /** @throws InvalidTimezone 400, WorkspaceNameTaken 409 */
  async update(workspaceId: string, input: UpdateWorkspaceInput): Promise<Workspace> {
    const timezone = input.timezone === undefined ? undefined : knownTimezone(input.timezone);
    return this.work.run(async () => {
      const { name, defaultCountry } = input;
      if (name !== undefined || timezone !== undefined || defaultCountry !== undefined) {
        const before = await this.workspaces.requireLocked(workspaceId);
        this.audit.before(before);
        await this.workspaces.update(workspaceId, { name, timezone, defaultCountry });
        const fields = { name: 'text', timezone: 'text', defaultCountry: 'value' } as const;
        this.log.append(WORKSPACE_EVENTS['workspace.updated'], {
          ...{ workspaceId, agentId: null, subjectId: workspaceId },
          data: { planId: before.planId },
          ...changesOf<Workspace>(before, { name, timezone, defaultCountry }, fields),
        });
      }
      return this.workspaces.require(workspaceId);
    });
  }
}
