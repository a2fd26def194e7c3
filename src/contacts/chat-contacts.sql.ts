const KNOWN = 'id, agent_ids AS "agentIds", external_id AS "externalId", name, email, phone, company, blocked';

/**
 * By hand: runs in each chat turn, prepared; writes, locks and returns the row. `$1` workspace, `$2` externalId, `$3`
 * when the turn began.
 */
export const UPDATE_SEEN = `
  UPDATE contacts SET last_seen_at = now() WHERE workspace_id = $1 AND external_id = $2
  RETURNING ${KNOWN},
    EXISTS (SELECT FROM contact_erasures WHERE workspace_id = $1 AND erased_at > $3) AS "someErased"`;

/** By hand: finds, writes and locks in one statement. `$1` workspace, `$2` email, `$3` externalId. */
export const UPDATE_SEEN_BY_EMAIL = `
  UPDATE contacts SET last_seen_at = now() WHERE workspace_id = $1 AND seq = (
    SELECT seq FROM contacts
    WHERE workspace_id = $1 AND email = $2 AND external_id IS NULL
      AND NOT EXISTS (SELECT FROM contacts WHERE workspace_id = $1 AND external_id = $3)
    ORDER BY seq LIMIT 1 FOR UPDATE
  ) RETURNING ${KNOWN}`;

/**
 * By hand: TypeORM does not return the row that a concurrent writer inserted. `$1` workspace, `$2` id, then the columns
 * in their order.
 */
export const UPSERT_SEEN = `
  INSERT INTO contacts (workspace_id, id, agent_ids, external_id, name, email, search_text, last_seen_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, now())
  ON CONFLICT (workspace_id, external_id) DO UPDATE SET last_seen_at = excluded.last_seen_at
  RETURNING ${KNOWN}, xmax = 0 AS "isNew"`;

/**
 * By hand: does not overwrite existing attributes, and limits a contact to 100 attributes of 32,768 characters in
 * total. `$1` workspace, `$2` contact, `$3` attributes as JSON.
 */
export const ADD_ATTRIBUTES = `
  UPDATE contacts SET attributes = $3::jsonb || attributes, updated_at = now()
  WHERE workspace_id = $1 AND id = $2 AND $3::jsonb || attributes <> attributes
    AND (SELECT count(*) FROM jsonb_object_keys($3::jsonb || attributes)) <= 100
    AND octet_length(($3::jsonb || attributes)::text) <= 32768
  RETURNING 1`;
