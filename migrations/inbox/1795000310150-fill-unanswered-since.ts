import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows of one statement. */
const BATCH = 2_000;

/** For conversations that are there already, the time of their last message. A change of one of them waits for one batch at most. */
export class FillUnansweredSince1795000310150 implements MigrationInterface {
  readonly name = 'FillUnansweredSince1795000310150';
  readonly transaction = false;

  async up(queries: QueryRunner): Promise<void> {
    const changed = async (): Promise<number> => {
      const rows = (await queries.query(`
        WITH changed AS (
          UPDATE conversations c SET unanswered_since = c.last_message_at
          FROM (
            SELECT workspace_id, id FROM conversations
            WHERE status = 'open' AND handler = 'human' AND unanswered_since > last_message_at LIMIT ${BATCH}
          ) batch
          WHERE c.workspace_id = batch.workspace_id AND c.id = batch.id RETURNING 1
        )
        SELECT count(*)::int AS count FROM changed`)) as { count: number }[];
      return rows[0]?.count ?? 0;
    };
    while ((await changed()) === BATCH);
  }

  async down(): Promise<void> {
    // The column goes with the migration that adds it.
  }
}
