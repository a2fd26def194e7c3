import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { AgentsService } from '../agents/agents.service';
import { Audit } from '../common/audit/audit';
import { databaseTime } from '../common/database/database-time';
import type { Page, PageRequest } from '../common/database/page';
import { UnitOfWork } from '../common/database/unit-of-work';
import type { Changes } from '../common/event-types/changes';
import { NotFound } from '../common/errors/domain-error';
import { RateLimited } from '../common/rate-limit/rate-limiter';
import type { WorkspaceScope } from '../common/request/principal';
import { Settings } from '../config/load-settings';
import { EventLog } from '../events/event-log.service';
import { PlansService } from '../workspaces/plans/plans.service';
import { WorkspacesService } from '../workspaces/workspaces.service';
import { DOMAIN_EVENTS } from './custom-domain-event.types';
import type { CreateCustomDomainInput } from './custom-domain.dto';
import type { CustomDomain } from './custom-domain.entity';
import { DomainInvalid, DomainTaken, PlanRequired } from './custom-domains.errors';
import { CustomDomainsRepository } from './custom-domains.repository';
import { type Check, DomainCheck } from './domain-check';
import { afterCheck, resumed, wasThere } from './domain-status';
import { hostName } from './host-name';

/** Between two checks on request. */
const SECONDS_BETWEEN_CHECKS = 60;

/** Customers' own host names. Each belongs to one agent, and to the first workspace that proves its ownership. */
@Injectable()
export class CustomDomainsService {
  constructor(
    private readonly domains: CustomDomainsRepository,
    private readonly agents: AgentsService,
    private readonly workspaces: WorkspacesService,
    private readonly plans: PlansService,
    private readonly domainCheck: DomainCheck,
    private readonly settings: Settings,
    private readonly work: UnitOfWork,
    private readonly log: EventLog,
    private readonly audit: Audit,
  ) {}

  /** @throws PlanRequired, PlanLimitReached 403, UnknownAgents, DomainInvalid 400, DomainTaken 409 */
  register(scope: WorkspaceScope, { agentId, domain: text }: CreateCustomDomainInput): Promise<CustomDomain> {
    const { workspaceId } = scope;
    return this.work.run(async () => {
      // Locks the number of domains.
      const planId = await this.workspaces.lockPlan(workspaceId);
      if (this.plans.limit(planId, 'customDomains') === 0) throw new PlanRequired();
      const domain = this.acceptable(text);
      await this.agents.ensureAll(scope, [agentId], '/agentId');
      this.plans.ensure(planId, 'customDomains', await this.domains.count(workspaceId));
      if (await this.domains.isProvedElsewhere({ workspaceId, domain })) throw new DomainTaken();
      const ownershipToken = randomBytes(24).toString('base64url');
      const made = await this.domains.insert({ workspaceId, agentId: agentId.toLowerCase(), domain, ownershipToken });
      this.append('custom_domain.created', made);
      return made;
    });
  }

  page(scope: WorkspaceScope, request: PageRequest): Promise<Page<CustomDomain>> {
    return this.domains.page(scope, request);
  }

  /** @throws NotFound 404 */
  get(scope: WorkspaceScope, customDomainId: string): Promise<CustomDomain> {
    return this.domains.require(scope, customDomainId);
  }

  /**
   * Checks the records now. A failed domain starts over.
   *
   * @throws NotFound 404, RateLimited 429 within a minute of the last request, DomainTaken 409
   */
  async verify(scope: WorkspaceScope, customDomainId: string): Promise<CustomDomain> {
    const domain = await this.domains.require(scope, customDomainId);
    if (!(await this.domains.askForCheck(domain, SECONDS_BETWEEN_CHECKS))) {
      throw new RateLimited(await this.secondsUntilCheck(domain));
    }
    const check = await this.domainCheck.run(domain);
    const settled = await this.settle(domain, check, { anew: true });
    if (settled === 'taken') throw new DomainTaken();
    return settled;
  }

  /**
   * The domain stops answering at once, and no certificate is issued.
   *
   * @throws NotFound 404, also for the later of two
   */
  async remove({ workspaceId }: WorkspaceScope, customDomainId: string): Promise<void> {
    await this.work.run(async () => {
      const domain = await this.domains.findLocked({ workspaceId, id: customDomainId });
      if (!domain || !(await this.domains.delete(workspaceId, customDomainId))) throw new NotFound();
      this.append('custom_domain.removed', domain);
    });
  }

  /**
   * Stores the result of a check. `anew`: the wait for the records starts over, even if the domain has failed.
   *
   * @returns `taken` if ownership is proved, but another workspace was first; the result is stored nevertheless
   * @throws NotFound 404 if the domain was removed meanwhile
   */
  settle(
    key: Pick<CustomDomain, 'workspaceId' | 'id'>,
    { ownership, routing, certificate }: Check,
    { anew }: { anew: boolean },
  ): Promise<CustomDomain | 'taken'> {
    return this.work.run(async () => {
      const before = await this.domains.findLocked(key);
      if (!before) throw new NotFound();
      const { status } = before;
      const now = await databaseTime(this.work);
      if (anew && !wasThere(before)) Object.assign(before, { status: resumed(before.status), waitingSince: now });
      const isTaken = ownership.sight === 'there' && (await this.domains.isProvedElsewhere(before));
      const owned = isTaken ? 'missing' : ownership.sight;
      const problem = isTaken ? `Another workspace has proved that it owns ${before.domain}.` : ownership.problem;
      const after = Object.assign(before, afterCheck(before, owned, routing.sight, now), {
        certificate: certificate ?? before.certificate,
        lastCheckedAt: now,
        lastError: problem ?? routing.problem,
        leaseEndsAt: null,
      });
      if (ownership.sight !== 'unknown') {
        after.ownershipOk = ownership.sight === 'there';
        after.ownershipObserved = ownership.observed;
      }
      if (routing.sight !== 'unknown') {
        after.routingOk = routing.sight === 'there';
        after.routingObserved = routing.observed;
      }
      await this.domains.update(after);
      if (after.status !== status) {
        this.append('custom_domain.status_changed', after, { changed: ['status'], previous: { status } });
      }
      if (!isTaken) await this.audit.write();
      return isTaken ? 'taken' : after;
    });
  }

  /**
   * The canonical host name of the agent's page for search engines. Null if only the service's own host has it. One
   * statement.
   */
  mainOf(workspaceId: string, agentId: string): Promise<string | null> {
    return this.domains.findActiveOf(workspaceId, agentId);
  }

  private append(
    type: keyof typeof DOMAIN_EVENTS,
    { workspaceId, agentId, id, status }: CustomDomain,
    changes?: Changes,
  ): void {
    const data = { customDomainId: id, status };
    this.log.append(DOMAIN_EVENTS[type], { workspaceId, agentId, subjectId: id, data, ...changes });
  }

  private acceptable(text: string): string {
    const domain = hostName(text);
    if (domain === null) {
      throw new DomainInvalid('must be only a public host name, such as chat.example.com');
    }
    if (this.settings.ownHosts.has(domain)) throw new DomainInvalid('must not be the host of this service');
    return domain;
  }

  private async secondsUntilCheck({ workspaceId, id }: CustomDomain): Promise<number> {
    const { verifyAskedAt } = await this.domains.require({ workspaceId }, id);
    const since = (await databaseTime(this.work)).getTime() - (verifyAskedAt?.getTime() ?? 0);
    return Math.max(1, Math.ceil(SECONDS_BETWEEN_CHECKS - since / 1_000));
  }
}
