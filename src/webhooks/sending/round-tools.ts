import { Injectable } from '@nestjs/common';
import { type EventPosition, isPast, positionOf } from '../../common/event-types/event-position';
import { Settings } from '../../config/load-settings';
import type { ReadEvents } from '../../events/event-log.types';
import { WebhookDeliveriesRepository } from '../deliveries/webhook-deliveries.repository';
import type { WebhookReplay } from '../replays/webhook-replay.entity';
import { WebhookReplaysRepository } from '../replays/webhook-replays.repository';
import { nextProbe } from '../rules/webhook-health';
import type { Webhook } from '../webhook.entity';
import { EventAttempts } from './event-attempts';
import { RoundResults } from './round-results';
import { WebhookLog } from './webhook-log';

/** What rounds of all webhooks share. */
@Injectable()
export class RoundTools {
  readonly holdSeconds: number;
  readonly pauseAfterMs: number;

  constructor(
    readonly attempts: EventAttempts,
    readonly deliveries: WebhookDeliveriesRepository,
    readonly log: WebhookLog,
    readonly replays: WebhookReplaysRepository,
    readonly results: RoundResults,
    { values }: Settings,
  ) {
    this.holdSeconds = values.WEBHOOK_HOLD_SECONDS;
    this.pauseAfterMs = values.WEBHOOK_PAUSE_AFTER_SECONDS * 1_000;
  }

  /** Events of a replay up to its end. */
  async readReplay(webhook: Webhook, replay: WebhookReplay, limit: number): Promise<ReadEvents> {
    const [after, end] = [positionOf(replay.position)!, positionOf(replay.toPosition)!];
    const read = await this.log.read(webhook, { after, limit, types: replay.types });
    const events = read.events.filter(({ position }) => !isPast(position, end));
    const hasMore = read.hasMore && events.length === read.events.length && !isPast(read.next, end);
    return { events, next: read.next, hasMore };
  }

  /** Ends a replay whose events were all reached, once none of them waits. */
  async endReplay({ workspaceId, id }: Webhook, replay: WebhookReplay): Promise<void> {
    if (await this.deliveries.existsOpenOf(workspaceId, id, replay.id)) return;
    await this.replays.finish(replay, 'done');
  }

  /** When the webhook is due after a round. Null: once there are new events. */
  async nextTurn(webhook: Webhook, hasMore: boolean): Promise<Date | 'now' | null> {
    const { state, restingUntil } = webhook;
    const now = new Date();
    if (state === 'paused') return null;
    if (state === 'failing') return nextProbe(webhook, now);
    if (restingUntil && restingUntil > now) return restingUntil;
    return hasMore ? 'now' : this.deliveries.findNextDue(webhook, this.holdSeconds);
  }

  /** The oldest event that is kept, if events after the cursor were deleted. */
  expired(webhook: Webhook, cursor: EventPosition): Promise<EventPosition | null> {
    return this.log.expired(webhook.workspaceId, cursor);
  }

  /** @throws the error of an attempt, unless the process stops: then the event was attempted, and is repeated */
  ignoreIfStopping(error: unknown, signal: AbortSignal): void {
    if (!signal.aborted) throw error;
  }
}
