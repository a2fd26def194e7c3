import { Injectable } from '@nestjs/common';
import { advisoryLock, advisoryLocks } from '../../common/database/advisory-lock';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { leasedStates, Queues } from '../../common/jobs/queues';
import { Turns } from '../../common/jobs/turns';
import type { MemberNotification } from './member-notification.entity';
import type { DropReason, NotificationReason } from './member-notification.types';
import {
  BEGIN_PUSHES,
  BOUNCE_MAIL,
  CLAIM_PUSHES,
  FIND_RECIPIENT,
  FINISH_PUSHES,
  GATHER_MAIL,
  LIST_FACTS_OF_MAIL,
  LIST_FACTS_OF_PUSHES,
  RELEASE_LOST_PUSHES,
  RENEW_PUSHES,
  SETTLE_MAILS,
  UPDATE_NOT_TOLD,
} from './notification-jobs.sql';
import type { NotificationFacts } from './notification-verdict';

type Key = Pick<MemberNotification, 'workspaceId' | 'id'>;
/** A push that this process may send until its lease ends. */
export type PushClaim = Key & Pick<MemberNotification, 'fence'>;
export interface FinishedPush extends PushClaim {
  state: 'queued' | 'sent' | 'dropped' | 'failed';
  reason: NotificationReason | null;
  /** When it is tried again, and for which devices. */
  dueAt: Date | null;
  deviceIds: readonly string[] | null;
  /** Whether a device has taken it this time. */
  isTold: boolean;
}
/** Why somebody is not told, or until when that waits. */
export type NotTold = Key & { reason: DropReason | null; until: Date | null; wasPushed: boolean };

const WAITING_MAILS = { isQueued: `channel = 'email' AND state = 'queued'`, isWorking: 'false', due: 'due_at' };

/** What telling members reads and writes of notifications, beside the queue of pushes. */
@Injectable()
export class NotificationJobsRepository {
  private readonly turns: Turns;

  constructor(
    private readonly work: UnitOfWork,
    queues: Queues,
  ) {
    const table = 'member_notifications';
    // Those that are being sent are mails of the outbox.
    const { waiting, later } = leasedStates(WAITING_MAILS);
    queues.register({ queue: 'notification_mails', table, states: { waiting, later } });
    this.turns = new Turns(work, {
      table: `${table} t`,
      waiting: WAITING_MAILS.isQueued,
      due: 'due_at <= statement_timestamp()',
      since: 'due_at',
    });
  }

  /**
   * Of the workspace whose turn it is: whose mail has been due the longest, locked against others who gather for them; null where
   * there is none.
   */
  async findLockedRecipient(): Promise<Pick<MemberNotification, 'workspaceId' | 'recipientId'> | null> {
    type Recipient = Pick<MemberNotification, 'workspaceId' | 'recipientId'>;
    const found = await this.turns.take(async (workspaceId) => {
      const [recipient] = await this.work.query<Recipient>(FIND_RECIPIENT, [workspaceId]);
      return recipient ?? null;
    });
    if (found) await advisoryLock(this.work.manager, lockOf(found));
    return found;
  }

  /** Puts what is due of a recipient into a mail; false where they had one a moment ago, so that it waits. */
  async gather(
    { workspaceId, recipientId }: Pick<MemberNotification, 'workspaceId' | 'recipientId'>,
    mailId: string,
  ): Promise<boolean> {
    const [row] = await this.work.prepared<{ isMail: boolean }>(GATHER_MAIL, [workspaceId, recipientId, mailId]);
    return row?.isMail === true;
  }

  /** What mails have become of that told of notifications: how many of these. */
  async settleMails(): Promise<number> {
    return (await this.work.prepared(SETTLE_MAILS, [])).length;
  }

  /** What a mail told of has not arrived. Whether there was anything. */
  async bounceMail(mailId: string): Promise<boolean> {
    return (await this.work.prepared(BOUNCE_MAIL, [mailId])).length > 0;
  }

  /** Of one mail, locked, in the order in which it happened. */
  listLockedFactsOfMail(mailId: string): Promise<NotificationFacts[]> {
    return this.work.prepared<NotificationFacts>(LIST_FACTS_OF_MAIL, [mailId]);
  }

  /** What was being pushed by processes that died is due again, or given up: how many. */
  async releaseLostPushes(maxAttempts: number): Promise<number> {
    return (await this.work.prepared(RELEASE_LOST_PUSHES, [maxAttempts])).length;
  }

  /** Pushes of a workspace that are due, locked; no other transaction decides at the same time whether a member hears of a reply. */
  async claimPushes(workspaceId: string, most: number): Promise<NotificationFacts[]> {
    type Found = Key & Pick<MemberNotification, 'event' | 'recipientId'>;
    const found = await this.work.query<Found>(CLAIM_PUSHES, [workspaceId, most]);
    if (found.length === 0) return [];
    const replies = found.filter(({ event }) => event === 'customerReply');
    await advisoryLocks(this.work.manager, replies.map(lockOf));
    return this.work.prepared<NotificationFacts>(LIST_FACTS_OF_PUSHES, pairs(found));
  }

  async updateNotTold(notTold: readonly NotTold[]): Promise<void> {
    if (notTold.length > 0) await this.work.prepared(UPDATE_NOT_TOLD, [JSON.stringify(notTold)]);
  }

  beginPushes(keys: readonly Key[], leaseSeconds: number): Promise<PushClaim[]> {
    if (keys.length === 0) return Promise.resolve([]);
    return this.work.prepared<PushClaim>(BEGIN_PUSHES, [...pairs(keys), leaseSeconds]);
  }

  async renewPushes(claims: readonly PushClaim[], leaseSeconds: number): Promise<void> {
    await this.work.prepared(RENEW_PUSHES, [...pairs(claims), claims.map(({ fence }) => fence), leaseSeconds]);
  }

  async finishPushes(finished: readonly FinishedPush[]): Promise<void> {
    await this.work.prepared(FINISH_PUSHES, [JSON.stringify(finished)]);
  }
}

function lockOf({ recipientId }: Pick<MemberNotification, 'recipientId'>): string {
  return `member-notifications:${recipientId}`;
}

function pairs(keys: readonly Key[]): [string[], string[]] {
  return [keys.map(({ workspaceId }) => workspaceId), keys.map(({ id }) => id)];
}
