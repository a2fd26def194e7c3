import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Saved replies keep files, and the replies that are written with them share the bytes. */
export class ShareFiles1795000480000 implements MigrationInterface {
  readonly name = 'ShareFiles1795000480000';
  readonly exemption = 'the new check allows all that the old one does, and the version before shares no bytes';

  async up(queries: QueryRunner): Promise<void> {
    // bytes_of: the file with the bytes, which is there as long as others share them. The file of a saved reply has no due_at.
    await queries.query(`
      ALTER TABLE files ADD COLUMN bytes_of uuid,
        ADD CONSTRAINT files_bytes_of_fkey FOREIGN KEY (workspace_id, bytes_of) REFERENCES files NOT VALID,
        DROP CONSTRAINT files_check1,
        ADD CONSTRAINT files_due_check CHECK (
          CASE WHEN message_id IS NOT NULL THEN due_at IS NULL
            ELSE due_at IS NOT NULL OR uploader_id LIKE 'saved\\_reply:%' END) NOT VALID`);
  }

  async down(queries: QueryRunner): Promise<void> {
    // Copies would have no bytes without the other row.
    await queries.query('DELETE FROM files WHERE bytes_of IS NOT NULL');
    await queries.query('DELETE FROM files WHERE message_id IS NULL AND due_at IS NULL');
    await queries.query(`
      ALTER TABLE files DROP CONSTRAINT files_due_check, DROP COLUMN bytes_of,
        ADD CONSTRAINT files_check1 CHECK ((message_id IS NULL) = (due_at IS NOT NULL))`);
  }
}
