import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Conversations as members list them, and how far each member has read. */
export class ListConversations1795000071000 implements MigrationInterface {
  readonly name = 'ListConversations1795000071000';

  async up(queries: QueryRunner): Promise<void> {
    // Each message moves its conversation to the front, and each index that orders by activity makes it dearer. So there are
    // three, by what lists are narrowed to most: a list of all statuses is put together from those of each.
    await queries.query('DROP INDEX conversations_agent');
    await queries.query('DROP INDEX conversations_assignee');
    await queries.query(
      'CREATE INDEX conversations_activity ON conversations (workspace_id, status, last_message_at DESC, id DESC)',
    );
    await queries.query(`
      CREATE INDEX conversations_agent ON conversations (workspace_id, agent_id, status, last_message_at DESC, id DESC)`);
    // The member first: a member who leaves is no longer assigned to anything.
    await queries.query(`
      CREATE INDEX conversations_assignee ON conversations (assignee_member_id, status, last_message_at DESC, id DESC)
      WHERE assignee_member_id IS NOT NULL`);
    await queries.query(`
      CREATE TABLE inbox_reads (
        workspace_id uuid NOT NULL,
        conversation_id uuid NOT NULL,
        member_id uuid NOT NULL CONSTRAINT inbox_reads_member REFERENCES members (id) ON DELETE CASCADE,
        read_up_to timestamptz(3) NOT NULL,
        PRIMARY KEY (workspace_id, conversation_id, member_id),
        CONSTRAINT inbox_reads_conversation
          FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
      )`);
    await queries.query('CREATE INDEX inbox_reads_member_id ON inbox_reads (member_id)');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE inbox_reads');
    await queries.query('DROP INDEX conversations_activity, conversations_agent, conversations_assignee');
    await queries.query(
      'CREATE INDEX conversations_agent ON conversations (workspace_id, agent_id, last_message_at DESC)',
    );
    await queries.query(`
      CREATE INDEX conversations_assignee ON conversations (assignee_member_id) WHERE assignee_member_id IS NOT NULL`);
  }
}
