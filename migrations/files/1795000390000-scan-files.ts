import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files are scanned and moved to another store by workers, and those of incoming email are files like the others. */
export class ScanFiles1795000390000 implements MigrationInterface {
  readonly name = 'ScanFiles1795000390000';

  async up(queries: QueryRunner): Promise<void> {
    // object_key: where the bytes lie in FILES_STORE; null: in file_pieces. work_due_at: null: no work is left.
    await queries.query(`
      ALTER TABLE files ADD COLUMN scan text NOT NULL DEFAULT 'none',
        ADD COLUMN inline boolean NOT NULL DEFAULT false,
        ADD COLUMN object_key text,
        ADD COLUMN work_due_at timestamptz(3),
        ADD COLUMN fence bigint NOT NULL DEFAULT 0,
        ADD COLUMN is_held boolean NOT NULL DEFAULT false,
        ADD COLUMN attempts integer NOT NULL DEFAULT 0,
        ADD CONSTRAINT files_scan_check CHECK (scan IN ('none', 'waiting', 'clean', 'infected', 'failed')) NOT VALID`);
    // No foreign keys: the row of an object outlives its file, so that a worker deletes the object.
    await queries.query(`
      CREATE TABLE file_objects (
        workspace_id uuid NOT NULL,
        key text NOT NULL,
        file_id uuid NOT NULL,
        put_at timestamptz(3) NOT NULL DEFAULT now(),
        deleting boolean NOT NULL DEFAULT false,
        PRIMARY KEY (workspace_id, key)
      )`);
    await queries.query('CREATE INDEX file_objects_file ON file_objects (workspace_id, file_id)');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE file_objects');
    const columns = ['attempts', 'is_held', 'fence', 'work_due_at', 'object_key', 'inline', 'scan'];
    await queries.query(`ALTER TABLE files ${columns.map((column) => `DROP COLUMN ${column}`).join(', ')}`);
  }
}
