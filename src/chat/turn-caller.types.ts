import type { Limit } from '../common/rate-limit/rate-limiter';
import type { CitationDto } from '../models/citation.dto';

/** Whom a turn belongs to, beside the contact whom it is about. */
export interface TurnCaller {
  /** The workspace key, or the session of a visitor: request ids are its own. */
  keyId: string;
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

/** What a turn has come to. */
export interface CompletedTurn {
  turnId: string;
  requestId: string;
  conversationId: string;
  message: { id: string; content: string; createdAt: string } | null;
  citations: CitationDto[];
  outcome: 'answered' | 'no_answer' | 'handed_off' | 'human_active';
  suggestions: { title: string; url: string | null }[];
  createdAt: string;
}
