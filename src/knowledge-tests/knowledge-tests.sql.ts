import { TEST_LEASE } from './knowledge-test.entity';

/**
 * By hand: appends to a list. False where another worker has the test. `$1` workspace, `$2` agent, `$3` test, `$4` fence,
 * `$5` results as JSON.
 */
export const APPEND_RESULTS = `
  UPDATE knowledge_tests SET results = results || $5::jsonb, attempts = 1, due_at = now() + ${TEST_LEASE.interval}
  WHERE workspace_id = $1 AND agent_id = $2 AND id = $3 AND fence = $4 AND status = 'running'
  RETURNING id`;
