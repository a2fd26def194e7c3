/** A table and its stored columns, without generated ones. */
export interface NamedColumns {
  table: string;
  columns: string[];
}

export interface OwnedSequence {
  table: string;
  column: string;
  /** The name in SQL. */
  sequence: string;
}

/** The tables of the schema in which the role creates its tables. */
const IN_SCHEMA = `c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'`;

/**
 * By hand: writes and reads values in one form and without a time limit, overriding the defaults of the role and the
 * server.
 */
export const READABLE = `
  SELECT set_config(name, value, true) FROM (VALUES
    ('statement_timeout', '0'), ('lock_timeout', '0'), ('idle_in_transaction_session_timeout', '0'), ('datestyle', 'ISO, YMD'),
    ('intervalstyle', 'postgres'), ('timezone', 'UTC'), ('extra_float_digits', '1'), ('bytea_output', 'hex')
  ) AS settings (name, value)`;

/** By hand: the catalog. Unlogged tables, such as counted requests, are left out: a crash empties them too. */
export const LIST_TABLES = `
  SELECT c.relname AS "table", array_agg(a.attname::text ORDER BY a.attnum) AS columns
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  WHERE ${IN_SCHEMA} AND c.relpersistence = 'p'
  GROUP BY c.relname ORDER BY c.relname`;

/** By hand: the catalog. */
export const LIST_SEQUENCES = `
  SELECT c.relname AS "table", a.attname AS "column",
    pg_get_serial_sequence(c.oid::regclass::text, a.attname) AS sequence
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND a.attidentity <> ''
  WHERE ${IN_SCHEMA}`;

/**
 * By hand: the catalog. Statements that remove, and restore, constraints and triggers that would act on rows that come
 * table by table.
 */
export const LIST_SET_ASIDE = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', f.conrelid::regclass, f.conname) AS away,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', f.conrelid::regclass, f.conname, pg_get_constraintdef(f.oid)) AS back
  FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid
  WHERE ${IN_SCHEMA} AND f.contype = 'f'
  UNION ALL
  SELECT format('ALTER TABLE %s DISABLE TRIGGER USER', c.oid::regclass), format('ALTER TABLE %s ENABLE TRIGGER USER', c.oid::regclass)
  FROM pg_class c
  WHERE ${IN_SCHEMA} AND EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal)`;

/** By hand: the catalog. The number of constraints, and of those that existing rows satisfy. */
export const COUNT_CONSTRAINTS = `
  SELECT count(*)::int AS "all", (count(*) FILTER (WHERE f.convalidated))::int AS valid
  FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid
  WHERE ${IN_SCHEMA}`;

/** By hand: the catalog. The relations that make a database not empty, of any role; extensions do not count. */
export const LIST_RELATIONS = `
  SELECT c.relname AS name FROM pg_class c
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
  ORDER BY c.relname`;
