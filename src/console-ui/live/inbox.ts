import type { Schemas } from '../api/client';
import type { Connection, OpenStream } from './event-stream';
import { recordedAt, type Conversation, type InboxEvent, type Label, type Message } from './records';
import { SharedStream, streamName, type TabsOfBrowser } from './shared-stream';
import { InboxStore } from './store';
import { type Listing, queryOf } from './views';

/** The reads that the inbox needs. Each throws where the service refuses. */
export interface InboxReads {
  open: OpenStream;
  /** A page of `listConversations`. */
  conversations(query: Record<string, unknown>): Promise<{ conversations: Conversation[]; nextCursor: string | null }>;
  messages(conversationId: string, cursor: string | null): Promise<{ messages: Message[]; nextCursor: string | null }>;
  labels(): Promise<Label[]>;
  counts(): Promise<Schemas['ConversationCounts']>;
}

/** In milliseconds. */
export const INBOX_TIMES = {
  settle: 150,
  again: 2_000,
  counts: 60_000,
  /** How long the stream may take to open before the inbox reads without it. */
  patience: 3_000,
  /** How often it reads without it. */
  blind: 20_000,
};
/** The most `ids` that one read takes. */
const BATCH = 100;

/**
 * One inbox in this tab: what is shown is read once the stream is open, and events keep it current. While no stream is open, for example
 * because a proxy holds it back, it is read every 20 seconds.
 */
export class Inbox {
  readonly store: InboxStore;
  readonly stream: SharedStream;
  connection: Connection = 'connecting';
  counts: Schemas['ConversationCounts'] | null = null;
  /** Grows each time that everything on the screen has to be read again. */
  epoch = 0;
  /** How far the service's clock is ahead of this computer's, in ms. */
  clockOffset = 0;

  private readonly end = new AbortController();
  private readonly stale = new Set<string>();
  /** Threads whose newest messages could not be read. */
  private readonly staleThreads = new Set<string>();
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isReading = false;
  private countsAreStale = false;
  /** Something was read while no stream was open: events may be missing after it. */
  private wasBlind = false;

  constructor(
    workspaceId: string,
    memberId: string,
    private readonly reads: InboxReads,
    tabs: TabsOfBrowser,
    later: (run: () => void) => void,
  ) {
    this.store = new InboxStore(memberId, later);
    this.stream = new SharedStream(streamName(workspaceId, memberId), reads.open, tabs, {
      opened: (anew) => void (anew && this.begin()),
      event: ({ id, data }) => this.hear(id, data),
      connection: (state) => {
        this.connection = state;
        if (state === 'open' && this.wasBlind) {
          this.wasBlind = false;
          this.readAll();
        }
        this.tell();
      },
    });
  }

  start(): void {
    void this.stream.run(this.end.signal);
    const counts = setInterval(() => void this.readCounts(), INBOX_TIMES.counts);
    let blind: ReturnType<typeof setTimeout>;
    const look = async (): Promise<void> => {
      await this.readBlind();
      if (!this.end.signal.aborted) blind = setTimeout(() => void look(), INBOX_TIMES.blind);
    };
    blind = setTimeout(() => void look(), INBOX_TIMES.patience);
    this.end.signal.addEventListener('abort', () => {
      clearInterval(counts);
      clearTimeout(blind);
      clearTimeout(this.timer);
    });
  }

  stop(): void {
    this.end.abort();
  }

  /** Called when the connection, the counts or the epoch change; records have `store.subscribe`. */
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  now(): number {
    return Date.now() + this.clockOffset;
  }

  /** Reads one page of a list into the store, and answers where the next begins. */
  async readList(listing: Listing, cursor: string | null): Promise<{ ids: string[]; nextCursor: string | null }> {
    const query = { ...queryOf(listing), limit: 50, ...(cursor && { cursor }) };
    const { conversations, nextCursor } = await this.reads.conversations(query);
    this.store.put(conversations);
    if (!cursor) this.doubt(listing, conversations, nextCursor === null);
    return { ids: conversations.map(({ id }) => id), nextCursor };
  }

  /** Rows of a list that its first page should have and has not: they have left the list, or are gone. */
  private doubt(listing: Listing, read: readonly Conversation[], isAll: boolean): void {
    const found = new Set(read.map(({ id }) => id));
    const ids = this.store.list(listing).map(({ id }) => id);
    const end = isAll ? ids.length : ids.findLastIndex((id) => found.has(id));
    const missing = ids.slice(0, end).filter((id) => !found.has(id));
    if (missing.length > 0) this.refresh(...missing);
  }

