import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the agent offered in place of an answer. null for every message but one without an answer. */
export class KeepSuggestions1795000240000 implements MigrationInterface {
  readonly name = 'KeepSuggestions1795000240000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE visitor_messages ADD suggestions jsonb');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE visitor_messages DROP suggestions');
  }
}
