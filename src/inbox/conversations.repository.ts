import { Injectable } from '@nestjs/common';
import { instant } from '../common/database/instant.sql';
import { UnitOfWork } from '../common/database/unit-of-work';
import { uuidOrNil } from '../common/database/uuid';
import type {
  AfterMessages,
  ConversationState,
  ConversationSummary,
  ErasedOfAgent,
  LockedConversation,
  MessageAt,
  NewMessage,
} from './conversation.types';

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

  /** A contact's newest conversations with these agents; null: with any. */
  async ofContact(
    workspaceId: string,
    contactId: string,
    agentIds: readonly string[] | null,
    limit: number,
  ): Promise<ConversationSummary[]> {
    return this.work.prepared<ConversationSummary>(
      `SELECT id, agent_id AS "agentId", channel, status, subject, ${instant('last_message_at')} AS "lastMessageAt",
         ${instant('created_at')} AS "createdAt"
       FROM conversations
       WHERE workspace_id = $1 AND contact_id = $2 AND ($3::uuid[] IS NULL OR agent_id = ANY ($3))
       ORDER BY id DESC LIMIT $4`,
      [workspaceId, uuidOrNil(contactId), agentIds, limit],
    );
  }

  async countOfContact(workspaceId: string, contactId: string, agentIds: readonly string[] | null): Promise<number> {
    const [row] = await this.work.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM conversations
       WHERE workspace_id = $1 AND contact_id = $2 AND ($3::uuid[] IS NULL OR agent_id = ANY ($3))`,
      [workspaceId, uuidOrNil(contactId), agentIds],
    );
    return row?.count ?? 0;
  }

  async insert(row: {
    workspaceId: string;
    id: string;
    agentId: string;
    subject: string;
    contactId: string | null;
  }): Promise<void> {
    await this.work.prepared(
      'INSERT INTO conversations (workspace_id, id, agent_id, subject, contact_id) VALUES ($1, $2, $3, $4, $5)',
      [row.workspaceId, row.id, row.agentId, row.subject, row.contactId],
    );
  }

  /** Locks the conversation until the transaction ends, so that what it decides by is still so when it commits. Null: gone. */
  async lock(workspaceId: string, id: string): Promise<LockedConversation | null> {
    const [row] = await this.work.prepared<LockedConversation>(
      `SELECT handler, consecutive_no_answers AS "consecutiveNoAnswers", handed_over_at IS NOT NULL AS "wasHandedOver"
       FROM conversations WHERE workspace_id = $1 AND id = $2 FOR UPDATE`,
      [workspaceId, id],
    );
    return row ?? null;
  }

  async idsOfContact(workspaceId: string, contactId: string): Promise<string[]> {
    const rows = await this.work.query<{ id: string }>(
      'SELECT id FROM conversations WHERE workspace_id = $1 AND contact_id = $2',
      [workspaceId, uuidOrNil(contactId)],
    );
    return rows.map(({ id }) => id);
  }

  async agentsOfContact(workspaceId: string, contactId: string): Promise<string[]> {
    const rows = await this.work.query<{ id: string }>(
      'SELECT DISTINCT agent_id AS id FROM conversations WHERE workspace_id = $1 AND contact_id = $2',
      [workspaceId, uuidOrNil(contactId)],
    );
    return rows.map(({ id }) => id);
  }

  /** Waits for the turns under way in a contact's conversations and keeps others out until the transaction ends. */
  async lockOfContact(workspaceId: string, contactId: string): Promise<string[]> {
    const rows = await this.work.query<{ id: string }>(
      'SELECT id FROM conversations WHERE workspace_id = $1 AND contact_id = $2 ORDER BY id FOR UPDATE',
      [workspaceId, uuidOrNil(contactId)],
    );
    return rows.map(({ id }) => id);
  }

  async countMessages(workspaceId: string, ids: readonly string[]): Promise<number> {
    const [row] = await this.work.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM messages WHERE workspace_id = $1 AND conversation_id = ANY ($2::uuid[])',
      [workspaceId, ids],
    );
    return row?.count ?? 0;
  }

  /** Deletes conversations with their messages, in one statement. By agent, in the order of their ids. */
  async erase(workspaceId: string, ids: readonly string[]): Promise<ErasedOfAgent[]> {
    return this.work.query<ErasedOfAgent>(
      `WITH said AS (
         DELETE FROM messages WHERE workspace_id = $1 AND conversation_id = ANY ($2::uuid[]) RETURNING conversation_id
       ), counted AS (
         SELECT conversation_id AS id, count(*) AS messages FROM said GROUP BY conversation_id
       ), gone AS (
         DELETE FROM conversations WHERE workspace_id = $1 AND id = ANY ($2::uuid[])
         RETURNING id, agent_id, handed_over_at
       )
       SELECT agent_id AS "agentId", count(*)::int AS conversations, coalesce(sum(messages), 0)::int AS messages,
         count(handed_over_at)::int AS "handedOff"
       FROM gone LEFT JOIN counted USING (id) GROUP BY agent_id ORDER BY agent_id`,
      [workspaceId, ids],
    );
  }

  /**
   * Adds messages in the order given and touches the conversation; a closed one is open again, and one that is with
   * nobody yet is with `contactId`. One statement.
   */
  async append(
    workspaceId: string,
    conversationId: string,
    messages: readonly NewMessage[],
    after: AfterMessages,
  ): Promise<MessageAt[]> {
    return this.work.prepared<MessageAt>(
      `WITH touched AS (
         UPDATE conversations SET
           last_message_at = now(), updated_at = now(), version = version + 1,
           status = CASE status WHEN 'closed' THEN 'open' ELSE status END, closed_at = NULL,
           consecutive_no_answers = $4,
           contact_id = coalesce(contact_id, $6),
           handler = CASE WHEN $5 THEN 'human' ELSE handler END,
           handed_over_at = CASE WHEN $5 THEN coalesce(handed_over_at, now()) ELSE handed_over_at END
         WHERE workspace_id = $1 AND id = $2
       )
       INSERT INTO messages (workspace_id, conversation_id, id, turn_id, role, content)
       SELECT $1, $2, m.id, m."turnId", m.role, m.content
       FROM json_to_recordset($3) AS m (id uuid, "turnId" uuid, role text, content text)
       RETURNING id, created_at AS "createdAt"`,
      [
        workspaceId,
        conversationId,
        JSON.stringify(messages),
        after.consecutiveNoAnswers,
        after.handOver,
        after.contactId,
      ],
    );
  }
}
