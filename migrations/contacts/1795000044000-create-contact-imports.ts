import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many changes of a workspace's contacts wait at most for the index under steady writing. */
const PENDING = 512;
/** The same while an import runs: two segments of the index, so that most of its sets are written once and not in driblets. */
const PENDING_IN_IMPORT = 65_536;

/** Files of contacts on their way into the directory, and what became of their rows. */
export class CreateContactImports1795000044000 implements MigrationInterface {
  readonly name = 'CreateContactImports1795000044000';

  async up(queries: QueryRunner): Promise<void> {
    // due_at: when a worker takes the import up, unless whoever has it says otherwise before; null: nothing is to do.
    // bytes_done: where the next row begins. member_id stays when the member has gone.
    await queries.query(`
      CREATE TABLE contact_imports (
        workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        id uuid NOT NULL,
        member_id uuid NOT NULL,
        status text NOT NULL CHECK (status IN ('uploading', 'queued', 'running', 'completed', 'failed')),
        format text NOT NULL CHECK (format IN ('csv', 'ndjson')),
        columns text[] NOT NULL,
        size_bytes bigint NOT NULL DEFAULT 0,
        bytes_done bigint NOT NULL DEFAULT 0,
        last_row integer NOT NULL DEFAULT 0,
        rows_total integer NOT NULL DEFAULT 0,
        rows_read integer NOT NULL DEFAULT 0,
        created integer NOT NULL DEFAULT 0,
        updated integer NOT NULL DEFAULT 0,
        unchanged integer NOT NULL DEFAULT 0,
        refused integer NOT NULL DEFAULT 0,
        failure_code text,
        failure_message text,
        due_at timestamptz,
        fence bigint NOT NULL DEFAULT 0,
        attempts integer NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        started_at timestamptz(3),
        finished_at timestamptz(3),
        PRIMARY KEY (workspace_id, id),
        CHECK (rows_read = created + updated + unchanged + refused),
        CHECK ((status = 'failed') = (failure_code IS NOT NULL)),
        CHECK ((status IN ('completed', 'failed')) = (finished_at IS NOT NULL))
      )`);
    await queries.query('CREATE INDEX contact_imports_due ON contact_imports (due_at) WHERE due_at IS NOT NULL');
    await queries.query(`
      CREATE TABLE contact_import_chunks (
        workspace_id uuid NOT NULL,
        import_id uuid NOT NULL,
        start_at bigint NOT NULL,
        bytes bytea NOT NULL,
        PRIMARY KEY (workspace_id, import_id, start_at),
        FOREIGN KEY (workspace_id, import_id) REFERENCES contact_imports ON DELETE CASCADE
      )`);
    // Read once and deleted: compressing it would cost more than it saves.
    await queries.query('ALTER TABLE contact_import_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL');
    await queries.query(`
      CREATE TABLE contact_import_refusals (
        workspace_id uuid NOT NULL,
        import_id uuid NOT NULL,
        row integer NOT NULL,
        code text NOT NULL,
        path text NOT NULL,
        message text NOT NULL,
        PRIMARY KEY (workspace_id, import_id, row),
        FOREIGN KEY (workspace_id, import_id) REFERENCES contact_imports ON DELETE CASCADE
      )`);
    // Rows with an externalId look for a contact that has their email and no externalId yet: there are few of those,
    // however many share the address.
    await queries.query(`
      CREATE INDEX contacts_email_unidentified ON contacts (workspace_id, email)
      WHERE email IS NOT NULL AND external_id IS NULL`);
    await queries.query(
      indexDue(`(
        SELECT CASE WHEN count(*) > 0 THEN ${PENDING_IN_IMPORT} ELSE ${PENDING} END
        FROM contact_imports WHERE workspace_id = workspace AND status = 'running'
      )`),
    );
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(indexDue(String(PENDING)));
    await queries.query('DROP INDEX contacts_email_unidentified');
    await queries.query('DROP TABLE contact_import_refusals, contact_import_chunks, contact_imports');
  }
}

/** Whether enough changes of a workspace wait for the index. */
function indexDue(pending: string): string {
  return `
    CREATE OR REPLACE FUNCTION contacts_index_due(workspace uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
    DECLARE
      pending integer := ${pending};
    BEGIN
      RETURN (SELECT count(*) FROM (SELECT FROM contact_changes WHERE workspace_id = workspace LIMIT pending) c) = pending;
    END $$`;
}
