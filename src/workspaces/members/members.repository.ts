import { Injectable } from '@nestjs/common';
import { In, type SelectQueryBuilder } from 'typeorm';
import { type Page, pageOf, type PageRequest } from '../../common/database/page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { newId, uuidOrNil } from '../../common/database/uuid';
import { required } from '../../common/errors/required';
import type { WorkspaceScope } from '../../common/request/principal';
import { Membership, type NamedMembership } from './membership.entity';

type NewMembership = Pick<Membership, 'accountId' | 'role' | 'restrictedAgentIds'>;

/** The table members. */
@Injectable()
export class MembersRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Oldest first. The plan bounds their number. */
  list(workspaceId: string): Promise<NamedMembership[]> {
    return named(this.select(workspaceId));
  }

  /** Oldest first. */
  page(workspaceId: string, { limit, cursor }: PageRequest): Promise<Page<NamedMembership>> {
    const found = this.select(workspaceId);
    if (cursor !== undefined) found.andWhere('m.id > :cursor', { cursor });
    return pageOf(
      limit,
      (most) => named(found.limit(most)),
      ({ id }) => id,
    );
  }

  /** Owners and admins, oldest first. The plan bounds their number. */
  listAdmins(workspaceId: string): Promise<NamedMembership[]> {
    return named(this.select(workspaceId).andWhere(`m.role <> 'member'`));
  }

  /** The names of those that are members, by id. */
  async listByIds(workspaceId: string, ids: readonly string[]): Promise<NamedMembership[]> {
    return (await this.list(workspaceId)).filter(({ id }) => ids.includes(id));
  }

  async listNames(workspaceId: string, ids: readonly string[]): Promise<Map<string, string>> {
    const found = await named(this.select(workspaceId).andWhere('m.id IN (:...ids)', { ids }));
    return new Map(found.map(({ id, name }) => [id, name]));
  }

  async require(workspaceId: string, id: string): Promise<NamedMembership> {
    return required(await first(this.select(workspaceId).andWhere('m.id = :id', { id: uuidOrNil(id) })));
  }

  async requireByAccount(workspaceId: string, accountId: string): Promise<NamedMembership> {
    return required(await first(this.select(workspaceId).andWhere('m.accountId = :accountId', { accountId })));
  }

  /** The longest-standing owner other than this member. */
  findOtherOwner(workspaceId: string, id: string): Promise<NamedMembership | null> {
    return first(this.select(workspaceId).andWhere(`m.id <> :id AND m.role = 'owner'`, { id }));
  }

  /** The agents that the member can see. Null if the member does not exist, or has left. */
  async findScope(workspaceId: string, id: string): Promise<WorkspaceScope | null> {
    return (await this.selectScope(workspaceId).andWhere('m.id = :id', { id }).getRawOne<WorkspaceScope>()) ?? null;
  }

  /** The same, by account. */
  async findScopeOfAccount(workspaceId: string, accountId: string): Promise<WorkspaceScope | null> {
    const scopes = this.selectScope(workspaceId).andWhere('m.accountId = :accountId', { accountId });
    return (await scopes.getRawOne<WorkspaceScope>()) ?? null;
  }

  /** The same, by the verified email of the account, in lower case, with the id of the member. */
  async findByVerifiedEmail(
    workspaceId: string,
    email: string,
  ): Promise<(WorkspaceScope & { memberId: string }) | null> {
    const found = this.selectScope(workspaceId)
      .addSelect('m.id', 'memberId')
      .innerJoin('accounts', 'a', 'a.id = m.accountId')
      .andWhere('a.email = :email AND a.email_verified_at IS NOT NULL', { email });
    return (await found.getRawOne<WorkspaceScope & { memberId: string }>()) ?? null;
  }

  exists(workspaceId: string, id: string): Promise<boolean> {
    return this.work.manager.existsBy(Membership, { workspaceId, id: uuidOrNil(id) });
  }

  existsWithEmail(workspaceId: string, email: string): Promise<boolean> {
    return this.select(workspaceId).andWhere('a.email = :email', { email }).getExists();
  }

  count(workspaceId: string): Promise<number> {
    return this.work.manager.countBy(Membership, { workspaceId });
  }

  /** The number of members of each of these workspaces. A workspace without members is not in the map. */
  async listSizes(workspaceIds: readonly string[]): Promise<Map<string, number>> {
    return this.sizesBy('workspaceId', workspaceIds);
  }

  /** The number of workspaces of each of these accounts. An account without a membership is not in the map. */
  async listSizesByAccount(accountIds: readonly string[]): Promise<Map<string, number>> {
    return this.sizesBy('accountId', accountIds);
  }

  async insert(workspaceId: string, membership: NewMembership): Promise<void> {
    await this.work.manager.insert(Membership, { id: newId(), workspaceId, ...membership });
  }

  async update(
    workspaceId: string,
    id: string,
    change: Pick<Membership, 'role' | 'restrictedAgentIds'>,
  ): Promise<void> {
    await this.work.manager.update(Membership, { workspaceId, id }, change);
  }

  /** Whether the member existed. */
  async delete(workspaceId: string, id: string): Promise<boolean> {
    const { affected } = await this.work.manager.delete(Membership, { workspaceId, id });
    return affected === 1;
  }

  private async sizesBy(field: 'workspaceId' | 'accountId', ids: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.work.manager
      .createQueryBuilder(Membership, 'm')
      .select(`m.${field}`, 'id')
      .addSelect('count(*)::int', 'count')
      .where({ [field]: In(ids) })
      .groupBy(`m.${field}`)
      .getRawMany<{ id: string; count: number }>();
    return new Map(rows.map(({ id, count }) => [id, count]));
  }

  private selectScope(workspaceId: string): SelectQueryBuilder<Membership> {
    return this.work.manager
      .createQueryBuilder(Membership, 'm')
      .innerJoin('workspaces', 'w', 'w.id = m.workspaceId')
      .select('m.workspaceId', 'workspaceId')
      .addSelect('w.plan_id', 'planId')
      .addSelect('m.restrictedAgentIds', 'agentIds')
      .where('m.workspaceId = :workspaceId', { workspaceId });
  }

  private select(workspaceId: string): SelectQueryBuilder<Membership> {
    return this.work.manager
      .createQueryBuilder(Membership, 'm')
      .innerJoin('accounts', 'a', 'a.id = m.accountId')
      .addSelect('a.name', 'name')
      .addSelect('a.email', 'email')
      .where('m.workspaceId = :workspaceId', { workspaceId })
      .orderBy('m.id');
  }
}

async function first(query: SelectQueryBuilder<Membership>): Promise<NamedMembership | null> {
  const [membership] = await named(query.limit(1));
  return membership ?? null;
}

/** Each row is one membership: an account is a member of a workspace at most once. */
async function named(query: SelectQueryBuilder<Membership>): Promise<NamedMembership[]> {
  const { entities, raw } = await query.getRawAndEntities<{ name: string; email: string }>();
  return entities.map((membership, row) => {
    const { name, email } = raw[row]!;
    return Object.assign(membership, { name, email });
  });
}
