import { REQUEST_STATES } from './support-request.types';
import { instant } from '../common/database/instant.sql';
import { hasRow } from '../common/jobs/has-row.sql';

/** Milliseconds since the epoch. */
const milliseconds = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::bigint`;

/**
 * The clocks of request `r` as they are answered, one column for each field: of each milestone the newest of the episode, as
 * `SlaClockDto` reads its row. How much working time has passed of one that counts follows from its calendar: in its
 * place stands what that follows from, which {@link fillElapsed} reads.
 */
const SHOWN_CLOCKS = `
  SELECT c.milestone, c.episode_number AS "episodeNumber", c.policy_id AS "policyId",
    CASE WHEN c.running_since IS NULL THEN c.status
      WHEN c.due_at <= r.read_at OR c.breached_at IS NOT NULL THEN 'breaching'
      WHEN c.warn_at <= r.read_at THEN 'imminent' ELSE 'pending' END AS status,
    c.target_seconds AS "targetSeconds", ${instant('c.started_at')} AS "startedAt", ${instant('c.due_at')} AS "dueAt",
    ${instant('c.paused_at')} AS "pausedAt",
    CASE WHEN c.running_since IS NULL THEN to_json(c.elapsed_ms / 1000)
      ELSE to_json(concat_ws(' ', c.policy_id, c.policy_version, c.elapsed_ms, ${milliseconds('c.running_since')},
        ${milliseconds('r.read_at')})) END AS "elapsedSeconds",
    ${instant('c.satisfied_at')} AS "satisfiedAt",
    ${instant('coalesce(c.breached_at, CASE WHEN c.running_since IS NOT NULL AND c.due_at <= r.read_at THEN c.due_at END)')}
      AS "breachedAt"
  FROM (
    SELECT DISTINCT ON (c.milestone) c.* FROM sla_clocks c
    WHERE c.workspace_id = r.workspace_id AND c.support_request_id = r.id AND c.episode_number = r.episode_number
    ORDER BY c.milestone, c.number DESC
  ) c`;

/** A request `r` as it is answered, one column for each field. */
const REQUEST_FIELDS = `
  r.id, r.workspace_id AS "workspaceId", r.conversation_id AS "conversationId", r.agent_id AS "agentId", (
    SELECT contact_id FROM conversations
    WHERE conversations.workspace_id = r.workspace_id AND conversations.id = r.conversation_id
  ) AS "contactId", r.subject, r.state, r.priority, r.assignee_member_id AS "assigneeMemberId",
  r.episode_number AS "episodeNumber", r.waiting_on AS "waitingOn", ${instant('r.resume_at')} AS "resumeAt",
  CASE WHEN r.disposition_code IS NOT NULL AND r.ended_at IS NOT NULL THEN json_build_object('code', r.disposition_code,
    'note', r.disposition_note, 'at', ${instant('r.ended_at')}, 'memberId', r.disposition_member_id) END AS disposition,
  ${instant('r.opened_at')} AS "openedAt", ${instant('r.state_since')} AS "stateSince", ${instant('r.ended_at')} AS "endedAt",
  (SELECT coalesce(json_agg(row_to_json(c)), '[]') FROM (${SHOWN_CLOCKS}) c) AS sla, r.version,
  ${instant('r.created_at')} AS "createdAt", ${instant('r.updated_at')} AS "updatedAt"`;

/** Calendars of the clocks that count in what is shown, by policy and version: one of them may be that of all. */
const CALENDARS = `
  SELECT json_object_agg(s.policy_id || ' ' || s.policy_version, s.calendar) FROM sla_snapshots s
  WHERE s.workspace_id = $1 AND (s.policy_id, s.policy_version) IN (
    SELECT c.policy_id, c.policy_version FROM shown JOIN sla_clocks c
      ON c.workspace_id = $1 AND c.support_request_id = shown.id AND c.running_since IS NOT NULL
  )`;

/**
 * Requests as JSON, all in one statement, so that lists cost one: PostgreSQL makes it, so that they cost no mapping here. The
 * first row has the calendars. `requests`: some rows of support_requests, `order`: theirs, as `r`. `$1` workspace.
 */
export function showRequests(requests: string, order: string): string {
  return `
    WITH shown AS MATERIALIZED (
      SELECT row_to_json(fields)::text AS request, r.* FROM (
        SELECT r.*, clock_timestamp()::timestamptz(3) AS read_at FROM (${requests}) r
      ) r CROSS JOIN LATERAL (SELECT ${REQUEST_FIELDS}) fields
    )
    SELECT r.request, r.id, r.due_at AS "dueAt", CASE WHEN row_number() OVER () = 1 THEN (${CALENDARS}) END AS calendars
    FROM shown r ${order}`;
}

/** By hand: {@link showRequests}. `$1` workspace, `$2` requests. Oldest first. */
export const LIST_SHOWN_REQUESTS = showRequests(
  'SELECT * FROM support_requests WHERE workspace_id = $1 AND id = ANY ($2::uuid[])',
  'ORDER BY r.id',
);

/**
 * By hand: of each conversation the clock that runs out next, in one statement for all of them; the first row has the calendars.
 * `due_at` of a request is that of its earliest clock. `$1` workspace, `$2` conversations.
 */
export const LIST_NEXT_CLOCKS = `
  WITH shown AS MATERIALIZED (
    SELECT r.conversation_id, r.id, row_to_json(c)::text AS clock
    FROM unnest($2::uuid[]) AS of (conversation_id) CROSS JOIN LATERAL (
      SELECT r.*, clock_timestamp()::timestamptz(3) AS read_at FROM support_requests r
      WHERE r.workspace_id = $1 AND r.conversation_id = of.conversation_id AND r.due_at IS NOT NULL
      ORDER BY r.due_at, r.id LIMIT 1
    ) r CROSS JOIN LATERAL (
      SELECT * FROM (${SHOWN_CLOCKS}) c WHERE c.status IN ('pending', 'imminent', 'breaching') ORDER BY c."dueAt" LIMIT 1
    ) c
  )
  SELECT conversation_id AS "conversationId", clock, CASE WHEN row_number() OVER () = 1 THEN (${CALENDARS}) END AS calendars
  FROM shown`;

/**
 * By hand: a condition on another table of this feature, and each state in the order of an index, so that ended requests cost nothing.
 * Conversations of live requests. `$1` workspace, `$2` priority or null, `$3` state of a clock or null, `$4` limit of requests, `$5`
 * agents or null.
 */
export const LIST_CONVERSATIONS_WITH_REQUESTS = `
  SELECT DISTINCT conversation_id AS id FROM (
    SELECT conversation_id FROM (${REQUEST_STATES.filter((state) => state !== 'ended')
      .map(
        (state) => `
      (SELECT r.conversation_id, r.id, coalesce(r.due_at, 'infinity') AS due FROM support_requests r
      WHERE r.workspace_id = $1 AND r.state = '${state}' AND ($2::text IS NULL OR r.priority = $2)
        AND ($5::uuid[] IS NULL OR r.agent_id = ANY ($5))
        AND ($3::text IS NULL OR r.due_at IS NOT NULL AND EXISTS (
          SELECT FROM sla_clocks c
          WHERE c.workspace_id = r.workspace_id AND c.support_request_id = r.id AND c.running_since IS NOT NULL
            AND c.finished_at IS NULL AND CASE WHEN $3 = 'breaching' THEN c.due_at <= now() OR c.breached_at IS NOT NULL
              ELSE c.warn_at <= now() AND c.due_at > now() AND c.breached_at IS NULL END
        ))
      ORDER BY coalesce(r.due_at, 'infinity'), r.id LIMIT $4)`,
      )
      .join(' UNION ALL')}) live
    ORDER BY due, id LIMIT $4
  ) found`;

/**
 * By hand: requests of all workspaces, by a time that an index can be asked for. `$1` workspaces, `$2` requests, in pairs: those
 * that failed.
 */
export const FIND_RESUMABLE = `
  SELECT workspace_id AS "workspaceId", id, conversation_id AS "conversationId"
  FROM support_requests r WHERE resume_at <= statement_timestamp() AND NOT EXISTS (
    SELECT FROM unnest($1::uuid[], $2::uuid[]) AS failed (workspace_id, id)
    WHERE failed.workspace_id = r.workspace_id AND failed.id = r.id
  ) ORDER BY resume_at LIMIT 1`;
export const IS_ANY_RESUMABLE = hasRow('support_requests', 'resume_at <= statement_timestamp()', 'resume_at');

/**
 * By hand: a condition on another table of this feature. Those that what becomes of a message concerns. `$1` workspace, `$2`
 * conversation, `$3` when the message was written, `$4` message.
 */
export const LIST_CONCERNED = `
  SELECT id FROM support_requests r
  WHERE workspace_id = $1 AND conversation_id = $2 AND (ended_at IS NULL OR ended_at >= $3 OR EXISTS (
    SELECT FROM sla_milestones m
    WHERE m.workspace_id = r.workspace_id AND m.support_request_id = r.id AND m.message_id = $4
  ))
  ORDER BY id`;

/**
 * By hand: with their history, in one statement, as many at once as there are ids for that. The caller holds the locks of
 * their conversations. `$1` workspace, `$2` member, `$3` ids for the entries, `$4` reason, `$5` when, `$6`
 * agents that they still see.
 */
export const UNASSIGN_SOME_REQUESTS = `
  WITH theirs AS (
    SELECT id, row_number() OVER (ORDER BY id) AS place FROM support_requests
    WHERE workspace_id = $1 AND assignee_member_id = $2 AND agent_id <> ALL ($6::uuid[])
    ORDER BY id LIMIT cardinality($3::uuid[])
  ), unassigned AS (
    UPDATE support_requests r SET assignee_member_id = NULL, version = r.version + 1, updated_at = $5
    FROM theirs WHERE r.workspace_id = $1 AND r.id = theirs.id
    RETURNING r.*, place
  ), appended AS (
    INSERT INTO support_request_history (workspace_id, support_request_id, version, id, kind, from_state, to_state,
      episode_number, reason, details, occurred_at, recorded_at)
    SELECT workspace_id, id, version, ($3::uuid[])[place], 'update', state, state, episode_number, $4,
      '{"assigneeMemberId": null}', $5, $5
    FROM unassigned
  )
  SELECT workspace_id AS "workspaceId", agent_id AS "agentId", conversation_id AS "conversationId",
    id AS "supportRequestId", version::int, state, priority, episode_number::int AS "episodeNumber", waiting_on AS "waitingOn",
    disposition_code AS "dispositionCode"
  FROM unassigned ORDER BY id`;

/**
 * By hand: the earliest of several rows. `$1` workspaces, `$2` requests, in pairs.
 */
export const UPDATE_DUE = `
  UPDATE support_requests r SET due_at = (
    SELECT min(due_at) FROM sla_clocks c
    WHERE c.workspace_id = r.workspace_id AND c.support_request_id = r.id AND c.running_since IS NOT NULL
  )
  FROM unnest($1::uuid[], $2::uuid[]) AS changed (workspace_id, id)
  WHERE r.workspace_id = changed.workspace_id AND r.id = changed.id`;
