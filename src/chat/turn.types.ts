import type { Limit } from '../common/rate-limit/rate-limiter';
import type { CitationDto } from '../models/citation.dto';

/** Whom a turn belongs to, beside the contact whom it is about. */
export interface TurnCaller {
  /** The id of the workspace key or of the visitor's session; request ids are unique within it. */
  callerId: string;
  visitor?: TurnVisitor;
}

/** What a visitor's turn does beside what every turn does. */
export interface TurnVisitor {
  /** In place of those of keys; narrowest first. */
  limits: readonly Limit[];
  /** First in the transaction that writes the turn: who writes, and in which conversation; null: in a new one. */
  enter(turn: { conversationId: string | null; startedAt: string | null }): Promise<EnteredTurn>;
  /** The conversation is new. */
  opened(conversationId: string): Promise<void>;
  /** @throws what somebody is told whom the workspace has blocked */
  ensureNotBlocked(isBlocked: boolean): void;
  /** The conversation goes on; its lock is held. */
  continued(conversationId: string): Promise<void>;
  /** The agent has answered. */
  answered(conversationId: string, messageId: string, citations: readonly CitationDto[]): Promise<void>;
}

export interface EnteredTurn {
  contact: { id: string; blocked: boolean } | null;
  conversationId: string | null;
}

/** A completed turn, as far as other features need it. */
export interface CompletedTurn {
  turnId: string;
  requestId: string | null;
  conversationId: string;
  message: { id: string; content: string; createdAt: string } | null;
  citations: CitationDto[];
  outcome: 'answered' | 'no_answer' | 'handed_off' | 'human_active';
  suggestions: { title: string; url: string | null }[];
  createdAt: string;
}

/** A turn with its response: `text` is the JSON that is stored for retries, and `turn` the same as an object. */
export interface TurnResult<Turn extends CompletedTurn = CompletedTurn> {
  readonly turn: Turn;
  readonly text: string;
  /** The response was made for an earlier request with the same id. */
  readonly replayed: boolean;
}

/** An event of a turn that is streamed while it runs, in this order; the last one is the completed or the failed turn. */
export type TurnEvent<Turn extends CompletedTurn = CompletedTurn> =
  | { readonly event: 'turn.started'; readonly data: TurnStart }
  | { readonly event: 'message.delta'; readonly data: { readonly text: string } }
  | { readonly event: 'citation'; readonly data: CitationDto }
  | { readonly event: 'turn.completed'; readonly data: Turn }
  | { readonly event: 'turn.failed'; readonly data: object };

export interface TurnStart {
  readonly turnId: string;
  readonly requestId: string | null;
  readonly agentId: string;
}
