import { Injectable } from '@nestjs/common';
import { NotFound } from '../common/errors/domain-error';
import { BackgroundRunner, type BackgroundTask } from '../common/jobs/background-runner';
import { Lease } from '../common/jobs/lease';
import { CustomDomainsRepository } from './custom-domains.repository';
import { CustomDomainsService } from './custom-domains.service';
import { DomainCheck } from './domain-check';

/** Longer than a check takes. */
const LEASE = new Lease(60);

/** Checks the domains that are due, one at a time. A check that was broken off is made again. */
@Injectable()
export class DomainChecks implements BackgroundTask {
  readonly name = 'domain-checks';
  readonly idleMs = 5_000;

  constructor(
    private readonly domains: CustomDomainsRepository,
    private readonly service: CustomDomainsService,
    private readonly check: DomainCheck,
    runner: BackgroundRunner,
  ) {
    runner.register(this);
  }

  async runOnce(signal: AbortSignal): Promise<boolean> {
    const domain = await this.domains.claim(LEASE);
    if (!domain) return false;
    const check = await this.check.run(domain, signal);
    if (!signal.aborted) await this.service.settle(domain, check, { anew: false }).catch(unlessRemoved);
    return true;
  }
}

function unlessRemoved(error: unknown): void {
  if (!(error instanceof NotFound)) throw error;
}
