import { instant } from '../common/database/instant.sql';

/**
 * The agent's record as it is answered, one column for each field: PostgreSQL makes the JSON, so that a list costs no
 * mapping here. Selects from `agents a LEFT JOIN agent_counters c`.
 */
export const AGENT_RECORD = `
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
    coalesce(round(1 - c.handed_off_count::numeric / nullif(c.conversation_count, 0), 4), 0)::float AS "resolvedRate"
  FROM agents a
  LEFT JOIN agent_counters c ON c.workspace_id = a.workspace_id AND c.agent_id = a.id`;

/** `$1` workspace, `$2` the agents that the caller reaches, null for all. Oldest first. One row: the array as text. */
export const LIST_AGENTS = `
  SELECT coalesce(json_agg(r)::text, '[]') AS agents FROM (
    ${AGENT_RECORD}
    WHERE a.workspace_id = $1 AND ($2::uuid[] IS NULL OR a.id = ANY ($2))
    ORDER BY a.id
  ) r`;

/** `$1` workspace, `$2` agent. */
export const GET_AGENT = `SELECT row_to_json(r) AS agent FROM (${AGENT_RECORD} WHERE a.workspace_id = $1 AND a.id = $2) r`;
