/** SKIP LOCKED, and any of them, so that one that cannot be released keeps no other waiting. */
export const CLAIM_REQUEST = `
  SELECT workspace_id AS "workspaceId" FROM contact_index_requests
  ORDER BY random() LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`;

/** SKIP LOCKED: whoever is about to leave changes holds it. */
export const LOCK_REQUEST = 'SELECT FROM contact_index_requests WHERE workspace_id = $1 FOR UPDATE SKIP LOCKED';

/** By a function of the schema, which its triggers call as well. */
export const DELETE_REQUEST =
  'DELETE FROM contact_index_requests WHERE workspace_id = $1 AND NOT contacts_index_due($1) RETURNING workspace_id';

/** SKIP LOCKED: waits for nobody who is changing a contact. */
export const LOCK_CHANGES =
  'SELECT seq FROM contact_changes WHERE workspace_id = $1 ORDER BY seq LIMIT $2 FOR UPDATE SKIP LOCKED';

/** Compares two tables that have no relation in TypeORM. */
export const LIST_SEQS_OF_DELETED = `
  SELECT seq FROM contact_changes p WHERE workspace_id = $1
    AND NOT EXISTS (SELECT FROM contacts c WHERE c.workspace_id = p.workspace_id AND c.seq = p.seq)`;

/** LATERAL with OFFSET 0: each contact is looked up by its key, whatever the statistics say during an import. */
export const LIST_CHANGES = `
  SELECT p.seq, p.indexed_text AS "indexedText", p.indexed_agent_ids AS "indexedAgentIds",
    c.search_text AS "searchText", c.agent_ids AS "agentIds"
  FROM contact_changes p LEFT JOIN LATERAL (
    SELECT search_text, agent_ids FROM contacts c
    WHERE c.workspace_id = p.workspace_id AND c.seq = p.seq OFFSET 0
  ) c ON true
  WHERE p.workspace_id = $1 AND p.seq = ANY ($2::bigint[]) ORDER BY p.seq`;

/** By an array: a batch has 32 768. */
export const DELETE_CHANGES = 'DELETE FROM contact_changes WHERE workspace_id = $1 AND seq = ANY ($2::bigint[])';

/** LIMIT, so that it counts no further than that. */
export const COUNT_CHANGES = `
  SELECT count(*)::int AS count FROM (SELECT FROM contact_changes WHERE workspace_id = $1 LIMIT $2) c`;
