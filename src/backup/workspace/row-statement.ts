import type { Client } from 'pg';
import type { ExportPlan, PlannedTable } from './export-plan';
import { type NumberSource, numberSources } from './numbers';
import { outOfBounds } from './value-bounds';
import { LIST_COLUMNS, type TypedColumns } from './workspace.sql';

/** The statements that write the rows of a table. */
export interface RowStatement {
  /** `$1` lines, `$2` workspace, `$3` map of account ids from the file to those here. */
  insert: string;
  /** Finds the first column of `$1` lines with a value out of bounds. Null if no column has bounds. */
  findOutOfBounds: string | null;
}

/** The lines of a batch, in order. */
const LINES = `json_array_elements($1::json) WITH ORDINALITY AS lines (line, place)`;

export async function rowStatements(client: Client, plan: ExportPlan): Promise<ReadonlyMap<string, RowStatement>> {
  const sources = await numberSources(client, plan);
  const { rows: tables } = await client.query<TypedColumns>(LIST_COLUMNS, [plan.names]);
  return new Map(
    tables.map(({ table, columns }) => [table, statementOf(client, plan.find(table)!, columns, sources.get(table))]),
  );
}

function statementOf(
  client: Client,
  { name: table, workspaceColumn, only, anew = {} }: PlannedTable,
  columns: TypedColumns['columns'],
  numbers: NumberSource | undefined,
): RowStatement {
  const values = columns.map(({ column }) => {
    if (column === numbers?.column) return 'numbers.is_now';
    if (column.endsWith('account_id')) return `($3::json ->> r.${client.escapeIdentifier(column)}::text)::uuid`;
    return anew[column] ?? `r.${client.escapeIdentifier(column)}`;
  });
  const bounds = columns
    .filter(({ column }) => column !== numbers?.column && !(column in anew))
    .flatMap(({ column, type }) => {
      const isOut = outOfBounds(type, `r.${client.escapeIdentifier(column)}`);
      return isOut ? [{ column, isOut }] : [];
    });
  const names = columns.map(({ column }) => client.escapeIdentifier(column)).join(', ');
  const within = bounds.map(({ isOut }) => ` AND (${isOut}) IS NOT TRUE`).join('');
  return {
    insert: `
      ${withNumbers(client, numbers)}
      INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE
      SELECT ${values.join(', ')}
      FROM ${numbers?.kind === 'sequence' ? 'numbers' : LINES}, json_populate_record(NULL::${table}, line -> 'row') r
      ${numbers?.kind === 'reference' ? `JOIN ${numbers.mapping} numbers ON numbers.was = r.${client.escapeIdentifier(numbers.column)}` : ''}
      WHERE r.${workspaceColumn} = $2 AND ($3::json IS NOT NULL)${only ? ` AND ${only}` : ''}${within}`,
    findOutOfBounds: findOutOfBounds(client, table, bounds),
  };
}

function findOutOfBounds(
  client: Client,
  table: string,
  bounds: readonly { column: string; isOut: string }[],
): string | null {
  if (bounds.length === 0) return null;
  const cases = bounds.map(({ column, isOut }) => `WHEN ${isOut} THEN ${client.escapeLiteral(column)}`);
  return `
    SELECT CASE ${cases.join(' ')} END AS "column"
    FROM ${LINES}, json_populate_record(NULL::${table}, line -> 'row') r
    WHERE ${bounds.map(({ isOut }) => isOut).join(' OR ')} LIMIT 1`;
}

/** Assigns numbers to the rows of a table, in order. Stores them if other rows refer to them. */
function withNumbers(client: Client, numbers: NumberSource | undefined): string {
  if (numbers?.kind !== 'sequence') return '';
  const assigned = `numbers AS MATERIALIZED (SELECT line, place, nextval(${numbers.sequence}) AS is_now FROM (SELECT * FROM ${LINES} ORDER BY place) ordered)`;
  if (!numbers.mapping) return `WITH ${assigned}`;
  const was = `(line -> 'row' ->> ${client.escapeLiteral(numbers.column)})::bigint`;
  return `WITH ${assigned}, stored AS (INSERT INTO ${numbers.mapping} (was, is_now) SELECT ${was}, is_now FROM numbers)`;
}
