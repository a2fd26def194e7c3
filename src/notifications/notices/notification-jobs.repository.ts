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
  IS_ANY_MAIL_ENDED,
  LIST_FACTS_OF_MAIL,
  LIST_FACTS_OF_PUSHES,
  RELEASE_LOST_PUSHES,
  RENEW_PUSHES,
  SETTLE_MAILS,
  UPDATE_WITHHELD,
} from './notification-jobs.sql';
import type { NotificationFacts } from './notification-verdict';

type Key = Pick<MemberNotification, 'workspaceId' | 'id'>;
/** A push that this process may send until its lease ends. */
export type PushClaim = Key & Pick<MemberNotification, 'fence'>;
export interface FinishedPush extends PushClaim {
  state: 'queued' | 'sent' | 'dropped' | 'failed';
  reason: NotificationReason | null;
  /** When it is tried again, and on which devices. */
  dueAt: Date | null;
  deviceIds: readonly string[] | null;
  /** Whether a device accepted it this time. */
  isAccepted: boolean;
}
/** A notification that is not sent now: the reason to drop it, or the time until which it waits. */
export type Withheld = Key & { reason: DropReason | null; until: Date | null; wasPushed: boolean };

const WAITING_MAILS = { isQueued: `channel = 'email' AND state = 'queued'`, isWorking: 'false', due: 'due_at' };

/** The statements of sending notifications, except the queue of pushes. */
@Injectable()
export class NotificationJobsRepository {
  /** SQL: whether there are mails to gather, or outcomes of mails to copy. */
  readonly isAnyMailDue: string;
  private readonly turns: Turns;

  constructor(
    private readonly work: UnitOfWork,
    queues: Queues,
  ) {
    const table = 'member_notifications';
    // Notifications that are being sent are mails of the outbox.
    const { waiting, later } = leasedStates(WAITING_MAILS);
    queues.register({ queue: 'notification_mails', table, states: { waiting, later } });
    this.turns = new Turns(work, {
      table: `${table} t`,
      waiting: WAITING_MAILS.isQueued,
      due: 'due_at <= statement_timestamp()',
      since: 'due_at',
    });
    this.isAnyMailDue = `${this.turns.isAnyDue} OR ${IS_ANY_MAIL_ENDED}`;
  }

  /**
   * Finds the recipient whose mail has been due the longest, in the workspace whose turn it is, and makes others who
   * gather for this recipient wait. Returns null if there is none.
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

  /**
   * Puts the due notifications of a recipient into a mail. Returns false if they wait because the recipient got a mail
   * recently.
   */
  async gather(
    { workspaceId, recipientId }: Pick<MemberNotification, 'workspaceId' | 'recipientId'>,
    mailId: string,
  ): Promise<boolean> {
    const [row] = await this.work.prepared<{ isMail: boolean }>(GATHER_MAIL, [workspaceId, recipientId, mailId]);
    return row?.isMail === true;
  }

  /** Copies the outcomes of mails to their notifications. Returns the number of notifications. */
  async settleMails(): Promise<number> {
    return (await this.work.prepared(SETTLE_MAILS, [])).length;
  }

  /** Marks the notifications of a mail that bounced. Returns whether there were any. */
  async bounceMail(mailId: string): Promise<boolean> {
    return (await this.work.prepared(BOUNCE_MAIL, [mailId])).length > 0;
  }

  /** The notifications of one mail, locked, in the order of their events. */
  listLockedFactsOfMail(mailId: string): Promise<NotificationFacts[]> {
    return this.work.prepared<NotificationFacts>(LIST_FACTS_OF_MAIL, [mailId]);
  }

  /** Queues the pushes of processes that died again, or gives them up. Returns their number. */
  async releaseLostPushes(maxAttempts: number): Promise<number> {
    return (await this.work.prepared(RELEASE_LOST_PUSHES, [maxAttempts])).length;
  }

  /**
   * Due pushes of a workspace, locked. Also locks the recipients of replies, so that no concurrent transaction notifies
   * a member of the same conversation.
   */
  async claimPushes(workspaceId: string, most: number): Promise<NotificationFacts[]> {
    type Found = Key & Pick<MemberNotification, 'event' | 'recipientId'>;
    const found = await this.work.query<Found>(CLAIM_PUSHES, [workspaceId, most]);
    if (found.length === 0) return [];
    const replies = found.filter(({ event }) => event === 'customerReply');
    await advisoryLocks(this.work.manager, replies.map(lockOf));
    return this.work.prepared<NotificationFacts>(LIST_FACTS_OF_PUSHES, pairs(found));
  }

  async updateWithheld(withheld: readonly Withheld[]): Promise<void> {
    if (withheld.length > 0) await this.work.prepared(UPDATE_WITHHELD, [JSON.stringify(withheld)]);
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
