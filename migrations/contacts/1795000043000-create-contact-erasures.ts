import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who has been erased, told without saying who it was, and ways to find what is kept about a contact elsewhere. */
export class CreateContactErasures1795000043000 implements MigrationInterface {
  readonly name = 'CreateContactErasures1795000043000';

  async up(queries: QueryRunner): Promise<void> {
    // Keyed hashes: whether somebody was erased can be asked only by who knows them and has SECRET_KEY. erased_at decides
    // what was before and what after, so it keeps its microseconds.
    await queries.query(`
      CREATE TABLE contact_erasures (
        workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        contact_id uuid NOT NULL,
        id uuid NOT NULL,
        erased_at timestamptz NOT NULL,
        erased_by uuid NOT NULL,
        records jsonb NOT NULL,
        external_id_hash bytea CHECK (length(external_id_hash) = 32),
        email_hash bytea CHECK (length(email_hash) = 32),
        PRIMARY KEY (workspace_id, contact_id)
      )`);
    await queries.query('CREATE INDEX contact_erasures_erased_at ON contact_erasures (workspace_id, erased_at)');
    await queries.query(`
      CREATE INDEX chat_turns_conversation ON chat_turns (workspace_id, conversation_id)
      WHERE conversation_id IS NOT NULL`);
    // What a stored response tells of: the id of the record that its request made.
    await queries.query('ALTER TABLE idempotency_keys ADD COLUMN record_id uuid');
    await queries.query(
      'CREATE INDEX idempotency_keys_record ON idempotency_keys (record_id) WHERE record_id IS NOT NULL',
    );
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE idempotency_keys DROP COLUMN record_id');
    await queries.query('DROP INDEX chat_turns_conversation');
    await queries.query('DROP TABLE contact_erasures');
  }
}
