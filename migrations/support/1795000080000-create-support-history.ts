import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What support requests wait for, how they ended, and everything that was done about them. */
export class CreateSupportHistory1795000080000 implements MigrationInterface {
  readonly name = 'CreateSupportHistory1795000080000';

  async up(queries: QueryRunner): Promise<void> {
    // due_at: the earliest that a clock of it runs out, for lists.
    await queries.query(`
      ALTER TABLE support_requests
        ADD COLUMN origin text NOT NULL DEFAULT 'hand_over' CHECK (origin IN ('hand_over', 'customer', 'member')),
        ADD COLUMN assignee_member_id uuid REFERENCES members (id) ON DELETE SET NULL,
        ADD COLUMN waiting_on text CHECK (waiting_on IN ('customer', 'third_party', 'internal')),
        ADD COLUMN resume_at timestamptz(3),
        ADD COLUMN disposition_code text CHECK (disposition_code IN (
          'resolved', 'answered_by_agent', 'duplicate', 'spam', 'no_response', 'out_of_scope', 'other')),
        ADD COLUMN disposition_note text CHECK (char_length(disposition_note) BETWEEN 1 AND 2000),
        ADD COLUMN disposition_member_id uuid,
        ADD COLUMN due_at timestamptz(3),
        ADD CHECK ((state = 'waiting') = (waiting_on IS NOT NULL)),
        ADD CHECK (state = 'waiting' OR resume_at IS NULL),
        ADD CHECK ((state = 'ended') = (ended_at IS NOT NULL)),
        ADD CHECK ((state = 'ended') = (disposition_code IS NOT NULL))`);
    await queries.query('ALTER TABLE support_requests ALTER COLUMN origin DROP DEFAULT');
    // How often an agent's requests were resolved, in place of how seldom it handed over.
    await queries.query(`
      ALTER TABLE agent_counters DROP COLUMN handed_off_count,
        ADD COLUMN ended_request_count bigint NOT NULL DEFAULT 0 CHECK (ended_request_count >= 0),
        ADD COLUMN resolved_request_count bigint NOT NULL DEFAULT 0
          CHECK (resolved_request_count BETWEEN 0 AND ended_request_count)`);
    await queries.query('ALTER TABLE conversations DROP COLUMN handed_over_at');
    await queries.query(`ALTER TABLE inbox_events ADD COLUMN support_request_id uuid, ADD COLUMN milestone text`);
    await queries.query(
      'CREATE INDEX support_requests_resumable ON support_requests (resume_at) WHERE resume_at IS NOT NULL',
    );
    await queries.query(`
      CREATE TABLE support_request_history (
        workspace_id uuid NOT NULL,
        support_request_id uuid NOT NULL,
        version bigint NOT NULL,
        id uuid NOT NULL,
        kind text NOT NULL CHECK (kind IN ('open', 'activate', 'wait', 'end', 'reopen', 'update')),
        from_state text,
        to_state text NOT NULL,
        episode_number bigint NOT NULL,
        reason text,
        details jsonb NOT NULL DEFAULT '{}',
        actor_member_id uuid,
        occurred_at timestamptz(3) NOT NULL,
        recorded_at timestamptz(3) NOT NULL,
        PRIMARY KEY (workspace_id, support_request_id, version),
        FOREIGN KEY (workspace_id, support_request_id) REFERENCES support_requests ON DELETE CASCADE
      )`);
    await queries.query(`
      INSERT INTO support_request_history
        (workspace_id, support_request_id, version, id, kind, to_state, episode_number, occurred_at, recorded_at)
      SELECT workspace_id, id, version, id, 'open', state, episode_number, opened_at, created_at FROM support_requests`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE support_request_history');
    await queries.query('ALTER TABLE conversations ADD COLUMN handed_over_at timestamptz(3)');
    await queries.query(`UPDATE conversations SET handed_over_at = updated_at WHERE handler = 'human'`);
    await queries.query(`
      ALTER TABLE agent_counters DROP COLUMN ended_request_count, DROP COLUMN resolved_request_count,
        ADD COLUMN handed_off_count bigint NOT NULL DEFAULT 0 CHECK (handed_off_count BETWEEN 0 AND conversation_count)`);
    await queries.query('ALTER TABLE inbox_events DROP COLUMN support_request_id, DROP COLUMN milestone');
    await queries.query(`
      ALTER TABLE support_requests
        DROP COLUMN origin, DROP COLUMN assignee_member_id, DROP COLUMN waiting_on, DROP COLUMN resume_at,
        DROP COLUMN disposition_code, DROP COLUMN disposition_note, DROP COLUMN disposition_member_id,
        DROP COLUMN due_at`);
  }
}
