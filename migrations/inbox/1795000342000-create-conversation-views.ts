import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists of conversations that members keep, for all members or for one. */
export class CreateConversationViews1795000342000 implements MigrationInterface {
  readonly name = 'CreateConversationViews1795000342000';

  async up(queries: QueryRunner): Promise<void> {
    // owner_member_id: a private view goes with its member. The author of a shared one may have left.
    await queries.query(`
      CREATE TABLE conversation_views (
        workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        id uuid NOT NULL,
        name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
        filter jsonb NOT NULL,
        sort text NOT NULL,
        visibility text NOT NULL CHECK (visibility IN ('workspace', 'private')),
        position integer NOT NULL,
        author_member_id uuid NOT NULL,
        owner_member_id uuid GENERATED ALWAYS AS (CASE WHEN visibility = 'private' THEN author_member_id END) STORED
          REFERENCES members (id) ON DELETE CASCADE,
        version bigint NOT NULL DEFAULT 1,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (workspace_id, id)
      )`);
    await queries.query(`
      CREATE INDEX conversation_views_owner ON conversation_views (owner_member_id) WHERE owner_member_id IS NOT NULL`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE conversation_views');
  }
}
