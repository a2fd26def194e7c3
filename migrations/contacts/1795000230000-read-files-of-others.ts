import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How the columns of a file are read, and values that are refused instead of their row. */
export class ReadFilesOfOthers1795000230000 implements MigrationInterface {
  readonly name = 'ReadFilesOfOthers1795000230000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      ALTER TABLE contact_imports
        ADD column_names text[] NOT NULL DEFAULT '{}',
        ADD separator text NOT NULL DEFAULT ',' CHECK (separator IN (',', ';', E'\\t', '|')),
        ADD default_country text CHECK (default_country ~ '^[A-Z]{2}$'),
        ADD refused_values integer NOT NULL DEFAULT 0 CHECK (refused_values >= 0)`);
    await queries.query(`
      ALTER TABLE contact_import_refusals
        ADD scope text NOT NULL DEFAULT 'row' CHECK (scope IN ('row', 'value')),
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
