import type { Priority } from '../../src/support/support-request.types';
import type { MilestoneOutcome, SlaReplyType } from '../../src/sla/sla.types';
import { ModelRequest } from './support-model';
import type { Move, Promises } from './support-moves-model';

export type Channel = 'widget' | 'email';
export type ReplyState = 'queued' | 'sent' | 'failed' | 'uncertain' | 'undone' | 'bounced';
/** How an attempt to send a reply ends. */
export type Ending = 'sent' | 'refused' | 'uncertain';

export interface ModelReply {
  id: string;
  channel: Channel;
  type: SlaReplyType;
  writtenAt: number;
  /** How many messages of the customer there were. */
  after: number;
  status: ReplyState;
  version: number;
  dueAt: number;
  handedOverAt: number | null;
  sentAt: number | null;
}

const KNOWN: Partial<Record<ReplyState, MilestoneOutcome>> = {
  sent: 'accepted',
  failed: 'failed',
  bounced: 'failed',
  uncertain: 'uncertain',
  undone: 'cancelled',
};
const WEEK = 7 * 24 * 3_600_000;

/** A conversation with its support requests, oldest first, and its replies. */
export class ModelConversation {
  readonly requests: ModelRequest[] = [];
  readonly replies: ModelReply[] = [];
  readonly notes: { id: string; writtenAt: number }[] = [];
  status: 'open' | 'waiting' | 'closed' = 'open';
  handler: 'agent' | 'human';
  /** What the customer writes starts nothing. */
  isBlocked = false;
  private closedAt = Infinity;
  /** When the customer wrote. */
  private readonly written: number[] = [];

  constructor(
    readonly id: string,
    readonly channel: Channel,
    private readonly promises: Promises,
  ) {
    this.handler = channel === 'email' ? 'human' : 'agent';
  }

  get live(): ModelRequest[] {
    return this.requests.filter(({ isLive }) => isLive);
  }

  /** The one that ended last. */
  get lastEnded(): ModelRequest | null {
    const ended = this.requests.filter(({ isLive }) => !isLive);
    return ended.reduce<ModelRequest | null>((last, one) => (last && last.endedAt! > one.endedAt! ? last : one), null);
  }

  create(priority: Priority, now: number): void {
    this.open('member', priority, now);
  }

  move(request: ModelRequest, move: Move, at: number, now: number): void {
    if (move.kind === 'reopen' && this.status === 'closed') this.status = 'open';
    request.move(move, at, now, true);
  }

  close(now: number): void {
    if (this.status === 'closed') return;
    this.status = 'closed';
    this.closedAt = now;
  }

  reopen(): void {
    if (this.status === 'closed') this.status = 'open';
  }

  /** Whether it was closed so long ago that what is written begins something else. */
  isOver(now: number): boolean {
    return this.status === 'closed' && now - this.closedAt >= WEEK;
  }

  /** The customer writes by chat, and the agent may hand them over. */
  chat(now: number, isHandedOver: boolean): void {
    if (this.isBlocked) return;
    const isOver = this.isOver(now);
    this.status = 'open';
    this.written.push(now);
    if (this.handler === 'human') return this.wrote(now, isOver);
    if (!isHandedOver) return;
    this.handler = 'human';
    if (this.live.length === 0) this.open('hand_over', 'normal', now);
    else this.goOn(now);
  }

  mail(now: number, isAutomatic: boolean): void {
    if (isAutomatic || this.isBlocked) return;
    this.status = 'open';
    this.handler = 'human';
    this.written.push(now);
    this.wrote(now, false);
  }

  /** A member writes; the reply leaves later. */
  reply(reply: Pick<ModelReply, 'id' | 'channel' | 'type' | 'dueAt'>, now: number): void {
    const { length: after } = this.written;
    const none = { handedOverAt: null, sentAt: null };
    this.replies.push({ ...reply, ...none, writtenAt: now, after, status: 'queued', version: 1 });
    this.handler = 'human';
    if (this.status === 'closed') this.status = 'open';
  }

