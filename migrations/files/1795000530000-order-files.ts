import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files of a message keep the order in which its request names them. */
export class OrderFiles1795000530000 implements MigrationInterface {
  readonly name = 'OrderFiles1795000530000';

  async up(queries: QueryRunner): Promise<void> {
    // Files of before stay in the order of their upload: they share one position, and their ids decide.
    await queries.query(`ALTER TABLE files ADD COLUMN position smallint NOT NULL DEFAULT 0`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE files DROP COLUMN position');
  }
}
