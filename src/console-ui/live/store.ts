import type { Conversation, InboxEvent, Label, Message } from './records';
import { compare, isListed, type Listing } from './views';

export const MOST_CONVERSATIONS = 2_000;
export const MOST_THREADS = 200;
/** How long a sign of a member holds unless it is repeated, in ms. */
const PRESENCE_HOLDS = 30_000;
/** How long the customer's typing holds unless it is repeated, in ms: pages repeat it while a text grows. */
const TYPING_HOLDS = 10_000;

export interface Thread {
  /** Oldest first. */
  readonly messages: readonly Message[];
  /** Where older pages begin; null: there are none. */
  readonly older: string | null;
}

interface Sign {
  state: 'viewing' | 'typing';
  until: number;
}

/**
 * What this tab knows of one inbox. A record gives way only to one with a version at least as high, so that events and answers may
 * arrive in any order, and twice. What depends on the reader, such as `unread`, has no version: only a read changes it.
 */
export class InboxStore {
  private readonly conversations = new Map<string, Conversation>();
  private readonly threads = new Map<string, Thread>();
  /** Messages that arrive while the first page of their thread is on its way. */
  private readonly arriving = new Map<string, Message[]>();
  private readonly signs = new Map<string, Map<string, Sign>>();
  /** Until when the customer of a conversation is typing. */
  private readonly typing = new Map<string, number>();
  /** Erased conversations never come back, even where an answer that was on its way still has them. */
  private readonly erased = new Set<string>();
  private readonly listeners = new Set<() => void>();
  private labels = new Map<string, Label>();
  private scheduled = false;
  /** Grows with every change. */
  revision = 0;

  /** `later` runs a function once before the next frame is drawn. */
  constructor(
    private readonly memberId: string,
    private readonly later: (run: () => void) => void,
  ) {}

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  conversation(id: string): Conversation | undefined {
    return this.conversations.get(id);
  }

  thread(conversationId: string): Thread | undefined {
    return this.threads.get(conversationId);
  }

  list(listing: Listing): Conversation[] {
    return [...this.conversations.values()]
      .filter((row) => isListed(row, listing, this.memberId))
      .sort(compare(listing));
  }

  allLabels(): Label[] {
    return [...this.labels.values()];
  }

  /** Who else has a conversation on their screen, those who type first. */
  present(conversationId: string, now: number): { memberId: string; state: Sign['state'] }[] {
    return [...(this.signs.get(conversationId) ?? [])]
      .filter(([, { until }]) => until > now)
      .map(([memberId, { state }]) => ({ memberId, state }))
      .sort((a, b) => Number(b.state === 'typing') - Number(a.state === 'typing'));
  }

  /** Whether the customer is writing. */
  isTyping(conversationId: string, now: number): boolean {
    return (this.typing.get(conversationId) ?? 0) > now;
  }

  /** Records as a read answers with them. */
  put(rows: readonly Conversation[]): void {
    for (const row of rows) {
      if (this.erased.has(row.id)) continue;
      const known = this.conversations.get(row.id);
      // What the reader has is newer than the answer: the versioned part stays, the reader's own part is taken.
      this.conversations.delete(row.id);
      this.conversations.set(row.id, known && known.version > row.version ? { ...row, ...versioned(known) } : row);
    }
    evict(this.conversations, MOST_CONVERSATIONS);
    this.changed();
  }

  /** A change of this tab's own, shown until the answer is there. */
  change(id: string, fields: Partial<Conversation>): void {
    const known = this.conversations.get(id);
    if (!known) return;
    this.conversations.set(id, { ...known, ...fields });
    this.changed();
  }

