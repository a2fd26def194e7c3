import { LOCAL, REFERENCE } from './places';

export type Place = 'distributed' | 'reference' | 'local';
export type Ask = <Row>(sql: string) => Promise<Row[]>;

interface TableRow {
  name: string;
  /** Of the column that it would be distributed by. */
  type: string | null;
  required: boolean;
  generated: boolean;
  /** As `pg_class` has it. */
  kind: string;
  persistence: string;
}

interface KeyRow {
  name: string;
  table: string;
  columns: string[];
}

interface ForeignKeyRow extends KeyRow {
  target: string;
  targetColumns: string[];
  onDelete: string;
  onUpdate: string;
}

/** What a table calls the workspace that its rows belong to. */
const columnOf = (table: string): string => (table === 'workspaces' ? 'id' : 'workspace_id');

const TABLES = `
  SELECT c.relname AS name, c.relkind::text AS kind, c.relpersistence::text AS persistence,
    format_type(a.atttypid, a.atttypmod) AS type, coalesce(a.attnotnull, false) AS required,
    coalesce(a.attgenerated <> '' OR a.attidentity <> '', false) AS generated
  FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
    AND a.attname = CASE c.relname WHEN 'workspaces' THEN 'id' ELSE 'workspace_id' END
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind NOT IN ('i', 'I', 'S', 'c')
  ORDER BY 1`;

/** Unique indexes and exclusion constraints; what is an expression has no column. */
const KEYS = `
  SELECT i.indexrelid::regclass::text AS name, i.indrelid::regclass::text AS table, array_to_json(ARRAY(
    SELECT a.attname::text FROM unnest(i.indkey[0:i.indnkeyatts - 1]) number
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = number
  )) AS columns
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
  WHERE c.relnamespace = 'public'::regnamespace AND (i.indisunique OR i.indisexclusion)`;

const namesOf = (table: string, numbers: string): string => `array_to_json(ARRAY(
  SELECT a.attname::text FROM unnest(${numbers}) WITH ORDINALITY AS of (number, place)
  JOIN pg_attribute a ON a.attrelid = ${table} AND a.attnum = of.number ORDER BY of.place
))`;

const FOREIGN_KEYS = `
  SELECT conname AS name, conrelid::regclass::text AS table, ${namesOf('conrelid', 'conkey')} AS columns,
    confrelid::regclass::text AS target, ${namesOf('confrelid', 'confkey')} AS "targetColumns",
    confdeltype::text AS "onDelete", confupdtype::text AS "onUpdate"
  FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`;

const TRIGGERS = `
  SELECT t.tgname AS name, t.tgrelid::regclass::text AS table FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace`;

const RULES = `SELECT rulename AS name, tablename AS table FROM pg_rules WHERE schemaname = 'public'`;

/** Columns with a default that each node would answer differently, or that counts in less than 64 bits. */
const DEFAULTS = `
  SELECT c.relname AS table, a.attname AS column, coalesce(pg_get_expr(d.adbin, d.adrelid), '') AS value,
    a.attidentity <> '' AS counts, format_type(a.atttypid, a.atttypmod) AS type
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
  LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
    AND (d.oid IS NOT NULL OR a.attidentity <> '')`;

/** What a table without a place has to say for itself. */
export async function placesOf(ask: Ask): Promise<Map<string, Place | undefined>> {
  const tables = await ask<TableRow>(TABLES);
  return new Map(tables.map((table) => [table.name, placeOf(table)]));
}

/** A table with a workspace in every row needs no entry. */
function placeOf({ name, type, required }: TableRow): Place | undefined {
  if (name in LOCAL) return 'local';
  if (name in REFERENCE) return 'reference';
  return type !== null && required ? 'distributed' : undefined;
}

/** What Citus would refuse of the schema: its rules for distributed, reference and local tables, by the catalogue alone. */
export async function schemaBreaks(ask: Ask): Promise<string[]> {
  const places = await placesOf(ask);
  const isSpread = (table: string): boolean => places.get(table) === 'distributed';
  const isLocal = (table: string): boolean => places.get(table) === 'local';
  const breaks: string[] = [];

  for (const table of await ask<TableRow>(TABLES)) {
    // A view is expanded where it is used; a parent of partitions is distributed with them.
    if (isSpread(table.name) && !['r', 'p'].includes(table.kind)) breaks.push(`kind of ${table.name}`);
    if (isSpread(table.name) && (table.type !== 'uuid' || table.generated)) breaks.push(`shard key of ${table.name}`);
    if (!isLocal(table.name) && table.persistence !== 'p') breaks.push(`persistence of ${table.name}`);
  }
  for (const { name, table, columns } of await ask<KeyRow>(KEYS)) {
    if (isSpread(table) && !columns.includes(columnOf(table))) breaks.push(`unique ${name}`);
  }
  for (const key of await ask<ForeignKeyRow>(FOREIGN_KEYS)) {
    if (!isAllowed(key, places)) breaks.push(`foreign key ${key.name}`);
  }
  for (const { name, table } of await ask<KeyRow>(TRIGGERS)) if (!isLocal(table)) breaks.push(`trigger ${name}`);
  for (const { name, table } of await ask<KeyRow>(RULES)) if (!isLocal(table)) breaks.push(`rule ${name}`);
  for (const { table, column, ...is } of await ask<DefaultRow>(DEFAULTS)) {
    if (isLocal(table)) continue;
    if (/\b(pg_current_xact_id|txid_current)/.test(is.value)) breaks.push(`transaction id ${table}.${column}`);
    if ((is.counts || is.value.includes('nextval(')) && is.type !== 'bigint')
      breaks.push(`sequence ${table}.${column}`);
  }
  return breaks.sort();
}

interface DefaultRow {
  table: string;
  column: string;
  value: string;
  counts: boolean;
  type: string;
}

/** Within a shard, to a table that every node has, or between tables of the coordinator. */
function isAllowed(key: ForeignKeyRow, places: ReadonlyMap<string, Place | undefined>): boolean {
  const from = places.get(key.table);
  const to = places.get(key.target);
  const isNeutral = (action: string): boolean => action === 'a' || action === 'r';
  if (from === 'local') return to !== 'distributed';
  if (from === 'reference')
    return to === 'reference' || (to === 'local' && isNeutral(key.onDelete) && isNeutral(key.onUpdate));
  if (to === 'local') return false;
  const place = key.columns.indexOf(columnOf(key.table));
  // The workspace of a row never changes, not even to none.
  if (place >= 0 && (['n', 'd'].includes(key.onDelete) || ['n', 'd', 'c'].includes(key.onUpdate))) return false;
  return to === 'reference' || (place >= 0 && key.targetColumns[place] === columnOf(key.target));
}
