import { type Api, ApiProblem } from './api';
import { backoffMs } from './backoff';
import { History } from './history';
import { type Browser, Live } from './live';
import { isAway } from './problems';
import type { Sessions } from './sessions';
import { type ChatState, EMPTY, lastAuthor, merged, Store, withoutArrived } from './state';
import type { Conversation as Found, LiveEvent, Message } from './types';

/** How long typing is shown after its last signal, in milliseconds. */
const TYPING_MS = 6_000;
/** Messages that are read again while their files are checked. */
const MOST_READ_AGAIN = 20;

/** One conversation: its messages, each once and in order, and the person who handles it. */
export class Conversation extends Store<ChatState> {
  private readonly live: Live;
  protected readonly history: History;
  /** Whether the panel is open and the page is visible. */
  protected seen = false;
  private wanted: 'always' | 'for people' | 'never' = 'for people';
  private typingEnds: ReturnType<typeof setTimeout> | undefined;
  private restored = false;
  private failures = 0;

  constructor(
    protected readonly api: Api,
    readonly sessions: Sessions,
    browser: Browser,
  ) {
    super(EMPTY);
    this.history = new History(api, () => sessions.token);
    this.live = new Live(
      {
        stream: async (conversationId, signal, onEvent, onBytes) => {
          const call = { token: sessions.token, signal };
          const path = `/visitor/conversations/${conversationId}/events?after=${this.lastSeq()}`;
          await api.stream('GET', path, call, onEvent, onBytes);
        },
        poll: async (conversationId, round) => {
          // The person who handles the conversation is not a message, so it is fetched now and then.
          const found = round % 5 === 0 ? await this.findConversation(conversationId) : [];
          const messages = await this.history.after(conversationId, this.settledSeq());
          return [...found, ...messages.map((message) => ({ event: 'message.created', data: { message } }))];
        },
      },
      browser,
      (event) => void this.onEvent(event),
    );
  }

  /** Continues where the visitor left, on an earlier page or in another tab. */
  async restore(): Promise<void> {
    if (this.restored) return;
    this.restored = true;
    try {
      await this.load();
      this.failures = 0;
    } catch (error) {
      this.restored = false;
      if (error instanceof ApiProblem && isAway(error))
        setTimeout(() => void this.restore(), backoffMs(this.failures++));
    } finally {
      this.change({ loading: false });
    }
  }

  async again(): Promise<void> {
    this.restored = false;
    await this.restore();
  }

  /**
   * Whether the visitor looks at the chat, and which events are wanted. Events of people arrive even while the panel is
   * closed.
   */
  view(seen: boolean, wanted: Conversation['wanted']): void {
    this.seen = seen;
    this.wanted = wanted;
    if (seen) void this.markRead();
    this.follow();
  }

  /** After a pause, or a time without a network. */
  async catchUp(): Promise<void> {
    const { conversationId } = this.state;
    if (!conversationId) return this.restore();
    this.take(await this.history.after(conversationId, this.settledSeq()).catch(() => []));
  }

  private async load(): Promise<void> {
    if (!this.sessions.token) {
      if (!this.sessions.isKnown || !this.seen) return;
      await this.sessions.required();
    }
    this.change({ loading: this.state.messages.length === 0 });
    const newest = (await this.sessions.look())?.[0];
    if (!newest) return;
    this.adopt(newest);
    const messages = await this.history.after(newest.id, 0);
    this.change({
      messages: merged(this.state.messages, messages),
      unread: this.seen ? 0 : newest.unreadCount,
      personName: this.state.personName ?? lastAuthor(messages),
    });
    if (this.seen) void this.markRead();
    this.follow();
  }

  private adopt({ id, status, handler, person }: Found): void {
    const personName = person?.name ?? null;
    this.change({ conversationId: id, status, person: handler !== 'agent', personName });
  }

