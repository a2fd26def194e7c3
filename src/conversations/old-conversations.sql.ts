import { olderThan } from '../common/database/old-rows.sql';

/** Of a workspace `$1`: closed for `$2` days, with nothing left to do. */
const OLD = `workspace_id = $1 AND status = 'closed' AND live_support_request_count = 0 AND ${olderThan('closed_at', '$2')}`;

/** By hand: a time of the database's clock; the oldest ones, as an index has them. `$3` how many at most. */
export const COUNT_OLD = `
  SELECT count(*)::int AS count FROM (SELECT FROM conversations WHERE ${OLD} ORDER BY closed_at LIMIT $3) AS old`;

/** By hand: the same; the oldest ones first. `$3` how many. */
export const LIST_OLD = `SELECT id, agent_id AS "agentId" FROM conversations WHERE ${OLD} ORDER BY closed_at LIMIT $3`;

/** By hand: those that are still old once they are locked, in the order in which everybody locks conversations. `$3` ids. */
export const LOCK_OLD = `SELECT id FROM conversations WHERE ${OLD} AND id = ANY ($3::uuid[]) ORDER BY id FOR UPDATE`;
