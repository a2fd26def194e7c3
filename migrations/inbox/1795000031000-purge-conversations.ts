import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What customers said to an agent goes when the agent is purged. */
export class PurgeConversations1795000031000 implements MigrationInterface {
  readonly name = 'PurgeConversations1795000031000';

  async up(queries: QueryRunner): Promise<void> {
    // Gaps go with their conversation, one conversation after the other.
    await queries.query('CREATE INDEX knowledge_gaps_conversation ON knowledge_gaps (workspace_id, conversation_id)');
    // A trigger and no foreign key: opening a conversation must not lock its agent. No turn of an agent that is to be
    // purged can be under way, because it has taken none for 30 days.
    await queries.query(`
      CREATE FUNCTION conversations_forget_agent() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM chat_turns WHERE workspace_id = OLD.workspace_id AND agent_id = OLD.id;
        DELETE FROM conversations WHERE workspace_id = OLD.workspace_id AND agent_id = OLD.id;
        RETURN NULL;
      END $$`);
    await queries.query(`
      CREATE TRIGGER conversations_forget_agent AFTER DELETE ON agents
      FOR EACH ROW EXECUTE FUNCTION conversations_forget_agent()`);
    // Of agents that were purged before.
    for (const table of ['chat_turns', 'conversations']) {
      await queries.query(`
        DELETE FROM ${table} t
        WHERE NOT EXISTS (SELECT 1 FROM agents a WHERE a.workspace_id = t.workspace_id AND a.id = t.agent_id)`);
    }
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TRIGGER conversations_forget_agent ON agents');
    await queries.query('DROP FUNCTION conversations_forget_agent()');
    await queries.query('DROP INDEX knowledge_gaps_conversation');
  }
}