  private async onEvent({ event, data }: LiveEvent): Promise<void> {
    const { conversationId } = this.state;
    if (event === 'message.created' || event === 'message.updated') this.take([data['message'] as Message]);
    else if (event === 'conversation.updated') this.onConversation(data);
    else if (event === 'typing') this.onTyping(data);
    else if (conversationId && event === 'reset')
      this.take(await this.history.after(conversationId, 0).catch(() => []));
    else if (conversationId && event === 'ready') await this.onReady(conversationId, Number(data['seq']));
  }

  /** The stream has begun, perhaps after an interruption. */
  private async onReady(conversationId: string, seq: number): Promise<void> {
    if (seq > this.lastSeq()) this.take(await this.history.after(conversationId, this.lastSeq()).catch(() => []));
    for (const { data } of await this.findConversation(conversationId).catch(() => [])) this.onConversation(data);
  }

  /** As an event, since changes during the interruption did not arrive as events. */
  private async findConversation(conversationId: string): Promise<LiveEvent[]> {
    const found = (await this.sessions.look())?.find(({ id }) => id === conversationId);
    return found ? [{ event: 'conversation.updated', data: { ...found } }] : [];
  }

  private onConversation(data: LiveEvent['data']): void {
    const assigned = data['person'] as { name: string | null } | null | undefined;
    const person = (data['handler'] ?? 'agent') !== 'agent';
    this.change({
      status: String(data['status'] ?? this.state.status),
      person,
      // A person who has replied keeps their name if the conversation has no assignee.
      personName: person ? (assigned?.name ?? this.state.personName) : null,
    });
    this.follow();
  }

  private onTyping({ typing }: LiveEvent['data']): void {
    clearTimeout(this.typingEnds);
    this.change({ typing: typing !== false });
    this.typingEnds = setTimeout(() => this.change({ typing: false }), TYPING_MS);
  }

  protected take(come: Message[]): void {
    const { messages, outgoing, unread, personName, arrived } = this.state;
    const known = new Set(messages.map(({ id }) => id));
    const fresh = come.filter(({ id, from }) => !known.has(id) && from !== 'visitor');
    const byPerson = fresh.findLast(({ from }) => from === 'person');
    this.change({
      messages: merged(messages, come),
      outgoing: withoutArrived(
        outgoing,
        come.filter(({ id }) => !known.has(id)),
      ),
      unread: this.seen ? 0 : unread + fresh.length,
      personName: byPerson?.authorName ?? personName,
      ...(fresh.length > 0 && { arrived: [...arrived, ...fresh], answer: null, thinking: false, typing: false }),
    });
    if (this.seen && fresh.length > 0) void this.markRead();
  }

  private async markRead(): Promise<void> {
    const { messages, conversationId, unread } = this.state;
    const last = messages.findLast(({ from }) => from !== 'visitor');
    if (!last || !conversationId) return;
    if (unread > 0) this.change({ unread: 0 });
    const body = { messageId: last.id };
    await this.api.call('POST', this.path('read'), { token: this.sessions.token, body }).catch(() => {});
  }

  /** Open while the visitor looks at the chat, or while a person can answer at any time. */
  protected follow(): void {
    const { conversationId, person, status } = this.state;
    const byPerson = this.wanted === 'for people' && person && status !== 'closed';
    this.live.follow(this.wanted === 'always' || byPerson ? conversationId : null);
  }

  protected lastSeq(): number {
    return this.state.messages.at(-1)?.seq ?? 0;
  }

  /** Later messages are new, or have files without a verdict of the scanner: without a stream, it is no event. */
  private settledSeq(): number {
    const recent = this.state.messages.slice(-MOST_READ_AGAIN);
    const first = recent.find(({ attachments = [] }) =>
      attachments.some(({ status }) => status === 'scanning' || status === 'failed'),
    );
    return first ? first.seq - 1 : this.lastSeq();
  }

  protected path(what: string): string {
    return `/visitor/conversations/${this.state.conversationId}/${what}`;
  }
}
