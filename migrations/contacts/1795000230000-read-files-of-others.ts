import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How the columns of a file are read, and values that are refused instead of their row. */
export class ReadFilesOfOthers1795000230000 implements MigrationInterface {
  readonly name = 'ReadFilesOfOthers1795000230000';
  readonly exemption =
    'the version before writes one refusal for a row, whose path the new key admits; the table is bounded by the imports of 30 days';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      ALTER TABLE contact_imports
        ADD column_names text[] NOT NULL DEFAULT '{}',
        ADD separator text NOT NULL DEFAULT ',',
        ADD default_country text,
        ADD refused_values integer NOT NULL DEFAULT 0`);
    await queries.query(`
      ALTER TABLE contact_import_refusals
        ADD scope text NOT NULL DEFAULT 'row',
        DROP CONSTRAINT contact_import_refusals_pkey,
        ADD PRIMARY KEY (workspace_id, import_id, row, path)`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(`DELETE FROM contact_import_refusals WHERE scope = 'value'`);
    await queries.query(`
      ALTER TABLE contact_import_refusals
        DROP CONSTRAINT contact_import_refusals_pkey,
        ADD PRIMARY KEY (workspace_id, import_id, row),
        DROP scope`);
    await queries.query(`
      ALTER TABLE contact_imports
        DROP column_names, DROP separator, DROP default_country, DROP refused_values`);
  }
}