  /** An attempt to send it. */
  send(reply: ModelReply, ending: Ending, now: number): void {
    // While it is being sent.
    reply.version++;
    if (reply.channel === 'email' && ending !== 'refused') reply.handedOverAt = now;
    if (reply.channel === 'widget' || ending === 'sent') this.become(reply, 'sent', now, now);
    else this.become(reply, ending === 'refused' ? 'failed' : 'uncertain', now);
  }

  undo(reply: ModelReply, now: number): void {
    this.become(reply, 'undone', now);
  }

  settle(reply: ModelReply, outcome: 'sent' | 'failed', now: number): void {
    this.become(reply, outcome, now, reply.handedOverAt);
  }

  retry(reply: ModelReply, now: number): void {
    reply.dueAt = now;
    this.become(reply, 'queued', now);
  }

  bounce(reply: ModelReply, now: number): void {
    this.become(reply, 'bounced', now);
    const last = this.lastEnded;
    if (this.live.length === 0 && last && now - last.endedAt! < WEEK) this.system(last, { kind: 'reopen' }, now, now);
  }

  /** What waited until a time that has come goes on then. */
  resume(now: number): void {
    for (const request of this.requests) this.comeBy(request, now);
  }

  /** Every action on a request first resumes it if it was due, and counts nothing since. */
  comeBy(request: ModelRequest, now: number): void {
    const resumeAt = request.waits?.resumeAt ?? null;
    if (resumeAt !== null && resumeAt <= now) this.system(request, { kind: 'activate' }, resumeAt, resumeAt);
  }

  prioritize(request: ModelRequest, priority: Priority, now: number): void {
    request.prioritize(priority, now, (id) => this.writtenAfter(id));
  }

  /** Clocks that are late are noticed to be. */
  sweep(now: number): void {
    for (const request of this.requests) request.notice(now);
  }

  writtenAfter(messageId: string): number | null {
    const reply = this.replies.find(({ id }) => id === messageId);
    return (reply && this.written[reply.after]) ?? null;
  }

  private wrote(now: number, isOver: boolean): void {
    if (this.live.length === 0) this.takeUp(now, isOver);
    else this.goOn(now);
  }

  /** The assignees of live requests are notified of the customer's message. */
  private goOn(now: number): void {
    for (const request of this.live) {
      this.comeBy(request, now);
      if (request.state === 'waiting' && request.waits?.on === 'customer') {
        this.system(request, { kind: 'activate' }, now, now);
      }
      request.customerWrote(now, now);
    }
  }

  private takeUp(now: number, isOver: boolean): void {
    const last = this.lastEnded;
    const isDone = last?.disposition === 'spam' || last?.disposition === 'duplicate';
    if (last && !isDone && !isOver) this.system(last, { kind: 'reopen' }, now, now);
    else this.open('customer', 'normal', now);
  }

  private open(origin: 'hand_over' | 'customer' | 'member', priority: Priority, now: number): void {
    if (this.status === 'closed') this.status = 'open';
    this.requests.push(new ModelRequest(this.promises, origin, priority, now));
  }

  /** By no member, and not before a date in the future. */
  private system(request: ModelRequest, move: Move, at: number, now: number): void {
    if (this.status === 'closed') this.status = 'open';
    request.move(move, Math.max(at, request.stateSince), now, false);
  }

  private become(reply: ModelReply, status: ReplyState, now: number, sentAt: number | null = null): void {
    reply.status = status;
    reply.version++;
    if (status === 'sent') reply.sentAt = sentAt;
    if (status === 'sent' && this.status === 'open' && this.written.length === reply.after) this.status = 'waiting';
    if (status === 'failed' || status === 'uncertain' || status === 'bounced') this.status = 'open';
    const outcome = KNOWN[status];
    if (!outcome) return;
    const { id: messageId, type, writtenAt } = reply;
    const answer = { messageId, type, outcome, writtenAt, at: status === 'sent' ? sentAt! : now };
    for (const request of this.requests) {
      this.comeBy(request, now);
      request.follow(answer, now, (id) => this.writtenAfter(id));
    }
  }
}
