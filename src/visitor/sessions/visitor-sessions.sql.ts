import { LookUp } from '../../common/database/look-up';
import { AGENT_ANSWERS } from '../conversations/own-conversations.sql';

/**
 * By hand: authentication is one statement, prepared, for each request of a visitor: the agent as it is now, and the session
 * where it is stored. `$1` workspace, `$2` agent, `$3` session, `$4` the identity key that says who the visitor is, or null.
 */
export const FIND_LIVE_VISITOR_SESSION = new LookUp(
  `
  SELECT w.plan_id AS "planId", ${AGENT_ANSWERS} AS "agentAnswers",
    a.allowed_domains AS "allowedDomains", a.chat_page_blocked_at IS NOT NULL AS "isPageBlocked", s.secret_hash AS "secretHash",
    s.ended_at IS NOT NULL AS "hasEnded", s.last_used_at AS "lastUsedAt",
    $4::uuid IS NOT NULL AND (k.id IS NULL OR k.revoked_at IS NOT NULL) AS "isIdentityRevoked"
  FROM agents a
  JOIN workspaces w ON w.id = a.workspace_id
  LEFT JOIN visitor_sessions s ON s.workspace_id = a.workspace_id AND s.id = $3
  LEFT JOIN visitor_identity_keys k ON k.workspace_id = a.workspace_id AND k.agent_id = a.id AND k.id = $4
  WHERE a.workspace_id = $1 AND a.id = $2`,
  ['uuid', 'uuid', 'uuid', 'uuid'],
);

/**
 * By hand: inserts, or locks the row that is there, in one statement. `$1` workspace, `$2` session, `$3` agent, `$4` hash of the
 * token, `$5` when it began. No row where it has ended, or another token has taken the place of this one.
 */
export const UPSERT_VISITOR_SESSION = `
  INSERT INTO visitor_sessions AS s (workspace_id, id, agent_id, secret_hash, created_at) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (workspace_id, id) DO UPDATE SET last_used_at = now()
  WHERE s.ended_at IS NULL AND s.secret_hash = excluded.secret_hash
  RETURNING id`;

/** By hand: as above; what was never stored is stored as ended, so that its token is good no more. The same parameters. */
export const END_VISITOR_SESSION = `
  INSERT INTO visitor_sessions AS s (workspace_id, id, agent_id, secret_hash, created_at, ended_at)
  VALUES ($1, $2, $3, $4, $5, now())
  ON CONFLICT (workspace_id, id) DO UPDATE SET ended_at = coalesce(s.ended_at, now())`;
