import { idAt } from '../../support/dice.sql';

/** A month, so that no clock breaches while the bench runs. */
const TARGET = 2_592_000;

/** `$1` workspace, `$2` policy. As {@link FILL_CLOCKS} has it. */
export const INSERT_POLICY = `
  INSERT INTO sla_policies (workspace_id, id, name, position, enabled, agent_ids, priorities, targets, pause_on, calendar)
  SELECT workspace_id, policy_id, policy_name, 1, true, '{}', '{}',
    '[{"milestone": "first_response", "seconds": ${TARGET}, "warnAtPercent": 80, "pauseOn": null}]', NULL, calendar
  FROM sla_snapshots WHERE workspace_id = $1 AND policy_id = $2`;

/** `$1` conversations of workspace `$2` and agent `$3`, the last one a second ago. */
export const FILL_CONVERSATIONS = `
  INSERT INTO conversations (workspace_id, id, agent_id, status, handler, created_at, last_message_at)
  SELECT $2::uuid, ${idAt('created_at', "conversation' || n || '")}, $3::uuid, 'open', 'human', created_at, created_at
  FROM (SELECT n, date_trunc('second', now()) - n * interval '1 second' AS created_at FROM generate_series(1, $1::int) AS n) numbered`;

/** One of each conversation of workspace `$1`. */
export const FILL_REQUESTS = `
  INSERT INTO support_requests (workspace_id, id, conversation_id, agent_id, origin, due_at, opened_at, state_since)
  SELECT workspace_id, id, id, agent_id, 'hand_over', created_at + ${TARGET} * interval '1 second', created_at, created_at
  FROM conversations WHERE workspace_id = $1`;

/** One of each request of workspace `$1`, of policy `$2`. `$3` the release of the time zone rules. */
export const FILL_CLOCKS = `
  INSERT INTO sla_clocks (workspace_id, support_request_id, id, conversation_id, agent_id, episode_number, milestone, number,
    policy_id, policy_version, target_seconds, status, started_at, running_since, elapsed_ms, warn_at, due_at, look_at, zones)
  SELECT workspace_id, id, id, conversation_id, agent_id, 1, 'first_response', 1, $2::uuid, 1, ${TARGET}, 'pending',
    opened_at, opened_at, 0, opened_at + ${TARGET * 0.8} * interval '1 second', due_at, opened_at + ${TARGET * 0.8} * interval '1 second', $3
  FROM support_requests WHERE workspace_id = $1`;

/** How each clock of workspace `$1` started. */
export const FILL_EVENTS = `
  INSERT INTO sla_clock_events (workspace_id, support_request_id, clock_id, number, event)
  SELECT workspace_id, support_request_id, id, 0, jsonb_build_object('kind', 'started',
    'at', (extract(epoch FROM started_at) * 1000)::bigint, 'policyId', policy_id, 'policyVersion', policy_version,
    'targetSeconds', target_seconds, 'warnAtPercent', 80, 'pauseOn', '[]'::jsonb)
  FROM sla_clocks WHERE workspace_id = $1`;

/**
 * Makes `$2` more of the clocks of workspace `$1` due a second ago and imminent before that: they started a target and
 * a second earlier.
 */
export const MAKE_DUE: readonly string[] = [
  `CREATE TEMPORARY TABLE due AS
   SELECT c.workspace_id, c.support_request_id, c.id, now()::timestamptz(3) - interval '1 second' AS due_at
   FROM sla_clocks c
   WHERE c.workspace_id = $1 AND c.breached_at IS NULL ORDER BY c.id LIMIT $2`,
  `UPDATE sla_clock_events e
   SET event = event || jsonb_build_object('at', (extract(epoch FROM due.due_at) * 1000)::bigint - ${TARGET}000)
   FROM due WHERE e.workspace_id = due.workspace_id AND e.support_request_id = due.support_request_id AND e.clock_id = due.id`,
  `INSERT INTO sla_clock_events (workspace_id, support_request_id, clock_id, number, event)
   SELECT workspace_id, support_request_id, id, 1, jsonb_build_object('kind', 'warned',
     'at', (extract(epoch FROM due_at) * 1000)::bigint - ${TARGET * 0.2}000) FROM due`,
  `INSERT INTO sla_alerts (workspace_id, support_request_id, clock_id, kind, at)
   SELECT workspace_id, support_request_id, id, 'warning', due_at - ${TARGET * 0.2} * interval '1 second' FROM due`,
  `UPDATE support_requests r SET due_at = due.due_at
   FROM due WHERE r.workspace_id = due.workspace_id AND r.id = due.support_request_id`,
  `UPDATE sla_clocks c SET due_at = due.due_at, look_at = due.due_at, warn_at = due.due_at - ${TARGET * 0.2} * interval '1 second',
     started_at = due.due_at - ${TARGET} * interval '1 second', running_since = due.due_at - ${TARGET} * interval '1 second'
   FROM due WHERE c.workspace_id = due.workspace_id AND c.support_request_id = due.support_request_id AND c.id = due.id`,
];
