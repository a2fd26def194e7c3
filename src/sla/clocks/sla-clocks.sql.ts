import { hasRow } from '../../common/jobs/has-row.sql';

/** A clock `c` with its events in order and its calendar. */
const CLOCK = `
  SELECT c.workspace_id AS "workspaceId", c.support_request_id AS "supportRequestId", c.id,
    c.conversation_id AS "conversationId", c.agent_id AS "agentId", c.episode_number::float8 AS "episodeNumber",
    c.milestone, c.number, s.calendar, (
      SELECT json_agg(e.event ORDER BY e.number) FROM sla_clock_events e
      WHERE e.workspace_id = c.workspace_id AND e.support_request_id = c.support_request_id AND e.clock_id = c.id
    ) AS events
  FROM sla_clocks c
  JOIN sla_snapshots s
    ON s.workspace_id = c.workspace_id AND s.policy_id = c.policy_id AND s.policy_version = c.policy_version`;

/** By hand: with all events in one statement. `$1` workspace, `$2` requests. The clocks that can still change. */
export const LIST_OPEN_CLOCKS = `${CLOCK}
  WHERE c.workspace_id = $1 AND c.support_request_id = ANY ($2::uuid[]) AND c.finished_at IS NULL
  ORDER BY c.support_request_id, c.id`;

/**
 * By hand: the same, with those that ended with the request since a message was written, which may have left later. `$1`
 * workspace, `$2` requests, `$3` when the message was written.
 */
export const LIST_ANSWERABLE_CLOCKS = `${CLOCK}
  WHERE c.workspace_id = $1 AND c.support_request_id = ANY ($2::uuid[])
    AND (c.finished_at IS NULL OR (c.status = 'cancelled' AND c.finished_at >= $3))
  ORDER BY c.support_request_id, c.id`;

/** By hand: the same. `$1` workspace, `$2` request, `$3` message. The clocks that the message satisfied. */
export const LIST_CLOCKS_SATISFIED_BY = `${CLOCK}
  WHERE c.workspace_id = $1 AND c.support_request_id = $2 AND c.satisfied_by_message_id = $3
  ORDER BY c.id`;

/** By hand: the same. `$1` workspace, `$2` request, `$3` episode, `$4` milestone, `$5` number or null: the newest. */
export const FIND_CLOCK = `${CLOCK}
  WHERE c.workspace_id = $1 AND c.support_request_id = $2 AND c.episode_number = $3 AND c.milestone = $4
    AND ($5::integer IS NULL OR c.number = $5)
  ORDER BY c.number DESC LIMIT 1`;

/** As CLOCK, of the conversations `$1` workspaces, `$2` conversations, in pairs: by the requests, which have an index of that. */
const CLOCKS_OF_CONVERSATIONS = `${CLOCK}
  JOIN support_requests r ON r.workspace_id = c.workspace_id AND r.id = c.support_request_id
  JOIN unnest($1::uuid[], $2::uuid[]) AS claimed (workspace_id, conversation_id)
    ON claimed.workspace_id = r.workspace_id AND claimed.conversation_id = r.conversation_id`;

/**
 * By hand: a locked conversation does not keep the others waiting, nor two processes each other. Conversations with
 * clocks that are imminent or breaching now, locked before their clocks as everywhere. By the time at which the statement
 * begins: an index can be asked for that, so that a sweep reads nothing of what is not due. `$1` how many.
 */
export const CLAIM_CONVERSATIONS_TO_LOOK_AT = `
  WITH due AS (
    SELECT workspace_id, conversation_id, min(look_at) AS look_at FROM (
      SELECT workspace_id, conversation_id, look_at FROM sla_clocks
      WHERE look_at <= statement_timestamp() ORDER BY look_at LIMIT $1
    ) first GROUP BY workspace_id, conversation_id
  )
  SELECT c.workspace_id AS "workspaceId", c.id AS "conversationId" FROM due
  JOIN conversations c ON c.workspace_id = due.workspace_id AND c.id = due.conversation_id
  ORDER BY due.look_at FOR NO KEY UPDATE OF c SKIP LOCKED`;
