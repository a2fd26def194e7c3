import { Injectable } from '@nestjs/common';
import { KeptEvents } from '../../events/kept-events.service';
import { WebhookSecretsService } from '../secrets/webhook-secrets.service';
import type { Webhook } from '../webhook.entity';
import { WebhooksRepository } from '../webhooks.repository';
import { EventBodies } from './event-bodies';
import type { Outcome, OutgoingEvent } from './outgoing-event';
import { type PreparedRequest, WebhookRequests } from './webhook-requests';

/** Why an attempt did not begin. `changed`: the webhook was paused or removed, or another process has it. */
export type Stop = { kind: 'changed' } | { kind: 'secret_unreadable' };

/**
 * Attempts one event. Immediately before the request it reads the webhook, its secrets and the event anew: a webhook that was changed
 * gets no request as it was before, and an event that was erased is not sent.
 */
@Injectable()
export class EventAttempts {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly secrets: WebhookSecretsService,
    private readonly kept: KeptEvents,
    private readonly bodies: EventBodies,
    private readonly requests: WebhookRequests,
  ) {}

  /** @throws the abort reason of `signal`; then the request may have arrived */
  async attempt(webhook: Webhook, event: OutgoingEvent, fence: string, signal: AbortSignal): Promise<Outcome | Stop> {
    let end: Outcome | Stop = { kind: 'changed' };
    const prepare = async (): Promise<PreparedRequest | null> => {
      const prepared = await this.prepared(webhook, event, fence);
      if (!('kind' in prepared)) return prepared;
      end = prepared;
      return null;
    };
    const result = await this.requests.send(webhook, prepare, signal);
    return result ? { kind: 'attempted', result } : end;
  }

  private async prepared(
    webhook: Webhook,
    event: OutgoingEvent,
    fence: string,
  ): Promise<Outcome | Stop | PreparedRequest> {
    const now = await this.webhooks.findHeld(webhook, fence);
    if (!now || now.state === 'paused') return { kind: 'changed' };
    const { delivery, eventId: id, replayId } = event;
    const logged = await this.kept.find(webhook.workspaceId, event, now.agentIds);
    if (!logged) return { kind: 'dropped' };
    const secrets = await this.secrets.open(webhook);
    if (!secrets) return { kind: 'secret_unreadable' };
    const body = await this.bodies.of(logged, now);
    const attempt = (delivery?.attemptCount ?? 0) + 1;
    return { url: now.url, secrets, webhookId: webhook.id, message: { id, body, attempt, replayId } };
  }
}
