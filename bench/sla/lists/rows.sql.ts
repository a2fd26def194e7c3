import { idAt, oneIn, oneOf } from '../../support/dice.sql';

/** Due from a day ago to six days ahead. */
const DUE_AT = `greatest(c.created_at + interval '1 minute',
  date_trunc('second', now()) + (${oneOf('due', 604_800)} - 86_400) * interval '1 second')`;

/**
 * One support request for each conversation of workspace `$1`, with the same agent and member. One in six is open and
 * so due at some time, one in 16 is waiting, and the others have ended.
 */
export const FILL_REQUESTS = `
  INSERT INTO support_requests (workspace_id, id, conversation_id, agent_id, origin, subject, state, priority,
    assignee_member_id, waiting_on, disposition_code, disposition_note, due_at, opened_at, state_since, ended_at, created_at, updated_at)
  SELECT workspace_id, id, id, agent_id, 'hand_over', subject, state, priority, assignee_member_id,
    CASE WHEN state = 'waiting' THEN 'customer' END,
    CASE WHEN state = 'ended' THEN 'resolved' END, CASE WHEN state = 'ended' THEN 'Sent it again.' END,
    CASE WHEN state IN ('new', 'active') THEN due_at END, created_at, since,
    CASE WHEN state = 'ended' THEN since END, created_at, since
  FROM (
    SELECT c.*, ${DUE_AT} AS due_at,
      CASE WHEN state = 'new' THEN c.created_at ELSE c.created_at + interval '1 minute' END AS since
    FROM (
      SELECT c.*,
        CASE WHEN ${oneIn('new', 16)} THEN 'new' WHEN ${oneIn('active', 10)} THEN 'active'
          WHEN ${oneIn('waits', 16)} THEN 'waiting' ELSE 'ended' END AS state,
        CASE WHEN ${oneIn('urgent', 20)} THEN 'urgent' WHEN ${oneIn('high', 5)} THEN 'high'
          WHEN ${oneIn('low', 5)} THEN 'low' ELSE 'normal' END AS priority
      FROM (SELECT row_number() OVER (ORDER BY id) AS n, * FROM conversations WHERE workspace_id = $1) c
    ) c
  ) drawn`;

/**
 * Two clocks for each request of workspace `$1`, of policy `$2`: until the resolution, and until the first response,
 * which is missing if the request is new. No sweep processes them, since it is not measured. `$3` the release of the
 * time zone rules.
 */
export const FILL_CLOCKS = `
  INSERT INTO sla_clocks (workspace_id, support_request_id, id, conversation_id, agent_id, episode_number, milestone, number,
    policy_id, policy_version, target_seconds, status, started_at, running_since, elapsed_ms, warn_at, due_at, paused_at,
    satisfied_at, breached_at, finished_at, zones)
  SELECT workspace_id, support_request_id, ${idAt('opened_at', "' || milestone || support_request_id || '")}, conversation_id, agent_id,
    1, milestone, 1, $2::uuid, 1, extract(epoch FROM due_at - opened_at)::integer,
    CASE WHEN is_running THEN CASE WHEN due_at <= now() THEN 'breaching' WHEN warn_at <= now() THEN 'imminent' ELSE 'pending' END
      WHEN is_paused THEN 'paused' ELSE 'met' END,
    opened_at, CASE WHEN is_running THEN opened_at END, CASE WHEN is_running THEN 0 ELSE 60000 END,
    CASE WHEN is_running THEN warn_at END, CASE WHEN NOT is_paused THEN due_at END,
    CASE WHEN is_paused THEN answered_at END, CASE WHEN NOT is_running AND NOT is_paused THEN answered_at END,
    CASE WHEN is_running AND due_at <= now() THEN due_at END, CASE WHEN NOT is_running AND NOT is_paused THEN answered_at END, $3
  FROM (
    SELECT r.workspace_id, r.id AS support_request_id, r.conversation_id, r.agent_id, r.opened_at, milestone,
      r.opened_at + interval '1 minute' AS answered_at,
      coalesce(r.due_at, r.opened_at + interval '1 day') AS due_at,
      coalesce(r.due_at, r.opened_at + interval '1 day') - interval '30 seconds' AS warn_at,
      milestone = 'verified_resolution' AND r.state IN ('new', 'active') OR r.state = 'new' AS is_running,
      milestone = 'verified_resolution' AND r.state = 'waiting' AS is_paused
    FROM support_requests r, unnest(ARRAY['verified_resolution', 'first_response']) AS milestone
    WHERE r.workspace_id = $1
  ) drawn`;

/**
 * The peer's table: the same rows, columns, checks and indexes, plus the indexes that the straight query would have if
 * no other order had to be maintained.
 */
export const MAKE_BARE: readonly string[] = [
  'CREATE SCHEMA bare',
  'CREATE TABLE bare.support_requests (LIKE support_requests INCLUDING ALL)',
  'INSERT INTO bare.support_requests SELECT * FROM support_requests',
  ...['', 'agent_id, ', 'assignee_member_id, '].map(
    (by) => `CREATE INDEX ON bare.support_requests (workspace_id, ${by}(coalesce(due_at, 'infinity')), id)`,
  ),
  ...['agent_id, ', 'assignee_member_id, '].map(
    (by) => `CREATE INDEX ON bare.support_requests (workspace_id, ${by}id)`,
  ),
];
