import { TEST_LEASE } from './knowledge-test.entity';

/**
 * By hand: appends to a list. False where another worker has the test. `$1` workspace, `$2` agent, `$3` test, `$4` fence,
 * `$5` results as JSON.
 */
export const APPEND_RESULTS = `
  UPDATE knowledge_tests SET results = results || $5::jsonb, attempts = 1, due_at = now() + ${TEST_LEASE.interval}
  WHERE workspace_id = $1 AND agent_id = $2 AND id = $3 AND fence = $4 AND status = 'running'
  RETURNING id`;

/**
 * By hand: counts the verdicts in the database, because the answers of a test can be megabytes. Newest first. `$1` workspace,
 * `$2` agent, `$3` the last id of the page before or null, `$4` how many.
 */
export const LIST_TESTS = `
  SELECT t.id, t.status, t.models, jsonb_array_length(t.questions) AS questions,
    jsonb_array_length(t.results)::float8 / (jsonb_array_length(t.questions) * greatest(cardinality(t.models), 1)) AS progress,
    counted."right", counted.wrong, counted.missing, counted.cited,
    t.failure_code AS "failureCode", t.failure_message AS "failureMessage", t.member_id AS "memberId",
    t.created_at AS "createdAt", t.started_at AS "startedAt", t.finished_at AS "finishedAt"
  FROM knowledge_tests t CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE r ->> 'verdict' = 'right')::int AS "right",
      count(*) FILTER (WHERE r ->> 'verdict' = 'wrong')::int AS wrong,
      count(*) FILTER (WHERE r ->> 'verdict' = 'missing')::int AS missing,
      count(*) FILTER (WHERE r ->> 'verdict' = 'right' AND r -> 'answer' = 'null')::int AS cited
    FROM jsonb_array_elements(t.results) AS r
  ) counted
  WHERE t.workspace_id = $1 AND t.agent_id = $2 AND ($3::uuid IS NULL OR t.id < $3) ORDER BY t.id DESC LIMIT $4`;
