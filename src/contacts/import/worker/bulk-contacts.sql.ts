import { visibleSql } from '../../contact-visibility';
import type { NewContact } from '../../contacts.repository';
import { MOST_REPORTED } from '../contact-import.types';

/**
 * Columns, their fields, and their types. Arrays of arrays must have rows of equal length, so those columns use `text`.
 */
export const COLUMNS: readonly [column: string, field: keyof NewContact, type: string][] = [
  ['agent_ids', 'agentIds', 'text'],
  ['external_id', 'externalId', 'text'],
  ['name', 'name', 'text'],
  ['email', 'email', 'text'],
  ['phone', 'phone', 'text'],
  ['company', 'company', 'text'],
  ['locale', 'locale', 'text'],
  ['timezone', 'timezone', 'text'],
  ['notes', 'notes', 'text'],
  ['attributes', 'attributes', 'jsonb'],
  ['blocked', 'blocked', 'boolean'],
  ['search_text', 'searchText', 'text'],
];
const NAMES = COLUMNS.map(([column]) => column).join(', ');
/**
 * Rows of all columns after `key`, from one array for each column, starting with `$2`. Reading JSON would cost
 * PostgreSQL twice as much.
 */
const rowsBy = (key: string, type: string): string =>
  `unnest($2::${type}[], ${COLUMNS.map(([, , type], index) => `$${index + 3}::${type}[]`).join(', ')})
   WITH ORDINALITY AS r (${key}, ${NAMES}, n)`;
const valueOf = (column: string): string => (column === 'agent_ids' ? 'r.agent_ids::uuid[]' : `r.${column}`);
const VALUES = COLUMNS.map(([column]) => valueOf(column)).join(', ');
const SELECTED = COLUMNS.map(([column, field]) => `c.${column} AS "${field}"`).join(', ');
const CHANGES = COLUMNS.map(([column]) => `${column} = ${valueOf(column)}`).join(', ');

// OFFSET 0 makes PostgreSQL look up each row by its key. During an import, stale statistics would lead to full scans.
const oldest = (emails: string, more: string): string => `
  SELECT min(c.seq) AS seq FROM unnest(${emails}::text[]) AS e (email) CROSS JOIN LATERAL (
    SELECT seq FROM contacts c
    WHERE c.workspace_id = $1 AND c.email = e.email AND ${more} ${visibleSql('$2', 'c.agent_ids')} OFFSET 0
  ) c GROUP BY e.email`;

/**
 * By hand: arrays of identities, since a batch has thousands. `$1` workspace, `$2` agents of the member, `$3`
 * externalIds, `$4` emails of rows with an externalId, `$5` emails of rows without one.
 */
export const LIST_MATCHING_SEQS = `
  SELECT c.seq FROM unnest($3::text[]) AS e (id) CROSS JOIN LATERAL (
    SELECT seq FROM contacts c WHERE c.workspace_id = $1 AND c.external_id = e.id OFFSET 0
  ) c
  UNION ${oldest('$4', 'c.external_id IS NULL AND')} UNION ${oldest('$5', '')}`;

/** By hand: includes whether the member sees the contact. `$1` workspace, `$2` agents of the member, `$3` seqs. */
export const LOCK_CONTACTS = `
  SELECT c.workspace_id AS "workspaceId", c.seq, ${SELECTED}, ${visibleSql('$2', 'c.agent_ids')} AS visible
  FROM contacts c WHERE c.workspace_id = $1 AND c.seq = ANY ($3::bigint[])
  ORDER BY c.seq FOR NO KEY UPDATE OF c`;

/**
 * By hand: one array for each column inserts thousands of rows in the time of a few. `$1` workspace, `$2` ids, then the
 * columns.
 */
export const INSERT_CONTACTS = `
  INSERT INTO contacts (workspace_id, id, ${NAMES})
  SELECT $1, r.id, ${VALUES} FROM ${rowsBy('id', 'uuid')} ORDER BY r.n`;

/** By hand: the same. `$1` workspace, `$2` seqs, then the columns. */
export const UPDATE_CONTACTS = `
  UPDATE contacts c SET ${CHANGES}, updated_at = now()
  FROM ${rowsBy('seq', 'bigint')} WHERE c.workspace_id = $1 AND c.seq = r.seq`;

/**
 * By hand: many rows at once, up to {@link MOST_REPORTED} for each import, which already counts these. `$1` workspace,
 * `$2` import, `$3` the refusals as JSON, `$4` their number.
 */
export const INSERT_REFUSALS = `
  INSERT INTO contact_import_refusals (workspace_id, import_id, row, scope, code, path, message)
  SELECT $1, $2, r.* FROM json_to_recordset($3::json) AS r (row int, scope text, code text, path text, message text)
  ORDER BY r.row LIMIT greatest(0, ${MOST_REPORTED} - (
    SELECT refused + refused_values - $4 FROM contact_imports WHERE workspace_id = $1 AND id = $2
  ))`;
