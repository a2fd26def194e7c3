import type { Citation, Message, Suggestion } from './types';

/** Something that the visitor has written and that is not in the conversation yet. */
export interface Outgoing {
  requestId: string;
  text: string;
  /** `queued`: is sent by itself once the service answers again. */
  state: 'sending' | 'unsent' | 'queued';
  /** What the visitor accepted before they said it aloud. */
  voiceConsent?: string;
}

export type Problem =
  /** `until`: milliseconds of this computer's clock. */
  | { kind: 'wait'; until: number }
  /** The service does not answer; what was written is sent once it does. */
  | { kind: 'away' }
  | { kind: 'inactive' }
  | { kind: 'refused' }
  | { kind: 'failed'; code: string };

export interface ChatState {
  /** What there was before is being fetched. */
  loading: boolean;
  conversationId: string | null;
  status: string;
  /** A person has the conversation; `personName` as far as it is known. */
  person: boolean;
  personName: string | null;
  /** By `seq`. */
  messages: Message[];
  outgoing: Outgoing[];
  /** An answer while it is written. */
  answer: { text: string; citations: Citation[] } | null;
  /** The agent works on an answer of which nothing has come yet. */
  thinking: boolean;
  typing: boolean;
  unread: number;
  problem: Problem | null;
  online: boolean;
  /** Finished messages that came while this page is open, to be read out once. */
  arrived: Message[];
  /** The agent had no answer to the last question. */
  noAnswer: boolean;
  /** What that question may have meant. */
  suggestions: Suggestion[];
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
  noAnswer: false,
  suggestions: [],
  contactEmail: null,
  erased: false,
};

/** Of the last of these messages that a person wrote. */
export function lastAuthor(messages: readonly Message[]): string | null {
  return messages.findLast(({ from }) => from === 'person')?.authorName ?? null;
}

/** A value and who wants to know of its changes. */
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

/** Both, each message once and in order; of two states of one, the later one. */
export function merged(have: readonly Message[], come: readonly Message[]): Message[] {
  const byId = new Map(have.map((message) => [message.id, message]));
  for (const message of come) byId.set(message.id, message);
  return [...byId.values()].sort((a, b) => a.seq - b.seq);
}

/** Without what the messages that came have in them: of equal texts, as many as there are. */
export function withoutArrived(outgoing: readonly Outgoing[], come: readonly Message[]): Outgoing[] {
  const texts = come.filter(({ from }) => from === 'visitor').map(({ content }) => content.trim());
  return outgoing.filter(({ text, state }) => {
    const found = state === 'sending' ? texts.indexOf(text.trim()) : -1;
    if (found >= 0) texts.splice(found, 1);
    return found < 0;
  });
}