  /** The record of an answer to a change, which has no part of the reader's own. */
  accept(record: NonNullable<InboxEvent['conversation']>): void {
    const known = this.conversations.get(record.id);
    if (known && record.version >= known.version) this.change(record.id, versioned(record));
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) {
      this.erased.add(id);
      this.conversations.delete(id);
      this.threads.delete(id);
      this.signs.delete(id);
      this.typing.delete(id);
    }
    this.changed();
  }

  /** Not among what the reader may see, or no longer in the inbox. It may come back. */
  forget(ids: readonly string[]): void {
    for (const id of ids) this.conversations.delete(id);
    this.changed();
  }

  putLabels(labels: readonly Label[]): void {
    this.labels = new Map(labels.map((label) => [label.id, label]));
    this.changed();
  }

  /** Call before the first page of a thread is read, so that nothing is lost that happens meanwhile. */
  expectThread(conversationId: string): void {
    if (!this.threads.has(conversationId)) this.arriving.set(conversationId, []);
  }

  /** Messages of a thread, in any order. `older` where a page was read: where the next older one begins. */
  putMessages(conversationId: string, messages: readonly Message[], older?: string | null): void {
    const known = this.threads.get(conversationId);
    const arriving = this.arriving.get(conversationId) ?? [];
    if (!known && older === undefined) return void arriving.push(...messages);
    this.arriving.delete(conversationId);
    const all = new Map((known?.messages ?? []).map((message) => [message.id, message]));
    for (const message of [...messages, ...arriving]) {
      const before = all.get(message.id);
      if (!before || lifecycle(message) >= lifecycle(before)) all.set(message.id, message);
    }
    this.threads.delete(conversationId);
    this.threads.set(conversationId, {
      messages: [...all.values()].sort(byAge),
      older: older === undefined ? known!.older : older,
    });
    evict(this.threads, MOST_THREADS);
    this.changed();
  }

  /** Threads may lack messages after a gap; open ones are read again. */
  dropThreads(): void {
    this.threads.clear();
    this.changed();
  }

  apply(event: InboxEvent, now: number): void {
    if (event.type === 'conversation.erased') return this.remove(event.conversationIds ?? []);
    if (event.labelId) return this.applyLabel(event.labelId, event.label ?? null);
    if (event.type === 'conversation.presence' || event.type === 'conversation.typing') return this.sign(event, now);
    if (event.conversation) this.accept(event.conversation);
    if (event.message?.role === 'customer' && event.conversationId) this.typing.delete(event.conversationId);
    if (event.message && event.conversationId) this.putMessages(event.conversationId, [event.message]);
  }

  /** One's own reply as an answer has it, in its message. */
  putReply(reply: NonNullable<Message['message']>): void {
    const known = this.threads.get(reply.conversationId)?.messages.find(({ id }) => id === reply.id);
    if (known) this.putMessages(reply.conversationId, [{ ...known, content: reply.content, message: reply }]);
  }

  private applyLabel(id: string, label: Label | null): void {
    if (label) this.labels.set(id, label);
    else this.labels.delete(id);
    for (const row of this.conversations.values()) {
      if (!row.labels.some((one) => one.id === id)) continue;
      const labels = row.labels.flatMap((one) => (one.id === id ? (label ? [label] : []) : [one]));
      this.conversations.set(row.id, { ...row, labels });
    }
    this.changed();
  }

  private sign({ conversationId, memberId, state, typing }: InboxEvent, now: number): void {
    if (!conversationId) return;
    if (!memberId) return this.customerSign(conversationId, typing === true, now);
    const signs = this.signs.get(conversationId) ?? new Map<string, Sign>();
    const shown = state ?? (typing ? 'typing' : 'viewing');
    if (shown === 'left') signs.delete(memberId);
    else signs.set(memberId, { state: shown, until: now + PRESENCE_HOLDS });
    this.signs.set(conversationId, signs);
    evict(this.signs, MOST_CONVERSATIONS);
    this.changed();
  }

  private customerSign(conversationId: string, isTyping: boolean, now: number): void {
    if (isTyping) this.typing.set(conversationId, now + TYPING_HOLDS);
    else this.typing.delete(conversationId);
    evict(this.typing, MOST_CONVERSATIONS);
    this.changed();
  }

  private changed(): void {
    this.revision += 1;
    if (this.scheduled) return;
    this.scheduled = true;
    this.later(() => {
      this.scheduled = false;
      for (const listener of this.listeners) listener();
    });
  }
}

/** The part of a conversation that every reader sees alike, which `version` is about. */
function versioned(record: NonNullable<InboxEvent['conversation']>): NonNullable<InboxEvent['conversation']> {
  const { id, workspaceId, agentId, contactId, channel, status, handler, assigneeMemberId, subject } = record;
  const { labels, version, liveSupportRequestCount, lastMessageAt, closedAt, createdAt, updatedAt } = record;
  const { parentConversationId, sideConversations } = record;
  return {
    ...{ id, workspaceId, agentId, contactId, channel, status, handler, assigneeMemberId, subject, labels, version },
    ...{
      liveSupportRequestCount,
      lastMessageAt,
      closedAt,
      createdAt,
      updatedAt,
      parentConversationId,
      sideConversations,
    },
  };
}

function lifecycle({ message }: Message): number {
  return message?.lifecycleVersion ?? 0;
}

function byAge(a: Message, b: Message): number {
  return a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

function evict(map: Map<string, unknown>, most: number): void {
  for (const id of map.keys()) {
    if (map.size <= most) return;
    map.delete(id);
  }
}
