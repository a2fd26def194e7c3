import { REQUEST_LEASE } from '../common/idempotency/once-by-request-id';

/**
 * By hand: one statement, and prepared. A claim is new, or takes the turn of a process that died over: what decides between
 * them may not change in between. `$1` workspace, `$2` agent, `$3` key, `$4` request id, `$5` id, `$6` fingerprint,
 * `$7` conversation.
 */
export const CLAIM_TURN = `
  INSERT INTO chat_turns AS t
    (workspace_id, agent_id, key_id, request_id, id, fingerprint, conversation_id, state, lease_ends_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, 'running', now() + ${REQUEST_LEASE.interval})
  ON CONFLICT (workspace_id, agent_id, key_id, request_id) WHERE request_id IS NOT NULL DO UPDATE
    SET fence = t.fence + 1, lease_ends_at = excluded.lease_ends_at
    WHERE t.state = 'running' AND t.lease_ends_at < now() AND t.fingerprint = excluded.fingerprint
  RETURNING id, fence, now()::text AS "startedAt"`;

/** By hand: prepared, as all that every turn waits for. Not to the millisecond: it is compared with erasures. */
export const READ_CLOCK = 'SELECT now()::text AS now';

/** By hand: prepared, as all that every turn waits for. `$1` workspace, `$2` agent, `$3` key, `$4` request id. */
export const FIND_TURN_BY_REQUEST = `
  SELECT fingerprint, response, extract(epoch FROM lease_ends_at - now())::float8 AS "leaseSeconds" FROM chat_turns
  WHERE workspace_id = $1 AND agent_id = $2 AND key_id = $3 AND request_id = $4`;

/** By hand: a time of the database's clock. What has ended may be another process's any moment. `$1` workspace, `$2` turn, `$3` fence. */
export const RENEW_TURN = `
  UPDATE chat_turns SET lease_ends_at = now() + ${REQUEST_LEASE.interval}
  WHERE workspace_id = $1 AND id = $2 AND fence = $3 AND state = 'running' AND lease_ends_at > now()`;

/** By hand: prepared, as all that every turn waits for. `$1` workspace, `$2` turn, `$3` fence. */
export const RELEASE_TURN = `
  DELETE FROM chat_turns WHERE workspace_id = $1 AND id = $2 AND fence = $3 AND state = 'running'`;

/**
 * By hand: prepared, as all that every turn waits for. `$1` workspace, `$2` turn, `$3` fence, `$4` to `$8` the columns in
 * their order, `$9` response.
 */
export const FINISH_TURN = `
  UPDATE chat_turns SET state = 'completed', lease_ends_at = NULL, conversation_id = $4, outcome = $5, model = $6,
    input_tokens = $7, output_tokens = $8, response = $9
  WHERE workspace_id = $1 AND id = $2 AND fence = $3 AND state = 'running' RETURNING id`;

/** By hand: prepared, as all that every turn waits for. `$1` to `$9` the columns in their order. */
export const INSERT_FINISHED_TURN = `
  INSERT INTO chat_turns
    (workspace_id, agent_id, key_id, id, state, conversation_id, outcome, model, input_tokens, output_tokens)
  VALUES ($1, $2, $3, $4, 'completed', $5, $6, $7, $8, $9)`;
