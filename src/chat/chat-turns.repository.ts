import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import { UnitOfWork } from '../common/database/unit-of-work';
import { ChatTurn, type Outcome } from './chat-turn.entity';
import {
  CLAIM_TURN,
  READ_CLOCK,
  FIND_TURN_BY_REQUEST,
  FINISH_TURN,
  INSERT_FINISHED_TURN,
  RELEASE_TURN,
  RENEW_TURN,
} from './chat-turns.sql';

export interface TurnIdentity {
  workspaceId: string;
  agentId: string;
  callerId: string;
  requestId: string;
}

export interface ClaimedTurn {
  id: string;
  fence: string;
  /** On the database's clock, as PostgreSQL writes it. */
  startedAt: string;
}

export interface StoredTurn {
  fingerprint: Buffer;
  response: string | null;
  /** Until the lease of a running turn ends; null of one that is completed. */
  leaseSeconds: number | null;
}

export interface FinishedTurn {
  conversationId: string;
  outcome: Outcome;
  model: string;
  inputTokens: number;
  outputTokens: number;
}

/** The table chat_turns. */
@Injectable()
export class ChatTurnsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /**
   * Claims the turn of a request id for this process: a new one, or one whose process died and whose lease has ended.
   * Null where it is done, runs elsewhere, or was another request. One statement, committed at once. The conversation is
   * the one that the request names, so that an abandoned claim is deleted with it.
   */
  async claim(
    identity: TurnIdentity,
    id: string,
    fingerprint: Buffer,
    conversationId: string | null,
  ): Promise<ClaimedTurn | null> {
    const parameters = [...columnsOf(identity), id, fingerprint, conversationId];
    const [claimed] = await this.work.prepared<ClaimedTurn>(CLAIM_TURN, parameters);
    return claimed ?? null;
  }

  /** When a turn that claims nothing begins; as exact as the claim of one that does. */
  async readClock(): Promise<string> {
    const [row] = await this.work.prepared<{ now: string }>(READ_CLOCK, []);
    return row!.now;
  }

  async findByRequest(identity: TurnIdentity): Promise<StoredTurn | null> {
    const [stored] = await this.work.prepared<StoredTurn>(FIND_TURN_BY_REQUEST, columnsOf(identity));
    return stored ?? null;
  }

  /** Those with these ids, as many as a page of events names. */
  listCompleted(workspaceId: string, ids: readonly string[]): Promise<ChatTurn[]> {
    return this.work.manager.findBy(ChatTurn, { workspaceId, id: Any([...ids]), state: 'completed' });
  }

  /** While the turn goes on; nothing where another process has taken it over. */
  async renew(workspaceId: string, { id, fence }: Pick<ClaimedTurn, 'id' | 'fence'>): Promise<void> {
    await this.work.query(RENEW_TURN, [workspaceId, id, fence]);
  }

  /** Gives a claim up after a failure, so that the request id is free again. */
  async release(workspaceId: string, { id, fence }: Pick<ClaimedTurn, 'id' | 'fence'>): Promise<void> {
    await this.work.prepared(RELEASE_TURN, [workspaceId, id, fence]);
  }

  /** Ends a claimed turn; false where another process has taken it over meanwhile. */
  async finish(
    workspaceId: string,
    { id, fence }: Pick<ClaimedTurn, 'id' | 'fence'>,
    turn: FinishedTurn,
    response: string,
  ): Promise<boolean> {
    const parameters = [workspaceId, id, fence, ...valuesOf(turn), response];
    return (await this.work.prepared(FINISH_TURN, parameters)).length === 1;
  }

  /** A turn without a request id, which no request can ask for again. */
  async insertFinished(
    { workspaceId, agentId, callerId }: Omit<TurnIdentity, 'requestId'>,
    id: string,
    turn: FinishedTurn,
  ): Promise<void> {
    await this.work.prepared(INSERT_FINISHED_TURN, [workspaceId, agentId, callerId, id, ...valuesOf(turn)]);
  }
}

function columnsOf({ workspaceId, agentId, callerId, requestId }: TurnIdentity): string[] {
  return [workspaceId, agentId, callerId, requestId];
}

function valuesOf({ conversationId, outcome, model, inputTokens, outputTokens }: FinishedTurn): unknown[] {
  return [conversationId, outcome, model, inputTokens, outputTokens];
}
