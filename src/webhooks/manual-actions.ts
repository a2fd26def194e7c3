import { Injectable } from '@nestjs/common';
import { RateLimiter } from '../common/rate-limit/rate-limiter';
import { Settings } from '../config/load-settings';
import { WebhooksRepository } from './webhooks.repository';

const NAME = 'LIMIT_WEBHOOK_TEST_PER_WEBHOOK';

/** The limit on what members make a webhook send: tests, redeliveries and resumptions. */
@Injectable()
export class ManualActions {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly webhooks: WebhooksRepository,
    private readonly settings: Settings,
  ) {}

  /** @throws RateLimited 429 */
  async count(webhookId: string): Promise<void> {
    const max = this.settings.values[NAME];
    await this.limiter.consume({ name: NAME, key: `webhook-test:${webhookId.toLowerCase()}`, max, windowSeconds: 60 });
  }

  /** @throws NotFound 404, RateLimited 429 */
  async countIfPaused(workspaceId: string, webhookId: string): Promise<void> {
    const { state } = await this.webhooks.require(workspaceId, webhookId);
    if (state !== 'active') await this.count(webhookId);
  }
}
