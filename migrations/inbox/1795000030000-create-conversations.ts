import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What customers and agents say to each other, the turns in which they say it, and the hand-over to people. */
export class CreateConversations1795000030000 implements MigrationInterface {
  readonly name = 'CreateConversations1795000030000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE TABLE conversations (
        workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        id uuid NOT NULL,
        agent_id uuid NOT NULL,
        channel text NOT NULL DEFAULT 'widget' CHECK (channel IN ('widget', 'email')),
        subject text,
        status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'waiting', 'closed')),
        handler text NOT NULL DEFAULT 'agent' CHECK (handler IN ('agent', 'human')),
        handed_over_at timestamptz(3),
        consecutive_no_answers integer NOT NULL DEFAULT 0,
        last_message_at timestamptz(3) NOT NULL DEFAULT now(),
        closed_at timestamptz(3),
        version bigint NOT NULL DEFAULT 1,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (workspace_id, id)
      )`);
    await queries.query(
      `CREATE INDEX conversations_agent ON conversations (workspace_id, agent_id, last_message_at DESC)`,
    );
    await queries.query(`
      CREATE TABLE messages (
        workspace_id uuid NOT NULL,
        conversation_id uuid NOT NULL,
        id uuid NOT NULL,
        turn_id uuid,
        role text NOT NULL CHECK (role IN ('customer', 'agent', 'human', 'system')),
        content text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (workspace_id, conversation_id, id),
        FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
      )`);
    // A turn is claimed before its work begins and holds its response once that is done, so that a retry with the same
    // request id finds either a lease that still runs or the very bytes that were answered.
    await queries.query(`
      CREATE TABLE chat_turns (
        workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        id uuid NOT NULL,
        agent_id uuid NOT NULL,
        key_id uuid NOT NULL,
        conversation_id uuid,
        request_id text,
        fingerprint bytea,
        state text NOT NULL CHECK (state IN ('running', 'completed')),
        fence bigint NOT NULL DEFAULT 1,
        lease_ends_at timestamptz(3),
        outcome text CHECK (outcome IN ('answered', 'no_answer', 'handed_off', 'human_active')),
        model text,
        input_tokens integer,
        output_tokens integer,
        response text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (workspace_id, id),
        CHECK ((state = 'running') = (lease_ends_at IS NOT NULL)),
        CHECK ((state = 'completed') = (outcome IS NOT NULL))
      )`);
    await queries.query(`
      CREATE UNIQUE INDEX chat_turns_request ON chat_turns (workspace_id, agent_id, key_id, request_id)
      WHERE request_id IS NOT NULL`);
    await queries.query(`CREATE INDEX chat_turns_forgettable ON chat_turns (created_at) WHERE request_id IS NOT NULL`);
    await queries.query(`
      CREATE TABLE knowledge_gaps (
        workspace_id uuid NOT NULL,
        agent_id uuid NOT NULL,
        id uuid NOT NULL,
        conversation_id uuid NOT NULL,
        question text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (workspace_id, agent_id, id),
        FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
      )`);
    await queries.query(`
      CREATE TABLE support_requests (
        workspace_id uuid NOT NULL,
        id uuid NOT NULL,
        conversation_id uuid NOT NULL,
        agent_id uuid NOT NULL,
        subject text,
        state text NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'active', 'waiting', 'ended')),
        priority text NOT NULL DEFAULT 'normal' CHECK (priority IN ('low', 'normal', 'high', 'urgent')),
        episode_number integer NOT NULL DEFAULT 1 CHECK (episode_number >= 1),
        opened_at timestamptz(3) NOT NULL DEFAULT now(),
        state_since timestamptz(3) NOT NULL DEFAULT now(),
        ended_at timestamptz(3),
        version bigint NOT NULL DEFAULT 1,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (workspace_id, id),
        FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
      )`);
    await queries.query(`
      CREATE INDEX support_requests_conversation ON support_requests (workspace_id, conversation_id, id)`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE support_requests, knowledge_gaps, chat_turns, messages, conversations');
  }
}
