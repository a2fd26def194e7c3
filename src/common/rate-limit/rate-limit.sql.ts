/** SQL expressions for one count. */
export interface Counting {
  key: string;
  /** The number of calls that the window allows. */
  max: string;
  windowSeconds: string;
  /** A FROM clause with one row for each call; without rows, nothing is counted. Default: one call. */
  from?: string;
}

/**
 * By hand: counts a call, as a common table expression, so that the same statement can use the count. Returns `hits` in this window
 * including the call, and `reset_seconds`, on the database's clock and exact across processes.
 *
 * A window begins with its first call. Refused calls are not counted past `max + 1`, so a flood cannot overflow a counter.
 * A double holds every count exactly, and is a number where a bigint would be text.
 */
export function counting({ key, max, windowSeconds, from = '' }: Counting): string {
  return `
    INSERT INTO rate_limits AS r (key, hits, window_ends_at)
    SELECT ${key}, 1, now() + make_interval(secs => ${windowSeconds}) ${from}
    ON CONFLICT (key) DO UPDATE SET
      hits = CASE WHEN r.window_ends_at <= now() THEN 1 ELSE least(r.hits, ${max}::bigint) + 1 END,
      window_ends_at = CASE WHEN r.window_ends_at <= now() THEN excluded.window_ends_at ELSE r.window_ends_at END
    RETURNING hits::double precision AS hits,
      greatest(1, ceil(extract(epoch FROM window_ends_at - now())))::int AS reset_seconds`;
}

/** The most limits for one call. */
const MOST_LIMITS = 5;

/**
 * Counts a call toward several limits and returns the state of their windows. The first statement in this list is for one limit, the
 * second for two, and so on. `$1, $2, $3` are the key, max and seconds of the first limit, and so on.
 *
 * Limits come narrowest first: a call that one limit refuses does not count toward the wider ones, so that one caller cannot use up
 * the limits of others. Rows are locked in this order.
 */
export const COUNT_CALLS = Array.from({ length: MOST_LIMITS }, (_, more) => countCalls(more + 1));

function countCalls(limits: number): string {
  const places = Array.from({ length: limits }, (_, place) => place);
  const counted = places.map((place) => {
    const [key, max, windowSeconds] = [1, 2, 3].map((number) => `$${place * 3 + number}`) as [string, string, string];
    const from = place === 0 ? '' : `FROM limit_${place - 1} WHERE hits <= $${place * 3 - 1}::bigint`;
    return `limit_${place} AS (${counting({ key, max, windowSeconds, from })})`;
  });
  const all = places.map((place) => `SELECT ${place} AS place, * FROM limit_${place}`);
  return `WITH ${counted.join(', ')} ${all.join(' UNION ALL ')} ORDER BY place`;
}

/** Takes a call back. A window without other calls ends, as if it had never begun. `$1` key. */
export const GIVE_BACK = `
  WITH ended AS (DELETE FROM rate_limits WHERE key = $1 AND hits = 1)
  UPDATE rate_limits SET hits = hits - 1 WHERE key = $1 AND hits > 1`;
