/** A table and its columns that are stored, none that follows from others. */
export interface NamedColumns {
  table: string;
  columns: string[];
}

export interface OwnedSequence {
  table: string;
  column: string;
  /** As SQL names it. */
  sequence: string;
}

/** A table of the schema that the role creates its tables in. */
const IN_SCHEMA = `c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'`;

/** By hand: whatever the role and the server have as their defaults, values are written and read in one form, without a bound. */
export const READABLE = `
  SELECT set_config(name, value, true) FROM (VALUES
    ('statement_timeout', '0'), ('lock_timeout', '0'), ('idle_in_transaction_session_timeout', '0'), ('datestyle', 'ISO, YMD'),
    ('intervalstyle', 'postgres'), ('timezone', 'UTC'), ('extra_float_digits', '1'), ('bytea_output', 'hex')
  ) AS settings (name, value)`;

/** By hand: the catalog. Rows of unlogged tables, such as counted requests, are worth nothing after a crash either. */
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

/** By hand: the catalog. Statements that take away what would refuse, or react to, rows that come table by table, and bring it back. */
export const LIST_SET_ASIDE = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', f.conrelid::regclass, f.conname) AS away,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', f.conrelid::regclass, f.conname, pg_get_constraintdef(f.oid)) AS back
  FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid
  WHERE ${IN_SCHEMA} AND f.contype = 'f'
  UNION ALL
  SELECT format('ALTER TABLE %s DISABLE TRIGGER USER', c.oid::regclass), format('ALTER TABLE %s ENABLE TRIGGER USER', c.oid::regclass)
  FROM pg_class c
  WHERE ${IN_SCHEMA} AND EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal)`;

/** By hand: the catalog. Constraints of the schema, and those of them that hold for rows that were there before. */
export const COUNT_CONSTRAINTS = `
  SELECT count(*)::int AS "all", (count(*) FILTER (WHERE f.convalidated))::int AS valid
  FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid
  WHERE ${IN_SCHEMA}`;

/** By hand: the catalog. What keeps a database from being empty, whoever made it; extensions do not. */
export const LIST_RELATIONS = `
  SELECT c.relname AS name FROM pg_class c
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
  ORDER BY c.relname`;
