import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What happens to a label happens in no conversation. */
export class TellOfLabels1795000076000 implements MigrationInterface {
  readonly name = 'TellOfLabels1795000076000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      ALTER TABLE inbox_events ADD COLUMN label_id uuid, ALTER COLUMN agent_id DROP NOT NULL,
        ALTER COLUMN conversation_id DROP NOT NULL,
        ADD CONSTRAINT inbox_events_subject
          CHECK (num_nulls(label_id, conversation_id) = 1 AND num_nulls(agent_id, conversation_id) <> 1)`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DELETE FROM inbox_events WHERE label_id IS NOT NULL');
    await queries.query(`
      ALTER TABLE inbox_events DROP COLUMN label_id, ALTER COLUMN agent_id SET NOT NULL,
        ALTER COLUMN conversation_id SET NOT NULL`);
  }
}
