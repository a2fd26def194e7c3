const KNOWN = 'id, agent_ids AS "agentIds", external_id AS "externalId", name, email, phone, company, blocked';

/** By hand: finds, writes and locks in one statement. `$1` workspace, `$2` email. */
export const UPDATE_SEEN_MAILING = `
  UPDATE contacts SET last_seen_at = now() WHERE workspace_id = $1 AND seq = (
    SELECT seq FROM contacts WHERE workspace_id = $1 AND email = $2 ORDER BY seq LIMIT 1 FOR UPDATE
  ) RETURNING ${KNOWN}`;
