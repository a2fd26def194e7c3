import { Injectable } from '@nestjs/common';
import { In, MoreThan } from 'typeorm';
import { advisoryLock } from '../common/database/advisory-lock';
import { onViolation } from '../common/database/constraint-violation';
import { databaseTime } from '../common/database/database-time';
import { type Page, pageOf, type PageRequest } from '../common/database/page';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId, uuidOrNil } from '../common/database/uuid';
import { required } from '../common/errors/required';
import type { WorkspaceScope } from '../common/request/principal';
import { CustomDomain } from './custom-domain.entity';
import type { ServedDomain } from './custom-domain.types';
import { DomainTaken } from './custom-domains.errors';
import { ASK_FOR_CHECK, FIND_SERVED_DOMAIN } from './custom-domains.sql';

/** The table custom_domains. A caller sees the domains of the agents that they can see. */
@Injectable()
export class CustomDomainsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Due at once. @throws DomainTaken 409 if the workspace already has it; it aborts the transaction */
  async insert(
    domain: Pick<CustomDomain, 'workspaceId' | 'agentId' | 'domain' | 'ownershipToken'>,
  ): Promise<CustomDomain> {
    const now = await databaseTime(this.work);
    const made = this.work.manager.create(CustomDomain, {
      ...domain,
      id: newId(),
      status: 'pending_dns',
      ownershipOk: false,
      ownershipObserved: [],
      routingOk: false,
      routingObserved: [],
      certificate: null,
      lastCheckedAt: null,
      lastError: null,
      waitingSince: now,
      lostSince: null,
      unsettledChecks: 0,
      verifyAskedAt: null,
      dueAt: now,
      leaseEndsAt: null,
      createdAt: now,
    });
    await domainFree(this.work.manager.insert(CustomDomain, made));
    return made;
  }

  /** Oldest first. */
  page(scope: WorkspaceScope, { limit, cursor }: PageRequest): Promise<Page<CustomDomain>> {
    const where = { ...visible(scope), ...(cursor === undefined ? {} : { id: MoreThan(cursor) }) };
    const read = (take: number): Promise<CustomDomain[]> =>
      this.work.manager.find(CustomDomain, { where, order: { id: 'ASC' }, take });
    return pageOf(limit, read, ({ id }) => id);
  }

  count(workspaceId: string): Promise<number> {
    return this.work.manager.countBy(CustomDomain, { workspaceId });
  }

  exists(scope: WorkspaceScope, id: string): Promise<boolean> {
    return this.work.manager.existsBy(CustomDomain, { ...visible(scope), id: uuidOrNil(id) });
  }

  /** @throws NotFound */
  async require({ workspaceId }: Pick<CustomDomain, 'workspaceId'>, id: string): Promise<CustomDomain> {
    return required(await this.work.manager.findOneBy(CustomDomain, { workspaceId, id: uuidOrNil(id) }));
  }

  /** Other changes of the domain wait until the transaction ends. */
  /** As many as there are ids. */
  listByIds(workspaceId: string, ids: readonly string[]): Promise<CustomDomain[]> {
    return this.work.manager.findBy(CustomDomain, { workspaceId, id: In([...ids]) });
  }

  async findLocked({ workspaceId, id }: Pick<CustomDomain, 'workspaceId' | 'id'>): Promise<CustomDomain | null> {
    return this.work.manager.findOne(CustomDomain, {
      where: { workspaceId, id: uuidOrNil(id) },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** @throws DomainTaken 409 if another workspace has proved its ownership; it aborts the transaction */
  async update({ workspaceId, id, ...changed }: CustomDomain): Promise<void> {
    await domainFree(this.work.manager.update(CustomDomain, { workspaceId, id }, changed));
  }

  /** Whether the domain existed. */
  async delete(workspaceId: string, id: string): Promise<boolean> {
    return (await this.work.manager.delete(CustomDomain, { workspaceId, id: uuidOrNil(id) })).affected === 1;
  }

  /** Whether another workspace has proved that it owns the domain. Until the transaction ends, none can. */
  async isProvedElsewhere({ workspaceId, domain }: Pick<CustomDomain, 'workspaceId' | 'domain'>): Promise<boolean> {
    await advisoryLock(this.work, `custom domain ${domain}`);
    const served = await this.findServed(domain);
    return served !== null && served.workspaceId !== workspaceId;
  }

  /** False if the last request was less than `seconds` ago. */
  async askForCheck({ workspaceId, id }: CustomDomain, seconds: number): Promise<boolean> {
    return (await this.work.query(ASK_FOR_CHECK, [workspaceId, id, seconds])).length === 1;
  }

  /** The agent that answers at a host name with proved ownership. */
  async findServed(host: string): Promise<ServedDomain | null> {
    const [served] = await this.work.query<ServedDomain>(FIND_SERVED_DOMAIN, [host]);
    return served ?? null;
  }

  /** The oldest active domain of the agent. */
  async findActiveOf(workspaceId: string, agentId: string): Promise<string | null> {
    const where = { workspaceId, agentId, status: 'active' as const };
    const found = await this.work.manager.findOne(CustomDomain, {
      where,
      select: { domain: true },
      order: { id: 'ASC' },
    });
    return found?.domain ?? null;
  }
}

function visible({ workspaceId, agentIds }: WorkspaceScope): { workspaceId: string; agentId?: ReturnType<typeof In> } {
  return agentIds === null ? { workspaceId } : { workspaceId, agentId: In([...agentIds]) };
}

function domainFree<T>(statement: Promise<T>): Promise<T> {
  const taken = (): Error => new DomainTaken();
  return onViolation('custom_domains_domain', onViolation('custom_domains_workspace', statement, taken), taken);
}
