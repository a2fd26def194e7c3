import { Injectable } from '@nestjs/common';
import { databaseTime } from '../../common/database/database-time';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { EventPosition } from '../../common/event-types/event-position';
import { ClaimLost } from '../../common/jobs/lease';
import { Settings } from '../../config/load-settings';
import { KeptEvents } from '../../events/kept-events.service';
import {
  type DeliveryChange,
  type NewDelivery,
  WebhookDeliveriesRepository,
} from '../deliveries/webhook-deliveries.repository';
import type { StoredAttempt } from '../deliveries/webhook-delivery.entity';
import { WebhookMails } from '../notices/webhook-mails';
import { WebhookReplaysRepository } from '../replays/webhook-replays.repository';
import { RetrySchedule } from '../rules/retry-schedule';
import { type Health, nextProbe } from '../rules/webhook-health';
import { StateChanges } from '../state-changes';
import type { Webhook } from '../webhook.entity';
import { cursorColumns, WebhooksRepository } from '../webhooks.repository';
import type { OutgoingEvent } from './outgoing-event';
import type { TimedResult } from './webhook-requests';

/** The attempts that a delivery keeps; those before are only counted. */
const MOST_ATTEMPTS = 20;

/** What a part of a round has come to. */
export interface RoundResult {
  /** Events with an outcome. */
  events: readonly OutgoingEvent[];
  /** The webhook after the attempts. */
  health: Health;
  /** The new cursor; absent: it stands still. */
  cursor?: EventPosition;
  /** Events between these were deleted before they were sent. */
  missed?: { from: string; to: string };
  /** A probe that failed is not parked: its event is read again. */
  isProbe?: true;
}

/** Stores the results of a round in one transaction: deliveries, cursor, and the health of the webhook. */
@Injectable()
export class RoundResults {
  private readonly schedule: RetrySchedule;

  constructor(
    private readonly work: UnitOfWork,
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly replays: WebhookReplaysRepository,
    private readonly kept: KeptEvents,
    private readonly changes: StateChanges,
    private readonly mails: WebhookMails,
    settings: Settings,
  ) {
    this.schedule = new RetrySchedule(settings.values.WEBHOOK_RETRY_SECONDS);
  }

  /**
   * Returns the webhook as it is afterwards. If an admin has changed it meanwhile, its state is theirs.
   *
   * @throws ClaimLost if the webhook was removed, or another process has it; then nothing is stored
   */
  store(before: Webhook, fence: string, result: RoundResult): Promise<Webhook> {
    return this.work.run(async () => {
      const webhook = await this.webhooks.findHeldLocked(before, fence);
      if (!webhook) throw new ClaimLost();
      const now = await databaseTime(this.work);
      await this.insert(webhook, result, now);
      for (const event of result.events)
        if (event.delivery) await this.settle(event, event.delivery, result.health, now);
      await this.count(webhook, result.events, now);
      const { health } = result;
      const isTheirs = webhook.version !== before.version;
      const { lastDeliveredAt, lastFailedAt, lastFailureClass, lastFailureStatus } = health;
      const seen = { lastDeliveredAt, lastFailedAt, lastFailureClass, lastFailureStatus };
      const missed = result.missed
        ? { missedFrom: webhook.missedFrom ?? result.missed.from, missedTo: result.missed.to }
        : {};
      const change = {
        ...(isTheirs ? seen : health),
        ...missed,
        ...(result.cursor ? cursorColumns(result.cursor) : {}),
      };
      await this.webhooks.update(webhook, change);
      const after = Object.assign(this.copy(webhook), change);
      if (before.state === 'failing' && after.state === 'active') await this.deliveries.makeDue(webhook);
      if (after.state !== webhook.state) this.changes.publish(after);
      await this.mails.announce(after, now);
      return after;
    });
  }

  private copy(webhook: Webhook): Webhook {
    return Object.assign(Object.create(Object.getPrototypeOf(webhook) as object) as Webhook, webhook);
  }

