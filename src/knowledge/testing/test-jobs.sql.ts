import { TEST_LEASE } from './knowledge-test.entity';

/** By hand: SKIP LOCKED, so that workers take different tests without waiting for each other. `$1` workspace. */
export const CLAIM_TEST = `
  WITH next AS (
    SELECT workspace_id, agent_id, id, is_held AS was_held FROM knowledge_tests
    WHERE workspace_id = $1 AND due_at <= now() ORDER BY due_at LIMIT 1
    FOR UPDATE SKIP LOCKED
  ), claimed AS (
    UPDATE knowledge_tests t SET status = 'running', started_at = coalesce(t.started_at, now()), fence = t.fence + 1,
      attempts = t.attempts + 1, is_held = true, due_at = now() + ${TEST_LEASE.interval}
    FROM next WHERE t.workspace_id = next.workspace_id AND t.agent_id = next.agent_id AND t.id = next.id
    RETURNING t.*, next.was_held
  ) SELECT workspace_id AS "workspaceId", agent_id AS "agentId", id, member_id AS "memberId", questions,
      jsonb_array_length(results) AS done, attempts, fence,
      extract(epoch FROM now() - started_at)::double precision AS "secondsSinceStart",
      was_held AS "isTakenOver"
    FROM claimed`;

/**
 * By hand: appends to a list. False where another worker has the test. `$1` workspace, `$2` agent, `$3` test, `$4` fence,
 * `$5` results as JSON.
 */
export const APPEND_RESULTS = `
  UPDATE knowledge_tests SET results = results || $5::jsonb, attempts = 1, due_at = now() + ${TEST_LEASE.interval}
  WHERE workspace_id = $1 AND agent_id = $2 AND id = $3 AND fence = $4 AND status = 'running'
  RETURNING id`;
