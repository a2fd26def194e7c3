import type { MigrationInterface, QueryRunner } from 'typeorm';

const NO_WORKSPACE = '00000000-0000-0000-0000-000000000000';

/** Queues take turns between workspaces: what waits is found by whose it is. */
const INDEXES: Readonly<Record<string, string>> = {
  knowledge_sources_turns: `knowledge_sources (workspace_id, due_at)
    WHERE (status = 'queued' AND NOT to_fetch) OR status = 'processing'`,
  knowledge_sources_fetch_turns: `knowledge_sources (workspace_id, due_at)
    WHERE (status = 'queued' AND to_fetch) OR status = 'fetching'`,
  knowledge_embedding_jobs_turns: 'knowledge_embedding_jobs (workspace_id, due_at)',
  knowledge_tests_turns: 'knowledge_tests (workspace_id, due_at) WHERE due_at IS NOT NULL',
  contact_imports_turns: 'contact_imports (workspace_id, due_at) WHERE due_at IS NOT NULL',
  inbound_mails_turns: 'inbound_mails (turn_of, due_at, id) WHERE due_at IS NOT NULL',
  mail_outbox_turns: `mail_outbox (turn_of, due_at, id) WHERE status = 'queued'`,
  replies_turns: `replies (channel, workspace_id, dispatch_after_at) WHERE status = 'queued'`,
  member_notifications_turns: `member_notifications (channel, workspace_id, due_at, id) WHERE state = 'queued'`,
  visitor_conversations_turns: `visitor_conversations (workspace_id, unseen_since)
    WHERE unseen_since IS NOT NULL AND email IS NOT NULL`,
  custom_domains_turns: 'custom_domains (workspace_id, due_at)',
};

export class TakeTurns1795000161000 implements MigrationInterface {
  readonly name = 'TakeTurns1795000161000';
  readonly transaction = false;

  async up(queries: QueryRunner): Promise<void> {
    // No reference to a workspace: whose turn a mail takes is nothing that keeps it, or goes with it.
    for (const table of ['inbound_mails', 'mail_outbox']) {
      await queries.query(
        `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS turn_of uuid NOT NULL DEFAULT '${NO_WORKSPACE}'`,
      );
    }
    for (const [name, columns] of Object.entries(INDEXES)) {
      await queries.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await queries.query(`CREATE INDEX CONCURRENTLY ${name} ON ${columns}`);
    }
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(`DROP INDEX ${Object.keys(INDEXES).join(', ')}`);
    for (const table of ['inbound_mails', 'mail_outbox']) await queries.query(`ALTER TABLE ${table} DROP turn_of`);
  }
}
