import { Lease } from '../common/jobs/lease';

/** Longer than any work with held credits: a model has a minute. */
const LEASE = new Lease(90);

const THIS_MONTH = `date_trunc('month', now() AT TIME ZONE 'UTC')::date`;

/** Not the transaction's time: it may have waited for the month while the lease ended. */
const IS_LIVE = 'lease_ends_at > clock_timestamp()';

/** By hand: inserts the row, or locks an existing one. `$1` workspace. */
export const LOCK_THIS_MONTH = `
  INSERT INTO credit_months AS m (workspace_id, month) VALUES ($1, ${THIS_MONTH})
  ON CONFLICT (workspace_id, month) DO UPDATE SET spent = m.spent
  RETURNING m.month::text AS month, m.spent::float8 AS spent`;

/** By hand: the database's clock decides which holds are live. `$1` workspace, `$2` month. */
export const SUM_HOLDS = `
  SELECT coalesce(sum(credits), 0)::float8 AS held FROM credit_holds
  WHERE workspace_id = $1 AND month = $2 AND ${IS_LIVE}`;

/** By hand: the lease uses the database's clock. `$1` workspace, `$2` id, `$3` month, `$4` credits. */
export const INSERT_HOLD = `
  INSERT INTO credit_holds (workspace_id, id, month, credits, lease_ends_at)
  VALUES ($1, $2, $3, $4, clock_timestamp() + ${LEASE.interval})`;

/**
 * By hand: one statement moves the credits, so that they are never counted twice. The caller has locked the month. `$1`
 * workspace, `$2` hold, `$3` id of the entry, `$4` purpose, `$5` reference, `$6` member.
 */
export const CAPTURE_HOLD = `
  WITH taken AS (
    DELETE FROM credit_holds WHERE workspace_id = $1 AND id = $2 AND ${IS_LIVE} RETURNING workspace_id, month, credits
  ), entry AS (
    INSERT INTO credit_entries (workspace_id, id, month, credits, purpose, reference_id, member_id)
    SELECT workspace_id, $3, month, credits, $4, $5, $6 FROM taken
  )
  UPDATE credit_months m SET spent = spent + taken.credits FROM taken
  WHERE m.workspace_id = $1 AND m.workspace_id = taken.workspace_id AND m.month = taken.month
  RETURNING taken.credits`;

/** By hand: one snapshot for spent and held credits. `$1` workspace. */
export const READ_BALANCE = `
  SELECT this.month::text AS month, coalesce(m.spent, 0)::float8 AS spent, coalesce((
    SELECT sum(credits) FROM credit_holds h WHERE h.workspace_id = $1 AND h.month = this.month AND ${IS_LIVE}
  ), 0)::float8 AS held
  FROM (SELECT ${THIS_MONTH} AS month) this
  LEFT JOIN credit_months m ON m.workspace_id = $1 AND m.month = this.month`;

/** A hold of a process that died. */
export const IS_LOST_HOLD = `lease_ends_at < now() - interval '1 hour'`;
