import { LIST_WORKSPACES_WITH } from './workspaces-with.sql';

/**
 * By hand: runs in the transaction of every change, and the lineage of a credential comes with it in the same statement. `$1` to `$23`
 * the columns in their order; `$15` is the credential. Its lineage begins with the oldest ancestor and ends with itself.
 */
export const APPEND_ENTRY = `
  INSERT INTO audit_entries (workspace_id, id, operation_id, surface, outcome, code, count, actor_kind, by_account,
    member_id, role, session_id, key_id, token_id, credential_id, lineage, subject_type, subject_id, related, changes,
    request_id, address, client, salt, address_hash, client_hash)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15::uuid,
    CASE WHEN $15::uuid IS NOT NULL THEN (
      WITH RECURSIVE ancestors AS (
        SELECT id, parent_credential_id, 1 AS depth FROM account_credentials WHERE id = $15
        UNION ALL
        SELECT c.id, c.parent_credential_id, a.depth + 1
        FROM account_credentials c JOIN ancestors a ON c.id = a.parent_credential_id
      )
      SELECT array_agg(id ORDER BY depth DESC) FROM ancestors
    ) END,
    $16, $17, $18::jsonb, $19::jsonb, $20, $21, $22, $23,
    CASE WHEN $21::text IS NOT NULL THEN sha256($23::bytea || convert_to($21, 'UTF8')) END,
    CASE WHEN $22::text IS NOT NULL THEN sha256($23::bytea || convert_to($22, 'UTF8')) END`;

export const LIST_UNSEALED_WORKSPACES = LIST_WORKSPACES_WITH('audit_entries', 'sequence IS NULL');

/** By hand: a bulk write. `$1` workspace, `$2` ids in order, `$3` the sequence of the first, `$4` the batch. */
export const NUMBER_ENTRIES = `
  UPDATE audit_entries e SET sequence = $3::bigint + numbered.place - 1, batch_number = $4
  FROM unnest($2::uuid[]) WITH ORDINALITY AS numbered (id, place)
  WHERE e.workspace_id = $1 AND e.id = numbered.id AND e.sequence IS NULL
  RETURNING e.id`;

/** By hand: the oldest unsealed entry of all workspaces. The index begins with the workspace, so it looks at a bounded number. */
export const UNSEALED_AGE = `
  SELECT coalesce(extract(epoch FROM clock_timestamp() - min(at)), 0)::float8 AS seconds
  FROM (SELECT at FROM audit_entries WHERE sequence IS NULL LIMIT 10000) AS unsealed`;