  /** Deliveries of events that had none. Events that were erased meanwhile get none. */
  private async insert(webhook: Webhook, { events, health, isProbe }: RoundResult, now: Date): Promise<void> {
    const fresh = events.filter((event) => !event.delivery && !(isProbe && !isDelivered(event)));
    if (fresh.length === 0) return;
    const kept = await this.kept.lock(webhook.workspaceId, fresh);
    await this.deliveries.insertAll(
      fresh.filter(({ eventId }) => kept.has(eventId)).map((event) => this.newDelivery(webhook, event, health, now)),
    );
  }

  private newDelivery(webhook: Webhook, event: OutgoingEvent, health: Health, now: Date): NewDelivery {
    const { eventId, position, type, agentId, conversationId, contactId, about, subject, replayId } = event;
    const none = { attemptCount: 0, firstAttemptAt: null, lastAttemptAt: null, status: null, failureClass: null };
    return {
      ...{ workspaceId: webhook.workspaceId, webhookId: webhook.id, eventId, type, agentId, conversationId, contactId },
      ...{ transactionNumber: position.transactionId, eventNumber: position.id, positionedAt: position.at },
      ...{ subject: about, holds: subject !== null, replayId, state: 'waiting', nextAttemptAt: null, finishedAt: null },
      ...{ ...none, attempts: [] },
      ...this.after(event, health, now),
    };
  }

  private async settle(
    event: OutgoingEvent,
    delivery: NonNullable<OutgoingEvent['delivery']>,
    health: Health,
    now: Date,
  ): Promise<void> {
    const change = this.after(event, health, now);
    if (Object.keys(change).length > 0) await this.deliveries.update(delivery, change);
  }

  private after({ outcome, delivery }: OutgoingEvent, health: Health, now: Date): DeliveryChange {
    switch (outcome?.kind) {
      case 'attempted':
        return this.afterAttempt(outcome.result, delivery, health, now);
      case 'dropped':
        return { state: 'dropped', nextAttemptAt: null, finishedAt: now };
      default:
        return {};
    }
  }

  private afterAttempt(
    result: TimedResult,
    delivery: OutgoingEvent['delivery'],
    health: Health,
    now: Date,
  ): DeliveryChange {
    const { at, delivered, status, failureClass } = result;
    const attemptCount = (delivery?.attemptCount ?? 0) + 1;
    const firstAttemptAt = delivery?.firstAttemptAt ?? at;
    const attempts = [...(delivery?.attempts ?? []), storedAttempt(attemptCount, result)].slice(-MOST_ATTEMPTS);
    const seen = { attemptCount, firstAttemptAt, lastAttemptAt: at, status, failureClass, attempts };
    if (delivered) return { ...seen, state: 'delivered', nextAttemptAt: null, finishedAt: now };
    if (this.schedule.isExhausted(attemptCount, firstAttemptAt, now)) {
      return { ...seen, state: 'failed', nextAttemptAt: null, finishedAt: now };
    }
    return {
      ...seen,
      state: 'pending',
      nextAttemptAt: this.nextAttempt(attemptCount, result, health, now),
      finishedAt: null,
    };
  }

  private nextAttempt(attempts: number, { retryAfterMs }: TimedResult, health: Health, now: Date): Date {
    if (health.state === 'failing') return nextProbe(health, now);
    return new Date(now.getTime() + Math.max(this.schedule.waitMs(attempts), retryAfterMs ?? 0));
  }

  private async count(webhook: Webhook, events: readonly OutgoingEvent[], now: Date): Promise<void> {
    const counts = new Map<string, { sent: number; failed: number }>();
    for (const event of events) {
      if (event.replayId === null) continue;
      const one = counts.get(event.replayId) ?? { sent: 0, failed: 0 };
      if (isDelivered(event)) one.sent += 1;
      else if (this.after(event, webhook, now).finishedAt) one.failed += 1;
      counts.set(event.replayId, one);
    }
    for (const [id, count] of counts) await this.replays.count({ workspaceId: webhook.workspaceId, id }, count);
  }
}

function isDelivered({ outcome }: OutgoingEvent): boolean {
  return outcome?.kind === 'attempted' && outcome.result.delivered;
}

function storedAttempt(
  number: number,
  { at, durationMs, status, failureClass, responseExcerpt }: TimedResult,
): StoredAttempt {
  return { number, at: at.toISOString(), durationMs, status, failureClass, responseExcerpt };
}
