import type { InboxReads } from './inbox';
import type { Conversation, InboxEvent, Message } from './records';

const AT = 1_768_469_400_000;

/** An inbox in memory: its records, its log of events, and its open streams, whose events may come late, twice or never. */
export class InboxDouble {
  readonly rows = new Map<string, Conversation>();
  readonly threads = new Map<string, Message[]>();
  readonly log: { id: string; data: InboxEvent }[] = [];
  /** Of each opening: where it continues. */
  readonly openings: (string | null)[] = [];
  /** Answers for the next openings, instead of a stream. */
  readonly instead: (() => Response)[] = [];
  forgotten = false;
  /** So many of the next reads of a thread fail. */
  lostThreads = 0;
  private readonly streams = new Set<ReadableStreamDefaultController<Uint8Array>>();
  private tick = 0;

  readonly reads: InboxReads = {
    open: async (lastId, signal) => {
      this.openings.push(lastId);
      const other = this.instead.shift();
      if (other) return other();
      return this.stream(lastId, signal);
    },
    conversations: async (query) => {
      const ids = typeof query['ids'] === 'string' ? query['ids'].split(',') : [...this.rows.keys()];
      const found = ids.flatMap((id) => structuredClone(this.rows.get(id)) ?? []);
      const conversations = found.filter(({ status }) => (query['status'] ?? status) === status);
      await Promise.resolve();
      return { conversations, nextCursor: null };
    },
    messages: async (id) => {
      if (this.lostThreads > 0) {
        this.lostThreads--;
        throw new TypeError('network error');
      }
      const messages = structuredClone(this.threads.get(id) ?? []).reverse();
      await Promise.resolve();
      return { messages, nextCursor: null };
    },
    labels: async () => [],
    counts: async () => ({}) as never,
  };

  open(id: string): void {
    const at = this.now();
    this.rows.set(id, {
      ...{ id, workspaceId: 'w', agentId: 'a', contactId: null, channel: 'widget', status: 'open', handler: 'human' },
      ...{ assigneeMemberId: null, subject: null, labels: [], version: 1, liveSupportRequestCount: 0, undelivered: 0 },
      ...{ lastMessageAt: at, closedAt: null, createdAt: at, updatedAt: at, unread: true, unansweredSince: at },
      ...{ lastMessage: null, contact: null, nextClock: null, parentConversationId: null },
      sideConversations: { open: 0, total: 0 },
    });
    this.threads.set(id, []);
    this.record({ type: 'conversation.created', conversationId: id });
  }

  change(id: string, fields: Partial<Conversation>): void {
    const row = this.rows.get(id)!;
    this.rows.set(id, { ...row, ...fields, version: row.version + 1 });
    this.record({ type: 'conversation.updated', conversationId: id });
  }

  write(id: string, content: string): void {
    const message = { id: `m${this.tick}`, role: 'customer', content, createdAt: this.now(), message: null } as Message;
    this.threads.get(id)!.push(message);
    this.rows.set(id, { ...this.rows.get(id)!, lastMessageAt: message.createdAt, unread: true });
    this.record({ type: 'message.created', conversationId: id }, message);
  }

  /** The event of a note has no text: it has to be read. */
  note(id: string): void {
    this.threads.get(id)!.push({ id: `m${this.tick}`, role: 'note', createdAt: this.now(), message: null } as Message);
    this.record({ type: 'note.created', conversationId: id });
  }

  /** Ends every stream, as a restart of the service does. */
  cut(): void {
    for (const stream of this.streams) stream.error(new TypeError('network error'));
    this.streams.clear();
  }

  /** Sends a comment, as the service does when nothing happens. */
  beat(): void {
    for (const stream of this.streams) stream.enqueue(new TextEncoder().encode(': \n\n'));
  }

  /** Sends an earlier event once more. */
  repeat(at: number): void {
    const event = this.log[at];
    if (event) this.send(event);
  }

  private now(): string {
    return new Date(AT + ++this.tick).toISOString();
  }

  private record(event: InboxEvent, message: Message | null = null): void {
    const {
      unread: _u,
      lastMessage: _l,
      contact: _c,
      nextClock: _n,
      ...conversation
    } = this.rows.get(event.conversationId!)!;
    const data = structuredClone({ ...event, message, conversation });
    const entry = { id: `${AT + this.tick}_1_${this.log.length}`, data };
    this.log.push(entry);
    this.send(entry);
  }

  private send({ id, data }: { id: string; data: InboxEvent }): void {
    for (const stream of this.streams) stream.enqueue(bytes(id, data.type, data));
  }

  private stream(lastId: string | null, signal: AbortSignal): Response {
    const position = this.log.findIndex(({ id }) => id === lastId);
    const isLost = lastId !== null && this.forgotten;
    const past = lastId === null || isLost ? [] : this.log.slice(position + 1);
    const latest = this.log.at(-1)?.id ?? `${AT}_0_0`;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.streams.add(controller);
        signal.addEventListener('abort', () => {
          // As fetch does.
          if (this.streams.delete(controller)) controller.error(signal.reason);
        });
        const type = isLost ? 'stream.reset' : 'stream.opened';
        controller.enqueue(bytes(isLost ? latest : (lastId ?? latest), type, { type }));
        for (const { id, data } of past) controller.enqueue(bytes(id, data.type, data));
      },
    });
    return new Response(body);
  }
}

function bytes(id: string, event: string, data: unknown): Uint8Array {
  return new TextEncoder().encode(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** Tabs of one browser: channels that reach the others, and a lock that one of them holds. */
export class TabsDouble {
  private readonly channels = new Map<object, ((event: MessageEvent<unknown>) => void) | null>();
  private queue: Promise<unknown> = Promise.resolve();
  /** No tab says anything to the others. */
  isFrozen = false;

  readonly tabs = {
    channel: () => {
      const self = {
        onmessage: null as ((event: MessageEvent<unknown>) => void) | null,
        postMessage: (data: unknown) => {
          if (this.isFrozen) return;
          const copy = structuredClone(data);
          for (const other of this.channels.keys()) {
            if (other !== self)
              queueMicrotask(() => (other as typeof self).onmessage?.({ data: copy } as MessageEvent));
          }
        },
        close: () => void this.channels.delete(self),
      };
      this.channels.set(self, null);
      return self;
    },
    lock: (_name: string, signal: AbortSignal, work: () => Promise<void>) => {
      const turn = this.queue.then(() => (signal.aborted ? undefined : work()));
      this.queue = turn.catch(() => undefined);
      return turn;
    },
  };

  /** A browser that has neither. */
  static readonly none = {
    channel: (): never => {
      throw new Error('no channels');
    },
    lock: (): never => {
      throw new Error('no locks');
    },
  };
}
