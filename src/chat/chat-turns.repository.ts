import { Injectable } from '@nestjs/common';
import { countRowsOf, eraseRowsOf } from '../common/database/rows-of';
import { UnitOfWork } from '../common/database/unit-of-work';
import { ExpiredRows } from '../common/jobs/expired-rows';
import { Lease } from '../common/jobs/lease';
import type { Outcome } from './chat-turn.entity';

/** Longer than any model may take, so that a lease only ends when its process is gone. */
const LEASE = new Lease(90);

export interface TurnIdentity {
  workspaceId: string;
  agentId: string;
  keyId: string;
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
}

export interface CompletedTurn {
  conversationId: string;
  outcome: Outcome;
  model: string;
  inputTokens: number;
  outputTokens: number;
}

const OF_CONVERSATIONS = { table: 'chat_turns', column: 'conversation_id' };

const REQUESTS = { table: 'chat_turns', key: 'workspace_id, id' };
/** A retry may come for 24 hours. */
const TOLD = `request_id IS NOT NULL AND created_at < now() - interval '25 hours'`;

@Injectable()
export class ChatTurnsRepository {
  constructor(
    private readonly work: UnitOfWork,
    expired: ExpiredRows,
  ) {
    expired.register({
      ...REQUESTS,
      // A turn stays, as part of its conversation's history; what a retry would need goes.
      condition: `${TOLD} AND state = 'completed'`,
      forget: 'request_id = NULL, fingerprint = NULL, response = NULL',
    });
    expired.register({
      ...REQUESTS,
      // Claims of processes that died, which nobody has asked for again.
      condition: `${TOLD} AND state = 'running' AND lease_ends_at < now()`,
    });
  }

  /**
   * Claims the turn of a request id for this process: a new one, or one whose process died and whose lease has ended.
   * Null where it is done, runs elsewhere, or was another request. One statement, committed at once. The conversation is
   * the one that the request names, so that a claim that nobody comes back to goes with it.
   */
  async claim(
    identity: TurnIdentity,
    id: string,
    fingerprint: Buffer,
    conversationId: string | null,
  ): Promise<ClaimedTurn | null> {
    const [row] = await this.work.prepared<ClaimedTurn>(
      `INSERT INTO chat_turns AS t
         (workspace_id, agent_id, key_id, request_id, id, fingerprint, conversation_id, state, lease_ends_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, 'running', now() + ${LEASE.interval})
       ON CONFLICT (workspace_id, agent_id, key_id, request_id) WHERE request_id IS NOT NULL DO UPDATE
         SET fence = t.fence + 1, lease_ends_at = excluded.lease_ends_at
         WHERE t.state = 'running' AND t.lease_ends_at < now() AND t.fingerprint = excluded.fingerprint
       RETURNING id, fence, now()::text AS "startedAt"`,
      [identity.workspaceId, identity.agentId, identity.keyId, identity.requestId, id, fingerprint, conversationId],
    );
    return row ?? null;
  }

  /** The start of a turn that claims nothing. */
  async now(): Promise<string> {
    const [row] = await this.work.prepared<{ now: string }>('SELECT now()::text AS now', []);
    return row!.now;
  }

  async findByRequest(identity: TurnIdentity): Promise<StoredTurn | null> {
    const [row] = await this.work.prepared<StoredTurn>(
      `SELECT fingerprint, response FROM chat_turns
       WHERE workspace_id = $1 AND agent_id = $2 AND key_id = $3 AND request_id = $4`,
      [identity.workspaceId, identity.agentId, identity.keyId, identity.requestId],
    );
    return row ?? null;
  }

  /** Gives a claim up after a failure, so that the request id is free again. */
  async release(workspaceId: string, { id, fence }: Pick<ClaimedTurn, 'id' | 'fence'>): Promise<void> {
    await this.work.prepared(
      `DELETE FROM chat_turns WHERE workspace_id = $1 AND id = $2 AND fence = $3 AND state = 'running'`,
      [workspaceId, id, fence],
    );
  }

  /** Completes a claimed turn; false where another process has taken it over meanwhile. */
  async complete(
    workspaceId: string,
    { id, fence }: Pick<ClaimedTurn, 'id' | 'fence'>,
    turn: CompletedTurn,
    response: string,
  ): Promise<boolean> {
    const rows = await this.work.prepared<{ id: string }>(
      `UPDATE chat_turns SET state = 'completed', lease_ends_at = NULL, conversation_id = $4, outcome = $5, model = $6,
         input_tokens = $7, output_tokens = $8, response = $9
       WHERE workspace_id = $1 AND id = $2 AND fence = $3 AND state = 'running' RETURNING id`,
      [workspaceId, id, fence, ...columns(turn), response],
    );
    return rows.length === 1;
  }

  /** Records a turn that had no request id, so nobody can ask for it again. */
  async insertCompleted(
    workspaceId: string,
    agentId: string,
    keyId: string,
    id: string,
    turn: CompletedTurn,
  ): Promise<void> {
    await this.work.prepared(
      `INSERT INTO chat_turns
         (workspace_id, agent_id, key_id, id, state, conversation_id, outcome, model, input_tokens, output_tokens)
       VALUES ($1, $2, $3, $4, 'completed', $5, $6, $7, $8, $9)`,
      [workspaceId, agentId, keyId, id, ...columns(turn)],
    );
  }

  countOf(workspaceId: string, conversationIds: readonly string[]): Promise<number> {
    return countRowsOf(this.work, OF_CONVERSATIONS, workspaceId, conversationIds);
  }

  eraseOf(workspaceId: string, conversationIds: readonly string[]): Promise<number> {
    return eraseRowsOf(this.work, OF_CONVERSATIONS, workspaceId, conversationIds);
  }
}

function columns(turn: CompletedTurn): unknown[] {
  return [turn.conversationId, turn.outcome, turn.model, turn.inputTokens, turn.outputTokens];
}
