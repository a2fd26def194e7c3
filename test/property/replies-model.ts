/** What an attempt to send ends with. */
export type Ending = 'sent' | 'refused' | 'deferred' | 'uncertain';
/** What mail tells; of an earlier revision it counts for nothing. */
export type Evidence = 'proof' | 'report' | 'stale proof' | 'stale report';
export type By = 'author' | 'member' | 'admin';
export type Action = 'undo' | 'edit' | 'retry' | 'settle sent' | 'settle failed';

const ATTEMPTS = 5;

/** A reply as the contract has it, in as few words as possible. */
export class ModelReply {
  status = 'queued';
  version = 1;
  revisions: string[];
  attempts = 0;
  /** The time to undo it is over. */
  isDue = false;
  /** How often the customer has got it. */
  arrivals = 0;

  constructor(
    readonly channel: 'widget' | 'email',
    content: string,
    /** In the order of everything that was said in the conversation. */
    readonly position: number,
  ) {
    this.revisions = [content];
  }

  get content(): string {
    return this.revisions.at(-1)!;
  }

  become(status: string): void {
    this.status = status;
    this.version++;
  }
}

/** A conversation, what members do in it, and what happens to it meanwhile. */
export class Model {
  readonly replies: ModelReply[] = [];
  status: 'open' | 'waiting' | 'closed' = 'open';
  private messageCount = 0;
  private lastCustomer = 0;

  reply(channel: 'widget' | 'email', content: string): void {
    this.replies.push(new ModelReply(channel, content, ++this.messageCount));
    if (this.status === 'closed') this.status = 'open';
  }

  customer(): void {
    this.lastCustomer = ++this.messageCount;
    this.status = 'open';
  }

  /** The code of the refusal; null where it is done. */
  act(reply: ModelReply, action: Action, by: By, version: number, content: string): string | null {
    if (action === 'undo' && by === 'member') return 'role_insufficient';
    if (version !== reply.version) return 'version_conflict';
    const { status, channel, isDue } = reply;
    switch (action) {
      case 'undo':
        if (status === 'undone') return 'invalid_transition';
        if (status !== 'queued' || isDue) return 'undo_window_closed';
        reply.become('undone');
        return null;
      case 'edit':
        if (status !== 'queued' && !(status === 'sent' && channel === 'widget')) return 'message_not_editable';
        reply.revisions.push(content);
        reply.version++;
        return null;
      case 'retry':
        if (status !== 'failed') return 'invalid_transition';
        reply.become('queued');
        reply.isDue = true;
        reply.attempts = 0;
        return null;
      default:
        if (status !== 'uncertain') return 'invalid_transition';
        this.become(reply, action === 'settle sent' ? 'sent' : 'failed');
        return null;
    }
  }

  /** A worker sends what is due; mail comes in while it does. */
  work(ending: Ending, evidence: Evidence | null): void {
    for (const reply of this.replies) {
      if (reply.status === 'queued' && reply.isDue)
        this.attempt(reply, reply.channel === 'email' ? ending : 'sent', evidence);
    }
  }

  /** The process that sends `reply` dies, before or after it may have handed the message over. */
  crash(reply: ModelReply, handedOver: boolean): void {
    reply.become('sending');
    reply.attempts++;
    if (handedOver) this.become(reply, 'uncertain');
    else if (reply.attempts < ATTEMPTS) reply.become('queued');
    else this.become(reply, 'failed');
  }

  /** Whether it settles anything. */
  report(reply: ModelReply, evidence: Evidence): boolean {
    const { status, channel } = reply;
    if (channel !== 'email' || evidence.startsWith('stale')) return false;
    if (evidence === 'proof' && status !== 'uncertain') return false;
    if (evidence === 'report' && status !== 'uncertain' && status !== 'sent') return false;
    this.become(reply, evidence === 'proof' ? 'sent' : 'bounced');
    return true;
  }

  private attempt(reply: ModelReply, ending: Ending, evidence: Evidence | null): void {
    reply.become('sending');
    reply.attempts++;
    const isMail = reply.channel === 'email';
    if (ending === 'sent' && isMail) reply.arrivals++;
    if (isMail && evidence === 'proof') ending = 'sent';
    if (ending === 'deferred' && reply.attempts < ATTEMPTS) {
      reply.become('queued');
      reply.isDue = false;
      return;
    }
    this.become(reply, ending === 'deferred' || ending === 'refused' ? 'failed' : ending);
    const hasLeft = reply.status === 'sent' || reply.status === 'uncertain';
    if (isMail && evidence === 'report' && hasLeft) this.become(reply, 'bounced');
  }

  private become(reply: ModelReply, status: string): void {
    reply.become(status);
    if (status !== 'sent') this.status = 'open';
    else if (this.status === 'open' && this.lastCustomer < reply.position) this.status = 'waiting';
  }
}
