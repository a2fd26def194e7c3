import { Injectable } from '@nestjs/common';
import { databaseTime } from '../common/database/database-time';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId } from '../common/database/uuid';
import type { Member } from '../common/request/principal';
import { EventLog } from '../events/event-log.service';
import type { LoggedEvent } from '../events/event-log.types';
import { EventSubscriptions } from '../events/event-subscriptions.service';
import { ManualActions } from './manual-actions';
import { sampleData } from './sample-event';
import { WebhookSecretsService } from './secrets/webhook-secrets.service';
import { WebhookRequests } from './sending/webhook-requests';
import { TEST_TYPE, type TestWebhookInput } from './webhook-input.dto';
import type { WebhookTestDto } from './webhook.dto';
import type { Webhook } from './webhook.entity';
import { SecretUnreadable, WebhookInvalid } from './webhooks.errors';
import { WebhooksRepository } from './webhooks.repository';

/** Sends samples to webhooks, without a delivery and without a change of the webhook. */
@Injectable()
export class WebhookTests {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly secrets: WebhookSecretsService,
    private readonly requests: WebhookRequests,
    private readonly subscriptions: EventSubscriptions,
    private readonly log: EventLog,
    private readonly actions: ManualActions,
    private readonly work: UnitOfWork,
  ) {}

  /** @throws NotFound 404, WebhookInvalid 400, RateLimited 429, SecretUnreadable 409 */
  async send(
    { workspaceId, memberId }: Member,
    webhookId: string,
    { type = TEST_TYPE }: TestWebhookInput,
  ): Promise<WebhookTestDto> {
    const webhook = await this.webhooks.require(workspaceId, webhookId);
    const schema = this.subscriptions.schemaOf(type);
    if (!schema && type !== TEST_TYPE)
      throw new WebhookInvalid('/type', 'unknown_type', `must be a type of events, or ${TEST_TYPE}`);
    await this.actions.count(webhook.id);
    const secrets = await this.secrets.open(webhook);
    if (!secrets) throw new SecretUnreadable();
    const now = await databaseTime(this.work);
    const data = schema ? sampleData(schema, now) : { agentId: null, webhookId: webhook.id };
    const event: LoggedEvent = {
      ...{
        id: newId(),
        timestamp: now,
        type,
        workspaceId,
        requestId: null,
        agentId: null,
        conversationId: null,
        subjectId: webhook.id,
      },
      ...{
        position: await this.log.latest(),
        actor: { kind: 'member', id: memberId },
        changed: [],
        previous: {},
        data,
      },
    };
    return this.sent(webhook, secrets, event);
  }

  private async sent(webhook: Webhook, secrets: string[], event: LoggedEvent): Promise<WebhookTestDto> {
    const message = { id: event.id, body: Buffer.from(JSON.stringify(this.subscriptions.asListed(event))), attempt: 1 };
    const prepared = { url: webhook.url, webhookId: webhook.id, secrets, message };
    const result = await this.requests.send(webhook, () => Promise.resolve(prepared), NEVER.signal);
    if (!result) throw new Error('A sample is always sent');
    const { delivered, status, durationMs, failureClass, responseExcerpt } = result;
    return { delivered, status, durationMs, failureClass, responseExcerpt };
  }
}

const NEVER = new AbortController();