  /** Reads the newest messages of a thread, or those before its oldest. Newest ones that cannot be read now follow later. */
  async readThread(conversationId: string, part: 'newest' | 'older'): Promise<void> {
    const known = this.store.thread(conversationId);
    if (part === 'older' && !known?.older) return;
    this.store.expectThread(conversationId);
    const { messages, nextCursor } = await this.reads
      .messages(conversationId, part === 'older' ? known!.older : null)
      .catch((error: unknown) => {
        if (part === 'newest') {
          this.staleThreads.add(conversationId);
          this.refresh(conversationId);
        }
        throw error;
      });
    const overlaps = known && messages.some(({ id }) => known.messages.some((message) => message.id === id));
    this.store.putMessages(conversationId, messages, part === 'newest' && overlaps ? known.older : nextCursor);
  }

  /** Reads conversations again, as soon as no other such read is under way. */
  refresh(...ids: string[]): void {
    for (const id of ids) this.stale.add(id);
    this.countsAreStale = true;
    this.settle();
  }

  /** Whether the service was reached. */
  async readCounts(): Promise<boolean> {
    try {
      this.counts = await this.reads.counts();
      this.tell();
      return true;
    } catch {
      // The next one comes within a minute.
      return false;
    }
  }

  private begin(): void {
    // Threads may lack messages after a gap. Those that were read a moment ago, without a stream, are only read again.
    if (!this.wasBlind) this.store.dropThreads();
    this.wasBlind = false;
    this.readAll();
    void this.readCounts();
    void this.reads.labels().then(
      (labels) => this.store.putLabels(labels),
      () => undefined,
    );
  }

  /** What is on the screen is read again, and stays there until then. */
  private readAll(): void {
    this.epoch += 1;
    this.tell();
  }

  private async readBlind(): Promise<void> {
    const isBlind = (): boolean => this.connection === 'connecting' || this.connection === 'lost';
    if (!isBlind()) return;
    if (this.epoch === 0) this.begin();
    else if ((await this.readCounts()) && isBlind()) this.readAll();
    this.wasBlind = isBlind();
  }

  private hear(id: string, event: InboxEvent): void {
    const offset = recordedAt(id) - Date.now();
    // Events are never early, so the largest difference is the closest to the truth.
    if (Number.isFinite(offset) && (this.clockOffset === 0 || offset > this.clockOffset)) this.clockOffset = offset;
    this.store.apply(event, Date.now());
    if (event.type === 'note.created' && event.conversationId && this.store.thread(event.conversationId)) {
      void this.readThread(event.conversationId, 'newest').catch(() => undefined);
    }
    const isSign = event.type === 'conversation.presence' || event.type === 'conversation.typing';
    if (event.conversationId && !isSign) this.refresh(event.conversationId);
    if (event.type === 'conversation.erased') this.refresh();
  }

  private settle(): void {
    if (this.timer !== undefined || this.isReading || this.end.signal.aborted) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.readStale();
    }, INBOX_TIMES.settle);
  }

  /** One read at a time, so that a later answer is never replaced by an earlier one. */
  private async readStale(): Promise<void> {
    this.isReading = true;
    const ids = [...this.stale].slice(0, BATCH);
    for (const id of ids) this.stale.delete(id);
    try {
      if (ids.length > 0) {
        const { conversations } = await this.reads.conversations({ ids: ids.join(','), limit: BATCH });
        this.store.put(conversations);
        const found = new Set(conversations.map(({ id }) => id));
        this.store.forget(ids.filter((id) => !found.has(id)));
      }
      await this.readStaleThreads();
      if (this.countsAreStale && this.stale.size === 0) {
        this.countsAreStale = false;
        await this.readCounts();
      }
    } catch {
      for (const id of ids) this.stale.add(id);
      await new Promise((resolve) => setTimeout(resolve, INBOX_TIMES.again));
    } finally {
      this.isReading = false;
      if (this.stale.size > 0 || this.countsAreStale) this.settle();
    }
  }

  /** Those of conversations that are still there. One that fails again throws, and comes back with the next round. */
  private async readStaleThreads(): Promise<void> {
    for (const id of this.staleThreads) {
      this.staleThreads.delete(id);
      if (this.store.conversation(id)) await this.readThread(id, 'newest');
    }
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
