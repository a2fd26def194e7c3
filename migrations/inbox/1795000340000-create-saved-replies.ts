import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Texts that members keep for replies, for all members or for one. */
export class CreateSavedReplies1795000340000 implements MigrationInterface {
  readonly name = 'CreateSavedReplies1795000340000';

  async up(queries: QueryRunner): Promise<void> {
    // owner_member_id: a private reply goes with its member. The author of a shared one may have left.
    await queries.query(`
      CREATE TABLE saved_replies (
        workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        id uuid NOT NULL,
        name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
        name_key text NOT NULL,
        shortcut text CHECK (shortcut ~ '^[a-z0-9_-]{1,32}$'),
        content text NOT NULL CHECK (char_length(content) BETWEEN 1 AND 25000),
        language text,
        agent_ids uuid[] NOT NULL,
        visibility text NOT NULL CHECK (visibility IN ('workspace', 'private')),
        author_member_id uuid NOT NULL,
        owner_member_id uuid GENERATED ALWAYS AS (CASE WHEN visibility = 'private' THEN author_member_id END) STORED
          REFERENCES members (id) ON DELETE CASCADE,
        used_count bigint NOT NULL DEFAULT 0,
        last_used_at timestamptz(3),
        version bigint NOT NULL DEFAULT 1,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (workspace_id, id)
      )`);
    await queries.query(`
      CREATE UNIQUE INDEX saved_replies_name ON saved_replies (workspace_id, name_key) WHERE visibility = 'workspace'`);
    await queries.query(`
      CREATE UNIQUE INDEX saved_replies_shortcut ON saved_replies (workspace_id, shortcut) WHERE visibility = 'workspace'`);
    await queries.query(`
      CREATE UNIQUE INDEX saved_replies_own_name ON saved_replies (workspace_id, author_member_id, name_key)
      WHERE visibility = 'private'`);
    await queries.query(`
      CREATE UNIQUE INDEX saved_replies_own_shortcut ON saved_replies (workspace_id, author_member_id, shortcut)
      WHERE visibility = 'private'`);
    await queries.query(`
      CREATE INDEX saved_replies_owner ON saved_replies (owner_member_id) WHERE owner_member_id IS NOT NULL`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE saved_replies');
  }
}
