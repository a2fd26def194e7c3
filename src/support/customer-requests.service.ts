import { Injectable } from '@nestjs/common';
import { databaseTime } from '../common/database/database-time';
import { UnitOfWork } from '../common/database/unit-of-work';
import { DomainEvents } from '../common/events/domain-events';
import { shortened } from '../common/text/excerpt';
import { ConversationWriter } from '../conversations/conversation-writer.service';
import { RequestChangesService } from './request-changes.service';
import { snapshotOf } from './request-snapshot';
import { SupportRequestMessageReceived } from './support-events';
import type { SupportRequest } from './support-request.entity';
import type { DispositionCode } from './support-request.types';
import { type RequestKey, SupportRequestsRepository } from './support-requests.repository';

/** Longest subject, in code points. */
const SUBJECT_LENGTH = 200;
/** How long after its end a request is taken up again where a reply comes back. */
const REOPENED_WITHIN_MS = 7 * 24 * 3_600_000;
/** Ended so, there is nothing to take up again. */
const OVER: readonly DispositionCode[] = ['spam', 'duplicate'];

const CUSTOMER_WROTE = 'The customer wrote.';
const CAME_BACK = 'A reply to the customer came back.';

interface OfConversation {
  workspaceId: string;
  conversationId: string;
  agentId: string;
}

/** A conversation in which the customer has written. `isOver`: it had been closed for so long that they begin anew. */
interface WrittenConversation extends OfConversation {
  isOver?: boolean;
}

interface CustomerMessage {
  text: string;
  at: Date;
}

/**
 * Support requests as what customers do moves them, without a member. Joins the caller's transaction, and the caller holds
 * the conversation's lock where it says so.
 */
@Injectable()
export class CustomerRequestsService {
  constructor(
    private readonly requests: SupportRequestsRepository,
    private readonly changes: RequestChangesService,
    private readonly conversations: ConversationWriter,
    private readonly events: DomainEvents,
    private readonly work: UnitOfWork,
  ) {}

  /**
   * The agent hands over the customer, who has written this: what is live goes on as with any message to people, and where
   * nothing is, a request is opened. The id of the oldest live one. The caller holds the conversation's lock.
   */
  async handOver(of: OfConversation, message: CustomerMessage): Promise<string> {
    const live = await this.requests.listLive(of.workspaceId, of.conversationId);
    return (await this.continueLive(live, message.at)) ?? (await this.open(of, message.text, 'hand_over')).id;
  }

  /**
   * The customer has written to people: what waits for that goes on; where nothing is live, the last request is reopened, and
   * where there is none to reopen another one is opened. The id of the oldest live one. The caller holds the conversation's
   * lock.
   */
  async wrote(of: WrittenConversation, message: CustomerMessage): Promise<string> {
    const live = await this.requests.listLive(of.workspaceId, of.conversationId);
    return (await this.continueLive(live, message.at)) ?? (await this.takeUp(of, CUSTOMER_WROTE, message.text)).id;
  }

  /** Reopens the request that ended last, if none is live and it ended within 7 days, since a reply did not arrive. */
  async reopenAfterBounce(of: OfConversation): Promise<void> {
    const live = await this.requests.listLive(of.workspaceId, of.conversationId);
    const last = live.length === 0 ? await this.requests.findLastEnded(of.workspaceId, of.conversationId) : null;
    if (!last) return;
    const now = await databaseTime(this.work);
    if (isRecent(last, now)) await this.move(last, 'reopen', CAME_BACK, now);
  }

  /** A request that waited until a given time. False where it no longer does. */
  async resume({ workspaceId, id, conversationId }: RequestKey): Promise<boolean> {
    return this.work.run(async () => {
      const everything = { workspaceId, agentIds: null, planId: '' };
      await this.conversations.requireLocked(everything, conversationId);
      const request = await this.requests.find(workspaceId, id);
      const now = await databaseTime(this.work);
      return request !== null && (await this.changes.resumed(request, now)) !== request;
    });
  }

  /** Resumes the live requests that wait for the customer, who has written. The id of the first; null: there are none. */
  private async continueLive(live: readonly SupportRequest[], writtenAt: Date): Promise<string | null> {
    if (live.length === 0) return null;
    const now = await databaseTime(this.work);
    for (const one of live) {
      const request = await this.changes.resumed(one, now);
      const isAwaited = request.state === 'waiting' && request.waitingOn === 'customer';
      const current = isAwaited ? await this.move(request, 'activate', CUSTOMER_WROTE, now) : request;
      const times = { writtenAt: writtenAt.toISOString(), recordedAt: now.toISOString() };
      this.events.publish(new SupportRequestMessageReceived({ ...snapshotOf(current), ...times }));
    }
    return live[0]?.id ?? null;
  }

  private async takeUp(
    { isOver = false, ...of }: WrittenConversation,
    reason: string,
    subject: string,
  ): Promise<SupportRequest> {
    const last = isOver ? null : await this.requests.findLastEnded(of.workspaceId, of.conversationId);
    if (last?.dispositionCode && !OVER.includes(last.dispositionCode)) {
      return this.move(last, 'reopen', reason, await databaseTime(this.work));
    }
    return this.open(of, subject, 'customer');
  }

  private async open(of: OfConversation, subject: string, origin: 'hand_over' | 'customer'): Promise<SupportRequest> {
    const now = await databaseTime(this.work);
    const cause = { memberId: null, reason: null, occurredAt: now, recordedAt: now };
    const opened = { ...of, subject: shortened(subject, SUBJECT_LENGTH) };
    return this.changes.open(opened, { origin, priority: 'normal' }, cause);
  }

  private async move(
    request: SupportRequest,
    kind: 'activate' | 'reopen',
    reason: string,
    now: Date,
  ): Promise<SupportRequest> {
    // A member may have dated the transition before a little ahead.
    const occurredAt = now > request.stateSince ? now : request.stateSince;
    const cause = { memberId: null, reason, occurredAt, recordedAt: now };
    return (await this.changes.move(request, { kind }, cause)).request;
  }
}

function isRecent({ endedAt }: SupportRequest, now: Date): boolean {
  return endedAt !== null && now.getTime() - endedAt.getTime() < REOPENED_WITHIN_MS;
}
