import { instant } from '../common/database/instant.sql';
import { LookUp } from '../common/database/look-up';
import { NEW_ID_SQL } from '../common/database/uuid';

/**
 * An agent as it is answered, one column for each field: PostgreSQL makes the JSON, so that a list costs no mapping
 * here. Selects from `agents a LEFT JOIN agent_counters c`.
 */
const SELECT_AGENTS = `
  SELECT a.id, a.workspace_id AS "workspaceId", a.name, a.system_prompt AS "systemPrompt", a.status,
    a.in_transfer AS "inTransfer", a.model, a.temperature, a.rate_limit_per_minute AS "rateLimitPerMinute",
    a.allowed_domains AS "allowedDomains", a.widget_config AS "widgetConfig", a.notify_config AS "notifyConfig",
    a.voice_config AS "voiceConfig", a.learning_config AS "learningConfig",
    a.escalation_team_id AS "escalationTeamId", a.support_email AS "supportEmail", a.website,
    a.logo_url AS "logoUrl", a.email_from_name AS "emailFromName", a.chat_page_enabled AS "chatPageEnabled",
    a.indexable, ${instant('a.chat_page_blocked_at')} AS "chatPageBlockedAt",
    ${instant('a.deletion_scheduled_at')} AS "deletionScheduledAt",
    a.deletion_requested_by AS "deletionRequestedBy", ${instant('a.created_at')} AS "createdAt",
    ${instant('a.updated_at')} AS "updatedAt", coalesce(c.message_count, 0) AS "messageCount",
    coalesce(c.conversation_count, 0) AS "conversationCount", coalesce(c.source_count, 0) AS "sourceCount",
    coalesce(round(c.resolved_request_count::numeric / nullif(c.ended_request_count, 0), 4), 0)::float AS "resolvedRate"
  FROM agents a
  LEFT JOIN agent_counters c ON c.workspace_id = a.workspace_id AND c.agent_id = a.id`;

/**
 * By hand: a hot list as PostgreSQL makes it. `$1` workspace, `$2` the agents that the caller reaches, null for all. Oldest
 * first. One row: the array as text.
 */
export const LIST_AGENTS = `
  SELECT coalesce(json_agg(r)::text, '[]') AS agents FROM (
    ${SELECT_AGENTS}
    WHERE a.workspace_id = $1 AND ($2::uuid[] IS NULL OR a.id = ANY ($2))
    ORDER BY a.id
  ) r`;

/** By hand: the same of one. `$1` workspace, `$2` agent. */
export const FIND_AGENT = `SELECT row_to_json(r) AS agent FROM (${SELECT_AGENTS} WHERE a.workspace_id = $1 AND a.id = $2) r`;

/** By hand: every request below an agent's path asks it. `$1` workspace, `$2` agent. */
export const EXISTS_AGENT = 'SELECT 1 FROM agents WHERE workspace_id = $1 AND id = $2';

/**
 * By hand: every document for a visitor reads it, and documents that are requested at the same time share one statement. Fields as in
 * {@link VisibleAgent}, and `name`. `$1` agent, of any workspace.
 */
export const FIND_VISIBLE = new LookUp(
  `
  SELECT a.workspace_id AS "workspaceId", a.id, a.name, a.status = 'active' AND a.deletion_scheduled_at IS NULL AS answers,
    a.allowed_domains AS "allowedDomains", a.widget_config AS "widgetConfig", a.voice_config AS "voiceConfig",
    a.learning_config AS "learningConfig", a.support_email AS "supportEmail", a.website, a.logo_url AS "logoUrl",
    a.chat_page_enabled AS "chatPageEnabled", a.chat_page_blocked_at AS "chatPageBlockedAt", a.indexable
  FROM agents a WHERE a.id = $1`,
  ['uuid'],
);

/** By hand: the rows of an import name agents by the thousand, in one array. `$1` workspace, `$2` agents. */
export const LIST_EXISTING = 'SELECT id FROM agents WHERE workspace_id = $1 AND id = ANY ($2::uuid[])';

/** By hand: two counts in one statement. `$1` workspace. */
export const COUNT_AGENTS = `
  SELECT count(*) FILTER (WHERE deletion_scheduled_at IS NULL)::int AS staying, count(deletion_scheduled_at)::int AS leaving
  FROM agents WHERE workspace_id = $1`;

const DUE = `
  SELECT workspace_id, id FROM agents WHERE deletion_scheduled_at <= now() ORDER BY deletion_scheduled_at`;

/** By hand: of all workspaces, as {@link DELETE_ONE_DUE} finds them. */
export const EXISTS_DUE = `${DUE} LIMIT 1`;

/**
 * By hand: SKIP LOCKED. With an agent goes everything that refers to it, by foreign keys and triggers. Its event and its entry in the
 * audit log are written with it, because the statement is a transaction of its own, on a connection for long statements.
 */
export const DELETE_ONE_DUE = `
  WITH gone AS (
    DELETE FROM agents WHERE (workspace_id, id) IN (${DUE} LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING workspace_id, id, status, deletion_scheduled_at
  ),
  event AS (
    INSERT INTO workspace_events (workspace_id, id, event_id, type, agent_id, subject_id, data, actor_kind)
    SELECT workspace_id, nextval('inbox_events_id_seq'), gen_random_uuid(), 'agent.deleted', id, id,
      jsonb_build_object('agentId', id, 'status', status, 'deletionScheduledAt', ${instant('deletion_scheduled_at')}), 'system'
    FROM gone
  )
  INSERT INTO audit_entries (workspace_id, id, operation_id, surface, outcome, count, actor_kind, subject_type, subject_id,
    related, changes)
  SELECT workspace_id, ${NEW_ID_SQL}, 'system.purgeAgent', 'system', 'succeeded', 1, 'system', 'agent', id, '[]', '[]'
  FROM gone RETURNING subject_id AS id`;

/** By hand: the counters have no entity, as all that they ever are is added to. `$1` workspace, `$2` agent. */
export const INSERT_COUNTERS = 'INSERT INTO agent_counters (workspace_id, agent_id) VALUES ($1, $2)';

/** By hand: each chat turn does it. `$1` workspace, `$2` agent, `$3` to `$7` what comes to each figure. */
export const ADD_TO_COUNTERS = `
  UPDATE agent_counters SET message_count = message_count + $3, conversation_count = conversation_count + $4,
    ended_request_count = ended_request_count + $5, resolved_request_count = resolved_request_count + $6,
    source_count = source_count + $7
  WHERE workspace_id = $1 AND agent_id = $2`;

/** By hand: one key of a JSON column. `$1` workspace, `$2` agent. */
export const STOP_NOTIFYING = `
  UPDATE agents SET notify_config = notify_config || '{"onNewConversation": false}', updated_at = now()
  WHERE workspace_id = $1 AND id = $2 AND notify_config ->> 'onNewConversation' = 'true'
  RETURNING 1`;
