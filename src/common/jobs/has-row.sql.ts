/**
 * Whether a table has such a row. Reads them in the order of the column `by`, so that PostgreSQL uses the index for it even if statistics
 * favor another way. SQL from the program.
 */
export function hasRow(table: string, where: string, by: string): string {
  return `(SELECT ${by} FROM ${table} WHERE ${where} ORDER BY ${by} LIMIT 1) IS NOT NULL`;
}
