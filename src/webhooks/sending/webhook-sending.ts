import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { LeasedQueue } from '../../common/jobs/leased-queue';
import type { Claimed } from '../../common/jobs/leased-queue.types';
import { LeasedQueues } from '../../common/jobs/leased-queues';
import { Settings } from '../../config/load-settings';
import { Webhook } from '../webhook.entity';
import { WebhooksRepository } from '../webhooks.repository';
import { PurgedAgents } from './purged-agents';
import { RoundTools } from './round-tools';
import { WebhookRound } from './webhook-round';
import { WEBHOOK_DELIVERIES } from './webhook-waker';

/** Longer than attempts take, and renewed. A process that dies is followed by another one after this time. */
const LEASE_SECONDS = 20;

interface WebhookClaim extends Claimed {
  workspaceId: string;
  id: string;
}

/** Sends events to webhooks. One process has a webhook at a time, under a lease, and does one round of it. */
@Injectable()
export class WebhookSending {
  readonly queue: LeasedQueue<Webhook, WebhookClaim>;

  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly tools: RoundTools,
    private readonly purged: PurgedAgents,
    private readonly work: UnitOfWork,
    queues: LeasedQueues,
    settings: Settings,
  ) {
    this.queue = queues.open<Webhook, WebhookClaim>({
      name: 'webhook_deliveries',
      task: WEBHOOK_DELIVERIES,
      entity: Webhook,
      leaseSeconds: LEASE_SECONDS,
      concurrency: settings.values.WEBHOOK_CONCURRENCY,
      // Events that wait have been found already, by WebhookWaker.
      idleMs: 100,
      retrySeconds: 5,
      work: (claim, signal) => this.send(claim, signal),
      // WebhookGauges counts deliveries, not webhooks.
      shape: { states: null },
    });
  }

  private async send(claim: WebhookClaim, signal: AbortSignal): Promise<void> {
    const found = await this.webhooks.findHeld(claim, claim.fence);
    if (!found) return;
    const next = found.state === 'paused' ? null : await new WebhookRound(found, claim.fence, this.tools, signal).run();
    if (next !== 'now' && found.agentIds !== null) await this.purged.takeOut(claim, claim.fence);
    await this.work.run(async () => {
      const now = await this.webhooks.find(claim.workspaceId, claim.id);
      // It was changed meanwhile: it may be due earlier.
      const isChanged = now !== null && now.version !== found.version;
      const dueAt = next === 'now' || isChanged ? () => 'statement_timestamp()' : next;
      await this.queue.finish(claim, { dueAt: dueAt as never, attempts: 0 });
    });
  }
}
