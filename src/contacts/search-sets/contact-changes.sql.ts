/** By hand: SKIP LOCKED, in any order, so that a change that cannot be released does not block others. */
export const CLAIM_REQUEST = `
  SELECT workspace_id AS "workspaceId" FROM contact_index_requests
  ORDER BY random() LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`;
export const IS_ANY_REQUESTED = 'EXISTS (SELECT FROM contact_index_requests)';

/** By hand: SKIP LOCKED, since a transaction that is about to add changes holds the lock. `$1` workspace. */
export const LOCK_REQUEST = 'SELECT FROM contact_index_requests WHERE workspace_id = $1 FOR UPDATE SKIP LOCKED';

/** By hand: a function of the schema that its triggers also call. `$1` workspace. */
export const DELETE_REQUEST =
  'DELETE FROM contact_index_requests WHERE workspace_id = $1 AND NOT contacts_index_due($1) RETURNING workspace_id';

/** By hand: SKIP LOCKED, so that it does not wait for writers of contacts. `$1` workspace, `$2` limit. */
export const LOCK_CHANGES =
  'SELECT seq FROM contact_changes WHERE workspace_id = $1 ORDER BY seq LIMIT $2 FOR UPDATE SKIP LOCKED';

/** By hand: compares two tables that have no relation in TypeORM. `$1` workspace. */
export const LIST_SEQS_OF_DELETED = `
  SELECT seq FROM contact_changes p WHERE workspace_id = $1
    AND NOT EXISTS (SELECT FROM contacts c WHERE c.workspace_id = p.workspace_id AND c.seq = p.seq)`;

/**
 * By hand: LATERAL with OFFSET 0, so that each contact is looked up by its key, even with stale statistics during an
 * import. `$1` workspace, `$2` seqs.
 */
export const LIST_CHANGES = `
  SELECT p.seq, p.indexed_text AS "indexedText", p.indexed_agent_ids AS "indexedAgentIds",
    c.search_text AS "searchText", c.agent_ids AS "agentIds"
  FROM contact_changes p LEFT JOIN LATERAL (
    SELECT search_text, agent_ids FROM contacts c
    WHERE c.workspace_id = p.workspace_id AND c.seq = p.seq OFFSET 0
  ) c ON true
  WHERE p.workspace_id = $1 AND p.seq = ANY ($2::bigint[]) ORDER BY p.seq`;

/** By hand: an array, as a batch has up to 32,768. `$1` workspace, `$2` seqs. */
export const DELETE_CHANGES = 'DELETE FROM contact_changes WHERE workspace_id = $1 AND seq = ANY ($2::bigint[])';

/** By hand: LIMIT, so that it stops counting there. `$1` workspace, `$2` limit. */
export const COUNT_CHANGES = `
  SELECT count(*)::int AS count FROM (SELECT FROM contact_changes WHERE workspace_id = $1 LIMIT $2) c`;
