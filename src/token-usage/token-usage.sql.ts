import { Lease } from '../common/jobs/lease';

/** Longer than any request with held tokens: a model has a minute. */
const LEASE = new Lease(90);

const TODAY = `(now() AT TIME ZONE 'UTC')::date`;

/**
 * By hand: one snapshot for used and held tokens, so that those settled meanwhile are in exactly one of them. `$1`
 * workspace, `$2` agent.
 */
export const READ_USED = `
  SELECT
    coalesce(sum(input_tokens + output_tokens) FILTER (WHERE day = ${TODAY}), 0)::float8 AS "usedToday",
    coalesce(sum(input_tokens + output_tokens), 0)::float8 AS "usedThisMonth",
    coalesce((
      SELECT sum(tokens) FROM agent_token_holds
      WHERE workspace_id = $1 AND agent_id = $2 AND lease_ends_at > clock_timestamp()
    ), 0)::float8 AS held
  FROM agent_token_days
  WHERE workspace_id = $1 AND agent_id = $2 AND day >= date_trunc('month', ${TODAY})::date`;

/** By hand: the lease uses the database's clock. `$1` workspace, `$2` agent, `$3` id, `$4` tokens. */
export const INSERT_HOLD = `
  INSERT INTO agent_token_holds (workspace_id, agent_id, id, tokens, lease_ends_at)
  VALUES ($1, $2, $3, $4, clock_timestamp() + ${LEASE.interval})`;

/**
 * By hand: the hold becomes usage in one statement, so that tokens are never counted twice. Usage counts even if the
 * lease has ended. `$1` workspace, `$2` agent, `$3` hold or null, `$4` model, `$5` input, `$6` output.
 */
export const SETTLE = `
  WITH held AS (DELETE FROM agent_token_holds WHERE workspace_id = $1 AND agent_id = $2 AND id = $3)
  INSERT INTO agent_token_days AS d (workspace_id, agent_id, day, model, requests, input_tokens, output_tokens)
  VALUES ($1, $2, ${TODAY}, $4, 1, $5, $6)
  ON CONFLICT (workspace_id, agent_id, day, model) DO UPDATE SET
    requests = d.requests + 1,
    input_tokens = d.input_tokens + excluded.input_tokens,
    output_tokens = d.output_tokens + excluded.output_tokens`;

/** By hand: the database's clock decides the first day. `$1` workspace, `$2` agent, `$3` days, `$4` rows. */
export const LIST_DAYS = `
  SELECT day::text AS day, model, requests::float8 AS requests, input_tokens::float8 AS "inputTokens",
    output_tokens::float8 AS "outputTokens"
  FROM agent_token_days
  WHERE workspace_id = $1 AND agent_id = $2 AND day > ${TODAY} - $3::int
  ORDER BY day DESC, model LIMIT $4`;

/** A hold of a process that died. */
export const IS_LOST_HOLD = `lease_ends_at < now() - interval '1 hour'`;
