import type { EventPosition } from '../../common/event-types/event-position';
import { positionText } from '../../common/event-types/event-position';
import type { WebhookReplay } from '../replays/webhook-replay.entity';
import { afterFailure, afterSuccess, type Health, paused } from '../rules/webhook-health';
import type { Webhook } from '../webhook.entity';
import { cursorOf } from '../webhooks.repository';
import { sendInOrder } from './in-order';
import { ofDelivery, ofLog, type OutgoingEvent } from './outgoing-event';
import type { RoundResult } from './round-results';
import type { RoundTools } from './round-tools';

/** The most events of one part of a round: a process that dies repeats no more. */
const MOST_EVENTS = 50;
/** No attempt begins later than this in a round, so that results are stored and changes are seen. */
const LONGEST_MS = 10_000;

/**
 * One turn of a webhook that this process has leased: first the deliveries that are due, then new events of the log, then a replay. While
 * the webhook is failing, only one event is attempted.
 */
export class WebhookRound {
  private health: Health;
  /** Whether more can be done at once. */
  private hasMore = false;
  private isStopped = false;
  private readonly ends = performance.now() + LONGEST_MS;

  constructor(
    private webhook: Webhook,
    private readonly fence: string,
    private readonly tools: RoundTools,
    private readonly signal: AbortSignal,
  ) {
    this.health = healthOf(webhook);
  }

  /** When the webhook is due again. Null: once there are new events. */
  async run(): Promise<Date | 'now' | null> {
    if (this.webhook.state === 'failing') await this.probe();
    else {
      await this.retry();
      if (this.mayStart()) await this.follow();
      if (this.mayStart()) await this.replay();
    }
    return this.tools.nextTurn(this.webhook, this.hasMore);
  }

  private async retry(): Promise<void> {
    const due = await this.tools.deliveries.listDue(this.webhook, this.tools.holdSeconds, MOST_EVENTS);
    if (due.length === 0) return;
    const { attempted } = await this.send(due.map((delivery) => ofDelivery(delivery)));
    // Those that remain behind others wait as they did.
    await this.store({ events: attempted, health: this.health });
    this.hasMore ||= due.length === MOST_EVENTS || attempted.length < due.length;
  }

  /** Sends new events. The cursor moves past those that were sent or parked. */
  private async follow(): Promise<void> {
    const after = await this.cursor();
    const read = await this.tools.log.read(this.webhook, { after, limit: MOST_EVENTS });
    const events = read.events.map((event) => ofLog(this.webhook, event));
    const { done, isWhole } = await this.sendFresh(events, null);
    const cursor = isWhole ? read.next : done.at(-1)?.position;
    await this.store({ events: done, health: this.health, ...(cursor && { cursor }) });
    this.hasMore ||= isWhole ? read.hasMore : this.health.state === 'active';
  }

  private async replay(): Promise<void> {
    const replay = await this.tools.replays.findRunning(this.webhook.workspaceId, this.webhook.id);
    if (!replay) return;
    if (replay.hasReadAll) return this.tools.endReplay(this.webhook, replay);
    const read = await this.tools.readReplay(this.webhook, replay, MOST_EVENTS);
    const events = read.events.map((event) => ofLog(this.webhook, event, replay.id));
    const { done, isWhole } = await this.sendFresh(events, replay);
    await this.store({ events: done, health: this.health });
    const position = isWhole ? read.next : done.at(-1)?.position;
    const hasReadAll = isWhole && !read.hasMore;
    if (position) await this.tools.replays.advance(replay, { position: positionText(position), hasReadAll });
    this.hasMore = true;
  }

  /** The oldest event that was not delivered is the only probe; one that has held its subject for long comes after others. */
  private async probe(): Promise<void> {
    const oldest = await this.tools.deliveries.findOldestOpen(this.webhook, this.tools.holdSeconds);
    if (oldest && !oldest.isOverdue) return this.probeWith(ofDelivery(oldest.delivery), null);
    const read = await this.tools.log.read(this.webhook, { after: await this.cursor(), limit: 1 });
    const [next] = read.events;
    if (next) return this.probeWith(ofLog(this.webhook, next), next.position);
    if (oldest) return this.probeWith(ofDelivery(oldest.delivery), null);
    // Nothing is left that could be undelivered.
    this.health = {
      ...afterSuccess(this.health, this.webhook.parallelism, new Date()),
      lastDeliveredAt: this.health.lastDeliveredAt,
    };
    await this.store({ events: [], health: this.health, cursor: read.next });
    this.hasMore = read.hasMore;
  }

