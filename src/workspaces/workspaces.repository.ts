import { Injectable } from '@nestjs/common';
import { onViolation } from '../common/database/constraint-violation';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId } from '../common/database/uuid';
import { nameKey } from './workspace-name';
import { Workspace } from './workspace.entity';
import { WorkspaceNameTaken } from './workspaces.errors';

/** The table workspaces. */
@Injectable()
export class WorkspacesRepository {
  constructor(private readonly work: UnitOfWork) {}

  async ofMember(accountId: string): Promise<Workspace[]> {
    return this.work.manager
      .createQueryBuilder(Workspace, 'w')
      .innerJoin('members', 'm', 'm.workspace_id = w.id')
      .where('m.account_id = :accountId', { accountId })
      .orderBy('w.createdAt')
      .addOrderBy('w.id')
      .getMany();
  }

  async get(id: string): Promise<Workspace> {
    return this.work.manager.findOneByOrFail(Workspace, { id });
  }

  async lockPlan(id: string): Promise<string | null> {
    const [row] = await this.work.query<{ planId: string }>(
      'SELECT plan_id AS "planId" FROM workspaces WHERE id = $1 FOR NO KEY UPDATE',
      [id],
    );
    return row?.planId ?? null;
  }

  /** The plan of each workspace that counts for the account, its creator; other owners have its rights only. */
  async plansOfOwner(ownerAccountId: string): Promise<string[]> {
    const owned = await this.work.manager.find(Workspace, { select: { planId: true }, where: { ownerAccountId } });
    return owned.map(({ planId }) => planId);
  }

  /** @throws WorkspaceNameTaken, whoever was first; the transaction is lost then */
  async insert(ownerAccountId: string, name: string): Promise<Workspace> {
    const workspace = this.work.manager.create(Workspace, {
      id: newId(),
      ownerAccountId,
      name,
      nameKey: nameKey(name),
    });
    await nameFree(this.work.manager.insert(Workspace, workspace));
    return workspace;
  }

  /** @throws WorkspaceNameTaken, as {@link insert} */
  async update(id: string, { name, timezone }: { name?: string; timezone?: string }): Promise<void> {
    const change = { ...(name === undefined ? {} : { name, nameKey: nameKey(name) }), timezone };
    await nameFree(this.work.manager.update(Workspace, { id }, change));
  }

  /** @throws WorkspaceNameTaken where the new owner has a workspace of that name */
  async changeOwner(id: string, ownerAccountId: string): Promise<void> {
    await nameFree(this.work.manager.update(Workspace, { id }, { ownerAccountId }));
  }
}

function nameFree<T>(statement: Promise<T>): Promise<T> {
  return onViolation('workspaces_owner_name', statement, () => new WorkspaceNameTaken());
}
