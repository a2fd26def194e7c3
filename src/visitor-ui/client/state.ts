import type { Attachment, Citation, Message, Suggestion } from './types';

/** A message of the visitor that is not in the conversation yet. */
export interface Outgoing {
  requestId: string;
  text: string;
  /** Uploaded for this message. */
  files: Attachment[];
  /** `queued`: sent automatically once the service answers again. */
  state: 'sending' | 'unsent' | 'queued';
  /** The consent that the visitor gave before they spoke. */
  voiceConsent?: string;
}

export type Problem =
  /** `until`: milliseconds of this computer's clock. */
  | { kind: 'wait'; until: number }
  /** The service does not answer. Messages are sent once it does. */
  | { kind: 'away' }
  | { kind: 'inactive' }
  | { kind: 'refused' }
  | { kind: 'failed'; code: string };

export interface ChatState {
  /** Earlier messages are being fetched. */
  loading: boolean;
  conversationId: string | null;
  status: string;
  /** Whether a person handles the conversation. `personName` is null if the name is not known. */
  person: boolean;
  personName: string | null;
  /** By `seq`. */
  messages: Message[];
  outgoing: Outgoing[];
  /** The answer that is being written. */
  answer: { text: string; citations: Citation[] } | null;
  /** The agent works on an answer that has not started yet. */
  thinking: boolean;
  typing: boolean;
  unread: number;
  problem: Problem | null;
  online: boolean;
  /** Finished messages that arrived while this page is open, to be announced once. */
  arrived: Message[];
  contactEmail: string | null;
  erased: boolean;
}

export const EMPTY: ChatState = {
  loading: false,
  conversationId: null,
  status: 'open',
  person: false,
  personName: null,
  messages: [],
  outgoing: [],
  answer: null,
  thinking: false,
  typing: false,
  unread: 0,
  problem: null,
  online: true,
  arrived: [],
  contactEmail: null,
  erased: false,
};

/** What is offered after a question without an answer. null once there is a newer message, or a person answers. */
export function offered({ messages, outgoing, person }: ChatState): Suggestion[] | null {
  return person || outgoing.length > 0 ? null : (messages.at(-1)?.suggestions ?? null);
}

/** The name of the last person who wrote one of these messages. */
export function lastAuthor(messages: readonly Message[]): string | null {
  return messages.findLast(({ from }) => from === 'person')?.authorName ?? null;
}

/** A value with subscribers. */
export class Store<S> {
  private readonly listeners = new Set<() => void>();

  constructor(public state: S) {}

  change(part: Partial<S>): void {
    this.state = { ...this.state, ...part };
    for (const listener of this.listeners) listener();
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}

/** Merges both: each message once and in order. If a message occurs twice, the later version wins. */
export function merged(have: readonly Message[], come: readonly Message[]): Message[] {
  const byId = new Map(have.map((message) => [message.id, message]));
  for (const message of come) byId.set(message.id, message);
  return [...byId.values()].sort((a, b) => a.seq - b.seq);
}

/** Removes the messages that have arrived. For equal texts, removes as many as have arrived. */
export function withoutArrived(outgoing: readonly Outgoing[], come: readonly Message[]): Outgoing[] {
  const arrived = come
    .filter(({ from }) => from === 'visitor')
    .map(({ content, attachments = [] }) => textOf(content, attachments));
  return outgoing.filter(({ text, files, state }) => {
    const found = state === 'sending' ? arrived.indexOf(textOf(text, files)) : -1;
    if (found >= 0) arrived.splice(found, 1);
    return found < 0;
  });
}

/** What tells messages of the visitor apart. */
function textOf(content: string, files: readonly Attachment[]): string {
  return [content.trim(), ...files.map(({ id }) => id)].join(' ');
}
