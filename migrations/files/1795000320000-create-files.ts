import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files that callers upload, and that messages and notes then carry. */
export class CreateFiles1795000320000 implements MigrationInterface {
  readonly name = 'CreateFiles1795000320000';

  async up(queries: QueryRunner): Promise<void> {
    // message_id: the message or note that carries the file, which then has no due_at: it goes with its conversation.
    await queries.query(`
      CREATE TABLE files (
        workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        id uuid NOT NULL,
        uploader_id text NOT NULL,
        file_name text NOT NULL CHECK (char_length(file_name) BETWEEN 1 AND 255),
        media_type text NOT NULL,
        size_bytes bigint NOT NULL DEFAULT 0 CHECK (size_bytes >= 0),
        sha256 bytea CHECK (octet_length(sha256) = 32),
        conversation_id uuid,
        message_id uuid,
        due_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (workspace_id, id),
        FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE,
        CHECK ((conversation_id IS NULL) = (message_id IS NULL)),
        CHECK ((message_id IS NULL) = (due_at IS NOT NULL)),
        CHECK (message_id IS NULL OR sha256 IS NOT NULL)
      )`);
    await queries.query(`
      CREATE INDEX files_message ON files (workspace_id, conversation_id, message_id) WHERE message_id IS NOT NULL`);
    await queries.query(`
      CREATE INDEX files_unused ON files (workspace_id, uploader_id) WHERE message_id IS NULL`);
    await queries.query(`CREATE INDEX files_due ON files (due_at) WHERE due_at IS NOT NULL`);
    // What a workspace stores is summed for each upload, from the index alone.
    await queries.query(`
      CREATE INDEX files_stored ON files (workspace_id) INCLUDE (size_bytes) WHERE sha256 IS NOT NULL`);
    await queries.query(`
      CREATE TABLE file_pieces (
        workspace_id uuid NOT NULL,
        file_id uuid NOT NULL,
        start_at bigint NOT NULL,
        bytes bytea NOT NULL,
        PRIMARY KEY (workspace_id, file_id, start_at),
        FOREIGN KEY (workspace_id, file_id) REFERENCES files ON DELETE CASCADE
      )`);
    // Uncompressed: a part of a piece is read without the rest, and most files are compressed already.
    await queries.query('ALTER TABLE file_pieces ALTER COLUMN bytes SET STORAGE EXTERNAL');
    // Null: it arrived before hashes were kept.
    await queries.query('ALTER TABLE message_attachments ADD COLUMN sha256 bytea');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE message_attachments DROP COLUMN sha256');
    await queries.query('DROP TABLE file_pieces, files');
  }
}