  private async probeWith(event: OutgoingEvent, position: EventPosition | null): Promise<void> {
    await this.attempt(event);
    if (!event.outcome) return;
    const isOver = event.outcome.kind === 'dropped' || this.health.state === 'active';
    const cursor = position && isOver ? { cursor: position } : {};
    await this.store({ events: [event], health: this.health, isProbe: true, ...cursor });
    this.hasMore = isOver;
  }

  /** Sends events that have no delivery. Those behind others are parked; events that did not begin are read again. */
  private async sendFresh(
    events: readonly OutgoingEvent[],
    replay: WebhookReplay | null,
  ): Promise<{ done: OutgoingEvent[]; isWhole: boolean }> {
    const subjects = [...new Set(events.flatMap(({ subject }) => subject ?? []))];
    const held = await this.tools.deliveries.listHeldSubjects(this.webhook, subjects, {
      holdSeconds: this.tools.holdSeconds,
      replayId: replay?.id ?? null,
    });
    await this.send(events, held);
    const last = events.findLastIndex(({ outcome }) => outcome !== undefined && outcome.kind !== 'waiting');
    const isWhole = events.every(({ outcome }) => outcome !== undefined);
    const done = isWhole ? [...events] : events.slice(0, last + 1);
    for (const event of done) event.outcome ??= { kind: 'waiting' };
    return { done, isWhole };
  }

  private async send(
    events: readonly OutgoingEvent[],
    held?: ReadonlySet<string>,
  ): Promise<{ attempted: OutgoingEvent[] }> {
    const { behind } = await sendInOrder(events, {
      pace: () => this.health.pace,
      mayStart: () => this.mayStart(),
      send: (event) => this.attempt(event),
      ...(held && { held }),
    });
    for (const event of behind) event.outcome = { kind: 'waiting' };
    return { attempted: events.filter(({ outcome }) => outcome !== undefined && outcome.kind !== 'waiting') };
  }

  /** Returns whether later events of the subject may follow. */
  private async attempt(event: OutgoingEvent): Promise<boolean> {
    try {
      const outcome = await this.tools.attempts.attempt(this.webhook, event, this.fence, this.signal);
      if (outcome.kind === 'changed') this.isStopped = true;
      else if (outcome.kind === 'secret_unreadable') this.health = paused(this.health, 'secret_unreadable');
      else event.outcome = outcome;
      if (outcome.kind !== 'attempted') return outcome.kind === 'dropped';
      const { result } = outcome;
      this.health = result.delivered
        ? afterSuccess(this.health, this.webhook.parallelism, result.at)
        : afterFailure(
            this.health,
            { ...result, failureClass: result.failureClass! },
            { now: result.at, pauseAfterMs: this.tools.pauseAfterMs },
          );
      return result.delivered;
    } catch (error) {
      this.tools.ignoreIfStopping(error, this.signal);
      this.isStopped = true;
      return false;
    }
  }

  private mayStart(): boolean {
    const { state, restingUntil } = this.health;
    if (this.isStopped || this.signal.aborted || state !== 'active') return false;
    return performance.now() < this.ends && (restingUntil === null || restingUntil.getTime() <= Date.now());
  }

  /** The cursor, or the oldest event that is kept, if retention was faster. */
  private async cursor(): Promise<EventPosition> {
    const cursor = cursorOf(this.webhook);
    const oldest = await this.tools.expired(this.webhook, cursor);
    if (!oldest) return cursor;
    const missed = { from: positionText(cursor), to: positionText(oldest) };
    await this.store({ events: [], health: this.health, cursor: oldest, missed });
    return oldest;
  }

  private async store(result: RoundResult): Promise<void> {
    this.webhook = await this.tools.results.store(this.webhook, this.fence, result);
    this.health = healthOf(this.webhook);
  }
}

function healthOf(webhook: Webhook): Health {
  const { state, pauseReason, consecutiveFailures, failingSince, probes, restingUntil, pace, paced } = webhook;
  const { lastDeliveredAt, lastFailedAt, lastFailureClass, lastFailureStatus } = webhook;
  const seen = { lastDeliveredAt, lastFailedAt, lastFailureClass, lastFailureStatus };
  return { state, pauseReason, consecutiveFailures, failingSince, probes, restingUntil, pace, paced, ...seen };
}
