import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { NotFound } from '../common/errors/domain-error';
import type { LeasedQueue } from '../common/jobs/leased-queue';
import { LeasedQueues } from '../common/jobs/leased-queues';
import { CustomDomain } from './custom-domain.entity';
import type { DomainToCheck } from './custom-domain.types';
import { CustomDomainsService } from './custom-domains.service';
import { DomainCheck } from './domain-check';

/** Longer than a check takes. */
const LEASE_SECONDS = 60;
const DUE = 'due_at <= now() AND (lease_ends_at IS NULL OR lease_ends_at < now())';

/** Checks the due domains, one at a time. An interrupted check is repeated. */
@Injectable()
export class DomainChecks {
  readonly queue: LeasedQueue<CustomDomain, DomainToCheck>;

  constructor(
    private readonly service: CustomDomainsService,
    private readonly check: DomainCheck,
    queues: LeasedQueues,
  ) {
    this.queue = queues.open<CustomDomain, DomainToCheck>({
      name: 'domain_checks',
      entity: CustomDomain,
      columns: ['domain', 'ownershipToken'],
      leaseSeconds: LEASE_SECONDS,
      retrySeconds: LEASE_SECONDS,
      idleMs: 5_000,
      work: (domain, signal) => this.run(domain, signal),
      shape: {
        waiting: 'true',
        due: DUE,
        lease: 'leaseEndsAt',
        isTakenOver: 't.lease_ends_at IS NOT NULL',
        held: { leaseEndsAt: Not(IsNull()) },
        unfenced: true,
        states: { waiting: { where: DUE, since: 'due_at' } },
      },
    });
  }

  private async run(domain: DomainToCheck, signal: AbortSignal): Promise<void> {
    const check = await this.check.run(domain, signal);
    if (!signal.aborted) await this.service.settle(domain, check, { anew: false }).catch(unlessRemoved);
  }
}

function unlessRemoved(error: unknown): void {
  if (!(error instanceof NotFound)) throw error;
}
