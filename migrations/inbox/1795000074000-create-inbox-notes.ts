import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What members write for each other about a conversation. */
export class CreateInboxNotes1795000074000 implements MigrationInterface {
  readonly name = 'CreateInboxNotes1795000074000';

  async up(queries: QueryRunner): Promise<void> {
    // Not among the messages: what a customer is shown or a model answers from is read there, and must not find a note.
    await queries.query(`
      CREATE TABLE inbox_notes (
        workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        conversation_id uuid NOT NULL,
        id uuid NOT NULL,
        author_member_id uuid NOT NULL,
        content text NOT NULL CHECK (char_length(content) BETWEEN 1 AND 25000),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (workspace_id, conversation_id, id),
        FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
      )`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE inbox_notes');
  }
}
