import { Injectable } from '@nestjs/common';
import type { Page } from '../../common/database/page';
import { Audit } from '../../common/audit/audit';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Member } from '../../common/request/principal';
import type { LoggedEvent } from '../../events/event-log.types';
import { KeptEvents } from '../../events/kept-events.service';
import { ManualActions } from '../manual-actions';
import { positionIn } from '../sending/outgoing-event';
import { WebhooksRepository } from '../webhooks.repository';
import { type DeliveryFilter, WebhookDeliveriesRepository } from './webhook-deliveries.repository';
import type { WebhookDelivery } from './webhook-delivery.entity';

/** The delivery log of a webhook. */
@Injectable()
export class WebhookDeliveriesService {
  constructor(
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly webhooks: WebhooksRepository,
    private readonly kept: KeptEvents,
    private readonly actions: ManualActions,
    private readonly work: UnitOfWork,
    private readonly audit: Audit,
  ) {}

  /** Newest first. */
  page({ workspaceId }: Member, webhookId: string, filter: DeliveryFilter): Promise<Page<WebhookDelivery>> {
    return this.deliveries.page({ workspaceId, id: webhookId }, filter);
  }

  /** With its event as the webhook sends it, as long as that is kept. @throws NotFound 404 */
  async get(
    { workspaceId }: Member,
    webhookId: string,
    deliveryId: string,
  ): Promise<{ delivery: WebhookDelivery; event: LoggedEvent | null }> {
    const delivery = await this.deliveries.require(workspaceId, webhookId, deliveryId);
    const { agentIds } = await this.webhooks.require(workspaceId, webhookId);
    const known = { eventId: delivery.eventId, position: positionIn(delivery) };
    return { delivery, event: await this.kept.find(workspaceId, known, agentIds) };
  }

  /**
   * Sends it again, also if it was delivered. It holds back no later events.
   *
   * @throws NotFound 404, PositionExpired 410, RateLimited 429
   */
  async redeliver({ workspaceId }: Member, webhookId: string, deliveryId: string): Promise<WebhookDelivery> {
    const { eventId, ...delivery } = await this.deliveries.require(workspaceId, webhookId, deliveryId);
    await this.kept.require(workspaceId, { eventId, position: positionIn(delivery) });
    await this.actions.count(webhookId);
    return this.work.run(async () => {
      // The round that has the webhook is over, or sees the change.
      const webhook = await this.webhooks.requireLocked(workspaceId, webhookId);
      await this.deliveries.makePendingNow(delivery);
      await this.webhooks.wake(webhook);
      await this.audit.write();
      return this.deliveries.require(workspaceId, webhookId, deliveryId);
    });
  }
}
