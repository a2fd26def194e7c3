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
import { NotificationLinks } from './notification-links';
import { pushMessage } from './notification-push';
import type { NotificationReason } from './member-notification.types';
import type { NotificationFacts } from './notification-verdict';

/** Of one workspace, that one round decides about, in the same statements. */
const BATCH = 200;
/** Rounds at the same time, so that no workspace waits for the devices of another. */
const ROUNDS = 3;
/** Members of a round whose devices are written to at the same time, since a push service may take seconds. */
const MOST_AT_ONCE = 16;
/** Of a notification whose processes died. */
const MAX_ATTEMPTS = 5;

type Pushed = NotificationFacts & Pick<PushClaim, 'fence'>;

/** Pushes of one workspace. */
interface PushBatch {
  workspaceId: string;
  pushed: readonly Pushed[];
}

/**
 * Pushes notifications to the devices of members. A process that dies while it does leaves them to another one, which may push
 * them again: with the same tag, so that a device shows one.
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

  /** Null where nothing is due; a batch may be empty, where no member is to be notified now. */
  private claim(workspaceId: string, leaseSeconds: number): Promise<PushBatch | null> {
    return this.work.run(async () => {
      const facts = await this.jobs.claimPushes(workspaceId, BATCH);
      if (facts.length === 0) return null;
      const told = await this.decisions.decide(facts);
      const claims = new Map((await this.jobs.beginPushes(told, leaseSeconds)).map(({ id, fence }) => [id, fence]));
      const pushed = told.flatMap((one) => {
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
    const back = waiting.map(givenBack);
    await this.jobs.finishPushes([...finished, ...back]);
    await round.end();
    logger.info({ pushes: finished.length, left: pushed.length - finished.length }, 'notifications pushed');
  }

  /** The leases decide. */
  private unsettled(error: unknown): Promise<true> {
    logger.error({ err: error, task: this.queue.name }, 'background work failed');
    return Promise.resolve(true);
  }

  /** Null: it is not known why, and the lease decides. */
  private async send(one: Pushed, round: PushRound, signal: AbortSignal): Promise<FinishedPush | null> {
    try {
      const message = pushMessage(one, this.links);
      const only = one.deviceIds ?? undefined;
      return endOf(one, await round.send(one.accountId ?? '', message, signal, only));
    } catch (error) {
      if (signal.aborted) return givenBack(one);
      logger.warn({ err: error, notification: one.id }, 'notification not pushed');
      return isUnreadable(error) ? ended(one, 'failed', 'push_unreadable') : null;
    }
  }
}

/** As it was before it was claimed: the process is to end, and another one goes on. Some devices may show it anew by then. */
function givenBack({ workspaceId, id, fence, deviceIds }: Pushed): FinishedPush {
  return { workspaceId, id, fence, state: 'queued', reason: null, dueAt: null, deviceIds, isTold: false };
}

/** Devices that may take it later are asked again, the others not. */
function endOf(one: Pushed, outcomes: readonly PushOutcome[]): FinishedPush {
  const isTold = outcomes.some(({ outcome }) => outcome === 'accepted');
  const later = outcomes.flatMap((told) => (told.outcome === 'retry' ? [told] : []));
  if (later.length > 0) {
    const dueAt = new Date(Math.min(...later.map(({ retryAt }) => retryAt.getTime())));
    return { ...givenBack(one), isTold, dueAt, deviceIds: later.map(({ deviceId }) => deviceId) };
  }
  if (isTold) return { ...givenBack(one), isTold, state: 'sent', deviceIds: null };
  return outcomes.length === 0 ? ended(one, 'dropped', 'no_device') : ended(one, 'failed', 'push_refused');
}

/** No device takes it any more. What one had before is told. */
function ended(one: Pushed, state: 'dropped' | 'failed', reason: NotificationReason): FinishedPush {
  const end = one.toldAt === null ? { state, reason } : { state: 'sent' as const };
  return { ...givenBack(one), ...end, deviceIds: null };
}

/** Of the installation or of the device. */
function isUnreadable(error: unknown): boolean {
  return error instanceof PushKeyUnreadable || error instanceof SubscriptionUnreadable;
}
