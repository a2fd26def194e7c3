import type { SealedColumn } from '../feature/table-policy';

/** A column of sealed values in its table, whose rows are found by their primary key. */
export interface StoredSealed extends SealedColumn {
  readonly table: string;
  /** The columns of the primary key, in their order, with their types. */
  readonly key: Readonly<Record<string, string>>;
}

/** By hand: the catalog. The primary key of the table `$1`. */
export const FIND_PRIMARY_KEY = `
  SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type
  FROM pg_index i
    JOIN unnest(i.indkey) WITH ORDINALITY AS k (attnum, place) ON true
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
  WHERE i.indrelid = $1::regclass AND i.indisprimary
  ORDER BY k.place`;

/**
 * By hand: of any table. The next rows in the order of their key: the key columns, the value, and the time of expiry. `$1` and
 * following: the key of the last row, except for the first page. The last parameter is the number of rows.
 */
export function pageSealed({ table, key, column, condition, expires }: StoredSealed, isFirst: boolean): string {
  const names = Object.keys(key);
  const types = Object.values(key);
  const after = isFirst ? '' : `AND (${names.join()}) > (${types.map((type, at) => `$${at + 1}::${type}`).join()})`;
  const until = expires ? `${expires.since} + interval '${expires.hours} hours'` : 'NULL::timestamptz';
  return `
    SELECT ARRAY[${names.map((name) => `${name}::text`).join()}] AS key, ${column} AS sealed, ${until} AS "expiresAt"
    FROM ${table} WHERE ${column} IS NOT NULL AND ${condition ?? 'true'} ${after}
    ORDER BY ${names.join()} LIMIT $${isFirst ? 1 : names.length + 1}`;
}

/**
 * By hand: many rows of any table at once. Does not overwrite a value that has changed since it was read. `$1` and following: the
 * key columns, then the values that were read, the values to write, and the fingerprints to write if the table has such a column.
 */
export function updateSealed({ table, key, column, fingerprint }: StoredSealed): string {
  const change = fingerprint ? `, ${fingerprint.column} = v.fingerprint` : '';
  return `UPDATE ${table} t SET ${column} = v.sealed${change} FROM ${written(key)} WHERE ${matches(key, column)} RETURNING 1`;
}

/**
 * By hand: the same parameters. Deletes rows with a new fingerprint that another row already has, because that row was written
 * for the same thing, and the fingerprint is unique.
 */
export function deleteTwins({ table, key, column, fingerprint }: StoredSealed): string {
  const rowOf = (alias: string): string =>
    `(${Object.keys(key)
      .map((name) => `${alias}.${name}`)
      .join()})`;
  return `
    DELETE FROM ${table} t USING ${written(key)} WHERE ${matches(key, column)} AND EXISTS (
      SELECT FROM ${table} o WHERE o.${fingerprint?.column} = v.fingerprint AND ${rowOf('o')} <> ${rowOf('t')})`;
}

function written(key: StoredSealed['key']): string {
  const types = [...Object.values(key), 'bytea', 'bytea', 'bytea'];
  const arrays = types.map((type, at) => `$${at + 1}::${type}[]`);
  return `unnest(${arrays.join()}) AS v (${[...Object.keys(key), 'before', 'sealed', 'fingerprint'].join()})`;
}

function matches(key: StoredSealed['key'], column: string): string {
  return [...Object.keys(key).map((name) => `t.${name} = v.${name}`), `t.${column} = v.before`].join(' AND ');
}
