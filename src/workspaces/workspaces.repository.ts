import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import { onViolation } from '../common/database/constraint-violation';
import { type Page, pageOf, type PageRequest } from '../common/database/page';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId } from '../common/database/uuid';
import { required } from '../common/errors/required';
import { nameKey } from '../common/text/name-key';
import { Workspace } from './workspace.entity';
import { WorkspaceNameTaken } from './workspaces.errors';

/** The table workspaces. */
@Injectable()
export class WorkspacesRepository {
  constructor(private readonly work: UnitOfWork) {}

  /**
   * The workspaces that the account is a member of, oldest first. Few, because a user created or joined each of them.
   */
  listOfMember(accountId: string): Promise<Workspace[]> {
    return this.work.manager
      .createQueryBuilder(Workspace, 'w')
      .innerJoin('members', 'm', 'm.workspace_id = w.id')
      .where('m.account_id = :accountId', { accountId })
      .orderBy('w.createdAt')
      .addOrderBy('w.id')
      .getMany();
  }

  /** All workspaces, oldest first, starting after `cursor`. */
  page({ limit, cursor }: PageRequest): Promise<Page<Workspace>> {
    const where = cursor === undefined ? {} : { id: MoreThan(cursor) };
    const read = (most: number): Promise<Workspace[]> =>
      this.work.manager.find(Workspace, { where, order: { id: 'ASC' }, take: most });
    return pageOf(limit, read, ({ id }) => id);
  }

  async require(id: string): Promise<Workspace> {
    return required(await this.work.manager.findOneBy(Workspace, { id }));
  }

  /**
   * Others that lock the workspace wait until the transaction ends. Reads and inserts of rows that refer to it do not
   * wait.
   */
  async requireLocked(id: string): Promise<Workspace> {
    const lock = { mode: 'for_no_key_update' } as const;
    return required(await this.work.manager.findOne(Workspace, { where: { id }, lock }));
  }

  /** Waits only for an exclusive lock as above. Any number of transactions can hold it at once. */
  async lockShared(id: string): Promise<void> {
    const lock = { mode: 'pessimistic_read' } as const;
    await this.work.manager.findOne(Workspace, { select: { id: true }, where: { id }, lock });
  }

  /**
   * The plan of each workspace that counts for the account, which is its creator's or successor's. Other owners only
   * have the rights of an owner. At most as many as the most generous of these plans allows.
   */
  async listPlansOfOwner(ownerAccountId: string): Promise<string[]> {
    const owned = await this.work.manager.find(Workspace, { select: { planId: true }, where: { ownerAccountId } });
    return owned.map(({ planId }) => planId);
  }

  /** @throws WorkspaceNameTaken 409, also for the later of two concurrent calls; it aborts the transaction */
  async insert(ownerAccountId: string, name: string): Promise<Workspace> {
    const workspace = this.work.manager.create(Workspace, {
      id: newId(),
      ownerAccountId,
      name,
      nameKey: nameKey(name),
      defaultCountry: null,
    });
    await nameFree(this.work.manager.insert(Workspace, workspace));
    return workspace;
  }

  /** @throws WorkspaceNameTaken 409, as {@link insert} */
  async update(
    id: string,
    { name, ...others }: { name?: string; timezone?: string; defaultCountry?: string | null },
  ): Promise<void> {
    const change = { ...(name === undefined ? {} : { name, nameKey: nameKey(name) }), ...others };
    await nameFree(this.work.manager.update(Workspace, { id }, change));
  }

  async updatePlan(id: string, planId: string): Promise<void> {
    await this.work.manager.update(Workspace, { id }, { planId });
  }

  /** @throws WorkspaceNameTaken 409 if the new owner already has a workspace with that name */
  async updateOwner(id: string, ownerAccountId: string): Promise<void> {
    await nameFree(this.work.manager.update(Workspace, { id }, { ownerAccountId }));
  }
}

function nameFree<T>(statement: Promise<T>): Promise<T> {
  return onViolation('workspaces_owner_name', statement, () => new WorkspaceNameTaken());
}
