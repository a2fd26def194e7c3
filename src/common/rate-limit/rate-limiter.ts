import { Injectable } from '@nestjs/common';
import { requestIfAny } from '../http/request-context';
import { SidePool } from '../database/side-pool';
import { DomainError } from '../errors/domain-error';

export interface Limit {
  /** What is counted and for whom: `proof:user:<id>`. */
  key: string;
  /** Calls allowed in a window; 0 turns the limit off. */
  max: number;
  windowSeconds: number;
}

interface Count {
  hits: number;
  reset_seconds: number;
}

/**
 * Counts a call and returns the window's state: one statement, on the database's clock, exact across processes. The
 * window begins with its first call. Refused calls are not counted past `max + 1`, so a flood cannot overflow a counter.
 */
export const COUNT_CALL = `
  INSERT INTO rate_limits AS r (key, hits, window_ends_at)
  VALUES ($1, 1, now() + make_interval(secs => $3))
  ON CONFLICT (key) DO UPDATE SET
    hits = CASE WHEN r.window_ends_at <= now() THEN 1 ELSE least(r.hits, $2::int) + 1 END,
    window_ends_at = CASE WHEN r.window_ends_at <= now() THEN excluded.window_ends_at ELSE r.window_ends_at END
  RETURNING hits, greatest(1, ceil(extract(epoch FROM window_ends_at - now())))::int AS reset_seconds`;

@Injectable()
export class RateLimiter {
  constructor(private readonly pool: SidePool) {}

  /** Counts the call in a transaction of its own, so that a refusal further on does not undo it; tells the caller in RateLimit headers, and throws 429 where it is one too many. */
  async consume(limit: Limit): Promise<void> {
    if (limit.max === 0) return;
    const count = await this.count(limit);
    tell(limit.max, count);
    if (count.hits > limit.max) throw new RateLimited(count.reset_seconds);
  }

  /** Counts in the same way and says whether it is within the limit; the caller is told nothing of it. */
  async takes(limit: Limit): Promise<boolean> {
    return limit.max === 0 || (await this.count(limit)).hits <= limit.max;
  }

  private async count({ key, max, windowSeconds }: Limit): Promise<Count> {
    const [count] = await this.pool.query<Count>(COUNT_CALL, [key, max, windowSeconds]);
    if (!count) throw new Error('The rate limit statement returned no row');
    return count;
  }
}

export class RateLimited extends DomainError {
  constructor(retryAfterSeconds: number) {
    super('rate_limited', `Too many calls. Try again in ${retryAfterSeconds} seconds.`, { retryAfterSeconds });
  }
}

/** Where several limits apply, the headers show the one with the least left. */
function tell(max: number, { hits, reset_seconds }: Count): void {
  const response = requestIfAny()?.response;
  const remaining = Math.max(0, max - hits);
  const told = response?.getHeader('RateLimit-Remaining');
  if (!response || (told !== undefined && Number(told) <= remaining)) return;
  response.setHeader('RateLimit-Limit', String(max));
  response.setHeader('RateLimit-Remaining', String(remaining));
  response.setHeader('RateLimit-Reset', String(reset_seconds));
}
