import type { Limit } from '../common/rate-limit/rate-limiter';
import type { CitationDto } from '../models/citation.dto';
import type { UploaderId } from '../files/file.types';
import type { AgentAnswer, AnswerableAgent } from './answer.types';
import type { ChatTurnDto, SendChatTurnInput } from './chat-turn.dto';
import type { ClaimedTurn } from './chat-turns.repository';

/** A turn as its caller asks for it. `message` is empty if there are only files. */
export type TurnInput = Omit<SendChatTurnInput, 'message' | 'stream'> & { message: string };

/** The caller of a turn, who need not be the contact whose turn it is. */
export interface TurnCaller {
  /** The id of the workspace key or of the visitor's session; request ids are unique within it. */
  readonly callerId: string;
  readonly uploaderId: UploaderId;
  /** In place of the limits of keys; narrowest first. */
  readonly visitorLimits?: readonly Limit[];
}

/** `fence` null: the turn has no request id. `startedAt` null: the turn names no customer. */
export type TurnClaim = ClaimedTurn | { id: string; fence: null; startedAt: string | null };

/** A turn with an answer, to be written with `ChatTurnsService.write`. */
export interface AnsweredTurn {
  readonly agent: AnswerableAgent;
  readonly caller: TurnCaller;
  readonly input: TurnInput;
  /** Of the files that the message carries. */
  readonly fileNames: readonly string[];
  readonly claim: TurnClaim;
  /** Null: the turn opens a conversation. */
  readonly conversationId: string | null;
  readonly answer: AgentAnswer;
  /** Null until it is written. */
  written: WrittenTurn | null;
}

/** The contact and the conversation of a turn. The transaction that writes the turn has found or opened them. */
export interface TurnEntry {
  readonly contact: { readonly id: string; readonly blocked: boolean } | null;
  readonly conversationId: string;
  readonly isNew: boolean;
}

/** `text` is the turn as JSON, as it is stored for retries. */
export interface WrittenTurn<Turn extends CompletedTurn = ChatTurnDto> {
  readonly turn: Turn;
  readonly text: string;
  /** Whether the contact is blocked. */
  readonly isBlocked: boolean;
}

/** The fields of a completed turn that other features use. */
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

/** The first event of a turn. `replayed`: the response was made for an earlier request with the same id. */
export interface TurnStarted<Start extends object = TurnStart> {
  readonly event: 'turn.started';
  readonly data: Start;
  readonly replayed: boolean;
}

/** An event of a turn, in this order. The deltas and citations, put together, are those of the completed turn. */
export type TurnEvent<Turn extends CompletedTurn = ChatTurnDto> =
  | TurnStarted
  | { readonly event: 'message.delta'; readonly data: { readonly text: string } }
  | { readonly event: 'citation'; readonly data: CitationDto }
  | { readonly event: 'turn.completed'; readonly data: Turn; readonly text: string };

/** The step of a turn after which its reader writes it: in one transaction, before it reads on. */
export interface TurnToWrite {
  readonly event: 'turn.answered';
  readonly data: AnsweredTurn;
}

/** The last event of a stream whose turn failed after it had started. Nothing of the turn was written. `data`: the error. */
export interface TurnFailed {
  readonly event: 'turn.failed';
  readonly data: object;
}

export interface TurnStart {
  readonly turnId: string;
  readonly requestId: string | null;
  readonly agentId: string;
}
