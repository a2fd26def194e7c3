/** By hand: SKIP LOCKED, and any of them, so that one that cannot be released keeps no other waiting. */
export const CLAIM_REQUEST = `
  SELECT workspace_id AS "workspaceId" FROM contact_index_requests
  ORDER BY random() LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`;

/** By hand: SKIP LOCKED, as whoever is about to leave changes holds it. `$1` workspace. */
export const LOCK_REQUEST = 'SELECT FROM contact_index_requests WHERE workspace_id = $1 FOR UPDATE SKIP LOCKED';

/** By hand: by a function of the schema, which its triggers call as well. `$1` workspace. */
export const DELETE_REQUEST =
  'DELETE FROM contact_index_requests WHERE workspace_id = $1 AND NOT contacts_index_due($1) RETURNING workspace_id';

/** By hand: SKIP LOCKED, so that it waits for nobody who is changing a contact. `$1` workspace, `$2` how many. */
export const LOCK_CHANGES =
  'SELECT seq FROM contact_changes WHERE workspace_id = $1 ORDER BY seq LIMIT $2 FOR UPDATE SKIP LOCKED';

/** By hand: compares two tables that have no relation in TypeORM. `$1` workspace. */
export const LIST_SEQS_OF_DELETED = `
  SELECT seq FROM contact_changes p WHERE workspace_id = $1
    AND NOT EXISTS (SELECT FROM contacts c WHERE c.workspace_id = p.workspace_id AND c.seq = p.seq)`;

/**
 * By hand: LATERAL with OFFSET 0, so that each contact is looked up by its key, whatever the statistics say during an import.
 * `$1` workspace, `$2` seqs.
 */
export const LIST_CHANGES = `
  SELECT p.seq, p.indexed_text AS "indexedText", p.indexed_agent_ids AS "indexedAgentIds",
    c.search_text AS "searchText", c.agent_ids AS "agentIds"
  FROM contact_changes p LEFT JOIN LATERAL (
    SELECT search_text, agent_ids FROM contacts c
    WHERE c.workspace_id = p.workspace_id AND c.seq = p.seq OFFSET 0
  ) c ON true
  WHERE p.workspace_id = $1 AND p.seq = ANY ($2::bigint[]) ORDER BY p.seq`;

/** By hand: by an array, as a batch has 32 768. `$1` workspace, `$2` seqs. */
export const DELETE_CHANGES = 'DELETE FROM contact_changes WHERE workspace_id = $1 AND seq = ANY ($2::bigint[])';

/** By hand: LIMIT, so that it counts no further than that. `$1` workspace, `$2` how far. */
export const COUNT_CHANGES = `
  SELECT count(*)::int AS count FROM (SELECT FROM contact_changes WHERE workspace_id = $1 LIMIT $2) c`;
