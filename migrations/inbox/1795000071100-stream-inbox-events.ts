import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who is writing in a conversation at this moment: told like everything else, and forgotten at once. */
export class StreamInboxEvents1795000071100 implements MigrationInterface {
  readonly name = 'StreamInboxEvents1795000071100';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE inbox_events ADD COLUMN member_id uuid, ADD COLUMN typing boolean');
    await queries.query('CREATE INDEX inbox_events_typing ON inbox_events (created_at) WHERE typing IS NOT NULL');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DELETE FROM inbox_events WHERE typing IS NOT NULL');
    await queries.query('DROP INDEX inbox_events_typing');
    await queries.query('ALTER TABLE inbox_events DROP COLUMN member_id, DROP COLUMN typing');
  }
}
