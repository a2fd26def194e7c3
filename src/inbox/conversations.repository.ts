import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { uuidOrNil } from '../common/database/uuid';
import type { ConversationState, LockedConversation, MessageAt, NewMessage, Visitor } from './conversation.types';

@Injectable()
export class ConversationsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** A conversation of one agent with its newest messages: one statement. */
  async findState(workspaceId: string, agentId: string, id: string, recent: number): Promise<ConversationState | null> {
    const [row] = await this.work.prepared<ConversationState>(
      `SELECT c.id, c.handler, c.consecutive_no_answers AS "consecutiveNoAnswers", coalesce((
         SELECT json_agg(json_build_object('role', m.role, 'content', m.content) ORDER BY m.id)
         FROM (SELECT id, role, content FROM messages
               WHERE workspace_id = c.workspace_id AND conversation_id = c.id ORDER BY id DESC LIMIT $4) m
       ), '[]') AS recent
       FROM conversations c WHERE c.workspace_id = $1 AND c.id = $2 AND c.agent_id = $3`,
      [workspaceId, uuidOrNil(id), agentId, recent],
    );
    return row ?? null;
  }

  async insert(row: {
    workspaceId: string;
    id: string;
    agentId: string;
    subject: string;
    visitor: Visitor | null;
  }): Promise<void> {
    await this.work.prepared(
      'INSERT INTO conversations (workspace_id, id, agent_id, subject, visitor) VALUES ($1, $2, $3, $4, $5)',
      [row.workspaceId, row.id, row.agentId, row.subject, row.visitor && JSON.stringify(row.visitor)],
    );
  }

  /** Locks the conversation until the transaction ends, so that what it decides by is still so when it commits. */
  async lock(workspaceId: string, id: string): Promise<LockedConversation> {
    const [row] = await this.work.prepared<LockedConversation>(
      `SELECT handler, consecutive_no_answers AS "consecutiveNoAnswers", handed_over_at IS NOT NULL AS "wasHandedOver"
       FROM conversations WHERE workspace_id = $1 AND id = $2 FOR UPDATE`,
      [workspaceId, id],
    );
    if (!row) throw new Error(`The conversation ${id} is gone`);
    return row;
  }

  /** Adds messages in the order given and touches the conversation; a closed one is open again. One statement. */
  async append(
    workspaceId: string,
    conversationId: string,
    messages: readonly NewMessage[],
    after: { consecutiveNoAnswers: number; handOver: boolean },
  ): Promise<MessageAt[]> {
    return this.work.prepared<MessageAt>(
      `WITH touched AS (
         UPDATE conversations SET
           last_message_at = now(), updated_at = now(), version = version + 1,
           status = CASE status WHEN 'closed' THEN 'open' ELSE status END, closed_at = NULL,
           consecutive_no_answers = $4,
           handler = CASE WHEN $5 THEN 'human' ELSE handler END,
           handed_over_at = CASE WHEN $5 THEN coalesce(handed_over_at, now()) ELSE handed_over_at END
         WHERE workspace_id = $1 AND id = $2
       )
       INSERT INTO messages (workspace_id, conversation_id, id, turn_id, role, content)
       SELECT $1, $2, m.id, m."turnId", m.role, m.content
       FROM json_to_recordset($3) AS m (id uuid, "turnId" uuid, role text, content text)
       RETURNING id, created_at AS "createdAt"`,
      [workspaceId, conversationId, JSON.stringify(messages), after.consecutiveNoAnswers, after.handOver],
    );
  }
}
