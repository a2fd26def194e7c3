/** Of each milestone the newest clock of the episode of request `r`; with its calendar while it counts. */
const SHOWN_CLOCKS = `
  SELECT coalesce(json_agg(row_to_json(shown)), '[]') FROM (
    SELECT DISTINCT ON (c.milestone) c.milestone, c.episode_number AS "episodeNumber", c.policy_id AS "policyId", c.status,
      c.target_seconds AS "targetSeconds", c.started_at AS "startedAt", c.running_since AS "runningSince",
      c.elapsed_ms AS "elapsedMs", c.warn_at AS "warnAt", c.due_at AS "dueAt", c.paused_at AS "pausedAt",
      c.satisfied_at AS "satisfiedAt", c.breached_at AS "breachedAt",
      CASE WHEN c.running_since IS NOT NULL THEN (
        SELECT s.calendar FROM sla_snapshots s
        WHERE s.workspace_id = c.workspace_id AND s.policy_id = c.policy_id AND s.policy_version = c.policy_version
      ) END AS calendar
    FROM sla_clocks c
    WHERE c.workspace_id = r.workspace_id AND c.support_request_id = r.id AND c.episode_number = r.episode_number
    ORDER BY c.milestone, c.number DESC
  ) shown`;

/** A request `r` as it is shown, all in one statement, so that lists cost one. */
export const SHOWN_REQUEST = `
  r.workspace_id AS "workspaceId", r.id, r.conversation_id AS "conversationId", r.agent_id AS "agentId", r.origin, r.subject,
  r.state, r.priority, r.assignee_member_id AS "assigneeMemberId", r.episode_number::float8 AS "episodeNumber",
  r.waiting_on AS "waitingOn", r.resume_at AS "resumeAt", r.disposition_code AS "dispositionCode",
  r.disposition_note AS "dispositionNote", r.disposition_member_id AS "dispositionMemberId", r.opened_at AS "openedAt",
  r.state_since AS "stateSince", r.ended_at AS "endedAt", r.due_at AS "dueAt", r.version::float8 AS version,
  r.created_at AS "createdAt", r.updated_at AS "updatedAt", (
    SELECT contact_id FROM conversations
    WHERE conversations.workspace_id = r.workspace_id AND conversations.id = r.conversation_id
  ) AS "contactId", (${SHOWN_CLOCKS}) AS clocks, clock_timestamp()::timestamptz(3) AS "readAt"`;

/** By hand: {@link SHOWN_REQUEST}, prepared. `$1` workspace, `$2` requests. Oldest first. */
export const LIST_SHOWN_REQUESTS = `
  SELECT ${SHOWN_REQUEST} FROM support_requests r WHERE r.workspace_id = $1 AND r.id = ANY ($2::uuid[]) ORDER BY r.id`;

/** By hand: requests of all workspaces, by a time that an index can be asked for. `$1` those that failed. */
export const FIND_RESUMABLE = `
  SELECT workspace_id AS "workspaceId", id, conversation_id AS "conversationId"
  FROM support_requests WHERE resume_at <= statement_timestamp() AND id <> ALL ($1::uuid[]) ORDER BY resume_at LIMIT 1`;

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
  ), told AS (
    INSERT INTO support_request_history (workspace_id, support_request_id, version, id, kind, from_state, to_state,
      episode_number, reason, details, occurred_at, recorded_at)
    SELECT workspace_id, id, version, ($3::uuid[])[place], 'update', state, state, episode_number, $4,
      '{"assigneeMemberId": null}', $5, $5
    FROM unassigned
  )
  SELECT workspace_id AS "workspaceId", agent_id AS "agentId", conversation_id AS "conversationId",
    id AS "supportRequestId"
  FROM unassigned ORDER BY id`;
