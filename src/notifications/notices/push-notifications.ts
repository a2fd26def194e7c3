import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { BackgroundRunner, type BackgroundTask } from '../../common/jobs/background-runner';
import { Lease } from '../../common/jobs/lease';
import { InFlight } from '../../common/jobs/in-flight';
import { logger } from '../../common/logging/logger';
import { SubscriptionUnreadable } from '../devices/sealed-subscriptions';
import { MemberPush } from '../push/member-push';
import { PushKeyUnreadable } from '../push/push-keys.service';
import type { PushOutcome } from '../push/push-message.types';
import type { PushRound } from '../push/push-round';
import { NotificationDecisionsService } from './notification-decisions.service';
import { type FinishedPush, NotificationJobsRepository, type PushClaim } from './notification-jobs.repository';
import { NotificationLinks } from './notification-links';
import { pushMessage } from './notification-push';
import type { NotificationReason } from './member-notification.types';
import type { NotificationFacts } from './notification-verdict';

const LEASE = new Lease(60);
/** Of one workspace, that one round decides about, in the same statements. */
const BATCH = 200;
/** Rounds at the same time, so that no workspace waits for the devices of another. */
const ROUNDS = 3;
/** Members of a round whose devices are written to at the same time, since a push service may take seconds. */
const MOST_AT_ONCE = 16;
/** Of a notification whose processes died. */
const MOST_ATTEMPTS = 5;

type Pushed = NotificationFacts & Pick<PushClaim, 'fence'>;

/**
 * Pushes notifications to the devices of members. A process that dies while it does leaves them to another one, which may push
 * them again: with the same tag, so that a device shows one.
 */
@Injectable()
export class PushNotifications implements BackgroundTask {
  readonly name = 'push-notifications';
  readonly idleMs = 500;
  private readonly inFlight = new InFlight(ROUNDS);

  constructor(
    private readonly jobs: NotificationJobsRepository,
    private readonly decisions: NotificationDecisionsService,
    private readonly push: MemberPush,
    private readonly links: NotificationLinks,
    private readonly work: UnitOfWork,
    runner: BackgroundRunner,
  ) {
    runner.register(this);
  }

  /** Begins one round, and returns before it has ended. */
  async runOnce(signal: AbortSignal): Promise<boolean> {
    await this.inFlight.room();
    const { isWork, pushed } = await this.claim();
    const [first] = pushed;
    if (first) this.inFlight.add(this.begun(pushed, signal), first.workspaceId);
    return isWork;
  }

  get roomAgain(): Promise<void> | null {
    return this.inFlight.roomAgain;
  }

  settled(): Promise<void> {
    return this.inFlight.settled();
  }

  private async begun(pushed: readonly Pushed[], signal: AbortSignal): Promise<void> {
    await this.round(pushed, signal).catch((error: unknown) => {
      logger.error({ err: error, task: this.name }, 'background work failed');
    });
  }

  private async round(pushed: readonly Pushed[], signal: AbortSignal): Promise<void> {
    await LEASE.whileHolding(
      () => this.jobs.renewPushes(pushed, LEASE),
      async () => {
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
      },
    );
  }

  private claim(): Promise<{ isWork: boolean; pushed: Pushed[] }> {
    return this.work.run(async () => {
      const facts = await this.jobs.claimPushes(BATCH, MOST_ATTEMPTS, this.inFlight);
      const told = await this.decisions.decide(facts);
      const claims = new Map((await this.jobs.beginPushes(told, LEASE)).map(({ id, fence }) => [id, fence]));
      const pushed = told.flatMap((one) => {
        const fence = claims.get(one.id);
        return fence === undefined ? [] : [{ ...one, fence }];
      });
      return { isWork: facts.length > 0, pushed };
    });
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