export const IS_ANY_CLOCK_DUE = hasRow('sla_clocks', 'look_at <= statement_timestamp()', 'look_at');

/** By hand: as {@link LIST_OPEN_CLOCKS}, of many workspaces. `$1` workspaces, `$2` conversations, in pairs. */
export const LIST_CLOCKS_TO_LOOK_AT = `${CLOCKS_OF_CONVERSATIONS}
  WHERE c.look_at <= statement_timestamp()
  ORDER BY c.look_at`;

/**
 * By hand: the same for clocks that were worked out with an older release of the time zone rules. `$1` the release of this
 * process, `$2` how many.
 */
export const CLAIM_CONVERSATIONS_OF_OLDER_ZONES = `
  SELECT c.workspace_id AS "workspaceId", c.id AS "conversationId" FROM (
    SELECT DISTINCT workspace_id, conversation_id FROM (
      SELECT workspace_id, conversation_id FROM sla_clocks
      WHERE zones < $1 AND finished_at IS NULL ORDER BY zones LIMIT $2
    ) first
  ) older
  JOIN conversations c ON c.workspace_id = older.workspace_id AND c.id = older.conversation_id
  FOR NO KEY UPDATE OF c SKIP LOCKED`;

/** By hand: as {@link LIST_CLOCKS_TO_LOOK_AT}. `$3` the release. */
export const LIST_CLOCKS_OF_OLDER_ZONES = `${CLOCKS_OF_CONVERSATIONS}
  WHERE c.zones < $3 AND c.finished_at IS NULL`;

/**
 * By hand: the queue is that of all workspaces. What a sweep did not get to work on comes after the rest from now on. `$1`
 * workspaces, `$2` conversations, in pairs.
 */
export const POSTPONE_DUE = `
  UPDATE sla_clocks c SET look_at = statement_timestamp() + interval '1 hour'
  FROM unnest($1::uuid[], $2::uuid[]) AS left_over (workspace_id, conversation_id)
  WHERE c.workspace_id = left_over.workspace_id AND c.conversation_id = left_over.conversation_id
    AND c.look_at <= statement_timestamp()`;

/** By hand: the same. `$3` the release. */
export const LEAVE_OF_OLDER_ZONES = `
  UPDATE sla_clocks c SET zones = $3
  FROM unnest($1::uuid[], $2::uuid[]) AS left_over (workspace_id, conversation_id)
  WHERE c.workspace_id = left_over.workspace_id AND c.conversation_id = left_over.conversation_id
    AND c.zones < $3 AND c.finished_at IS NULL`;

/**
 * By hand: each kind once for each clock; returns the new ones. `$1` alerts as JSON.
 */
export const INSERT_ALERTS = `
  INSERT INTO sla_alerts (workspace_id, support_request_id, clock_id, kind, at)
  SELECT "workspaceId", "supportRequestId", "clockId", kind, at
  FROM json_to_recordset($1)
    AS alert ("workspaceId" uuid, "supportRequestId" uuid, "clockId" uuid, kind text, at timestamptz)
  ON CONFLICT DO NOTHING
  RETURNING clock_id AS "clockId", kind`;

/** By hand: all clocks of a batch in one statement. `$1` events as JSON, each with the key of its clock. */
export const INSERT_CLOCK_EVENTS = `
  INSERT INTO sla_clock_events (workspace_id, support_request_id, clock_id, number, event)
  SELECT "workspaceId", "supportRequestId", id, number, event
  FROM json_to_recordset($1)
    AS happened ("workspaceId" uuid, "supportRequestId" uuid, id uuid, number integer, event jsonb)`;

/** By hand: only those that are not there yet. `$1` workspace, `$2` targets as JSON. */
export const INSERT_SNAPSHOTS = `
  INSERT INTO sla_snapshots (workspace_id, policy_id, policy_version, policy_name, calendar)
  SELECT DISTINCT ON ("policyId", "policyVersion") $1::uuid, "policyId", "policyVersion", "policyName", calendar
  FROM json_to_recordset($2)
    AS target ("policyId" uuid, "policyVersion" bigint, "policyName" text, calendar jsonb)
  ON CONFLICT DO NOTHING`;
