import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { LeasedQueue } from '../../common/jobs/leased-queue';
import { LeasedQueues } from '../../common/jobs/leased-queues';
import { leasedStates } from '../../common/jobs/queues';
import { logger } from '../../common/logging/logger';
import { SubscriptionUnreadable } from '../devices/sealed-subscriptions';
import { MemberPush } from '../push/member-push';
import { PushKeyUnreadable } from '../push/push-keys.service';
import type { PushOutcome } from '../push/push-message.types';
import type { PushRound } from '../push/push-round';
import { MemberNotification } from './member-notification.entity';
import { NotificationDecisionsService } from './notification-decisions.service';
import { type FinishedPush, NotificationJobsRepository, type PushClaim } from './notification-jobs.repository';
import { IS_ANY_PUSH_LOST } from './notification-jobs.sql';
import { NotificationLinks } from './notification-links';
import { pushMessage } from './notification-push';
import type { NotificationReason } from './member-notification.types';
import type { NotificationFacts } from './notification-verdict';

/** Number of notifications of one workspace that a round handles, in the same statements. */
const BATCH = 200;
/** Number of concurrent rounds, so that no workspace waits for the devices of another. */
const ROUNDS = 3;
/** Number of members in a round whose devices are sent to concurrently, since a push service can take seconds. */
const MOST_AT_ONCE = 16;
/** Number of attempts of a notification whose processes died. */
const MAX_ATTEMPTS = 5;

type Pushed = NotificationFacts & Pick<PushClaim, 'fence'>;

/** Pushes of one workspace. */
interface PushBatch {
  workspaceId: string;
  pushed: readonly Pushed[];
}

/**
 * Pushes notifications to the devices of members. If a process dies, another one takes over and may push a notification
 * again. It has the same tag, so that a device shows it once.
 */
@Injectable()
export class PushNotifications {
  readonly queue: LeasedQueue<MemberNotification, PushBatch>;

  constructor(
    private readonly jobs: NotificationJobsRepository,
    private readonly decisions: NotificationDecisionsService,
    private readonly push: MemberPush,
    private readonly links: NotificationLinks,
    private readonly work: UnitOfWork,
    queues: LeasedQueues,
  ) {
    const isQueued = `channel = 'push' AND state = 'queued'`;
    this.queue = queues.open<MemberNotification, PushBatch>({
      name: 'notification_pushes',
      task: 'push-notifications',
      entity: MemberNotification,
      leaseSeconds: 60,
      concurrency: ROUNDS,
      idleMs: 500,
      work: (batch, signal) => this.round(batch, signal),
      onError: (_batch, error) => this.unsettled(error),
      beforeClaim: () => this.releaseLost(),
      isAlsoDue: IS_ANY_PUSH_LOST,
      shape: {
        claim: (workspaceId, seconds) => this.claim(workspaceId, seconds),
        renew: ({ pushed }, seconds) => this.jobs.renewPushes(pushed, seconds),
        waiting: isQueued,
        due: 'due_at <= statement_timestamp()',
        states: leasedStates({ isQueued, isWorking: `channel = 'push' AND state = 'sending'`, due: 'due_at' }),
      },
    });
  }

  private async releaseLost(): Promise<false> {
    this.queue.countTakeovers(await this.jobs.releaseLostPushes(MAX_ATTEMPTS));
    return false;
  }

  /** Returns null if no pushes are due. The batch is empty if no member is to be notified now. */
  private claim(workspaceId: string, leaseSeconds: number): Promise<PushBatch | null> {
    return this.work.run(async () => {
      const facts = await this.jobs.claimPushes(workspaceId, BATCH);
      if (facts.length === 0) return null;
      const due = await this.decisions.decide(facts);
      const claims = new Map((await this.jobs.beginPushes(due, leaseSeconds)).map(({ id, fence }) => [id, fence]));
      const pushed = due.flatMap((one) => {
        const fence = claims.get(one.id);
        return fence === undefined ? [] : [{ ...one, fence }];
      });
      return { workspaceId, pushed };
    });
  }

  private async round({ pushed }: PushBatch, signal: AbortSignal): Promise<void> {
    if (pushed.length === 0) return;
    const finished: FinishedPush[] = [];
    const waiting = [...pushed];
    const round = await this.push.begin(pushed.flatMap(({ accountId }) => accountId ?? []));
    const take = async (): Promise<void> => {
      while (!signal.aborted) {
        const next = waiting.pop();
        if (!next) return;
        const end = await this.send(next, round, signal);
        if (end) finished.push(end);
      }
    };
    await Promise.all(Array.from({ length: MOST_AT_ONCE }, take));
    const back = waiting.map(requeued);
    await this.jobs.finishPushes([...finished, ...back]);
    await round.end();
    logger.info({ pushes: finished.length, left: pushed.length - finished.length }, 'notifications pushed');
  }

  /** Claims of this round end with their leases. */
  private unsettled(error: unknown): Promise<true> {
    logger.error({ err: error, task: this.queue.name }, 'background work failed');
    return Promise.resolve(true);
  }

  /** Null: the cause is unknown, and the notification is released when its lease ends. */
  private async send(one: Pushed, round: PushRound, signal: AbortSignal): Promise<FinishedPush | null> {
    try {
      const message = pushMessage(one, this.links);
      const only = one.deviceIds ?? undefined;
      return endOf(one, await round.send(one.accountId ?? '', message, signal, only));
    } catch (error) {
      if (signal.aborted) return requeued(one);
      logger.warn({ err: error, notification: one.id }, 'notification not pushed');
      return isUnreadable(error) ? ended(one, 'failed', 'push_unreadable') : null;
    }
  }
}

/**
 * Restores the state before the claim: this process stops, and another one continues. Some devices may show the push
 * again.
 */
function requeued({ workspaceId, id, fence, deviceIds }: Pushed): FinishedPush {
  return { workspaceId, id, fence, state: 'queued', reason: null, dueAt: null, deviceIds, isAccepted: false };
}

/** Only devices that may accept it later are tried again. */
function endOf(one: Pushed, outcomes: readonly PushOutcome[]): FinishedPush {
  const isAccepted = outcomes.some(({ outcome }) => outcome === 'accepted');
  const later = outcomes.flatMap((outcome) => (outcome.outcome === 'retry' ? [outcome] : []));
  if (later.length > 0) {
    const dueAt = new Date(Math.min(...later.map(({ retryAt }) => retryAt.getTime())));
    return { ...requeued(one), isAccepted, dueAt, deviceIds: later.map(({ deviceId }) => deviceId) };
  }
  if (isAccepted) return { ...requeued(one), isAccepted, state: 'sent', deviceIds: null };
  return outcomes.length === 0 ? ended(one, 'dropped', 'no_device') : ended(one, 'failed', 'push_refused');
}

/** No device accepts it any more. If one accepted it earlier, it counts as sent. */
function ended(one: Pushed, state: 'dropped' | 'failed', reason: NotificationReason): FinishedPush {
  const end = one.notifiedAt === null ? { state, reason } : { state: 'sent' as const };
  return { ...requeued(one), ...end, deviceIds: null };
}

/** Because of the installation's key or the device's subscription. */
function isUnreadable(error: unknown): boolean {
  return error instanceof PushKeyUnreadable || error instanceof SubscriptionUnreadable;
}
