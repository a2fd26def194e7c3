import { Injectable } from '@nestjs/common';
import { unavailability } from '../database/unavailable';
import { DomainError } from '../errors/domain-error';
import { requestIfAny } from '../request/request-context';
import { type Count, type Counted, LimitStore } from './limit-store';
import { countRefusal, type LimitName } from './refusals';

/** A `max` of 0 turns the limit off. */
export interface Limit extends Counted {
  /** The setting of the limit, for metrics. */
  name: LimitName | (string & {});
  /** The error for a call over the limit. Default: {@link RateLimited}. */
  refusal?: (retryAfterSeconds: number) => DomainError;
}

@Injectable()
export class RateLimiter {
  constructor(private readonly store: LimitStore) {}

  /**
   * Counts the call in a separate transaction, so that a later refusal does not undo it. Sets the RateLimit headers, and throws 429
   * if the call exceeds the limit.
   */
  consume(limit: Limit): Promise<void> {
    return this.consumeAll([limit]);
  }

  /** Counts the call toward all limits, narrowest first, up to the first one that refuses it. */
  async consumeAll(limits: readonly Limit[]): Promise<void> {
    const counting = limits.filter(({ max }) => max > 0);
    const counts = await this.store.count(counting);
    counts.forEach((count, place) => {
      const { name, max, refusal } = counting[place]!;
      setHeaders(max, count);
      if (count.hits <= max) return;
      countRefusal(name);
      throw refusal ? refusal(count.reset_seconds) : new RateLimited(count.reset_seconds);
    });
  }

  /** Like {@link consume} for work that needs no database. If the database does not answer, the call passes uncounted. */
  async consumeWherePossible(limit: Limit): Promise<void> {
    try {
      await this.consume(limit);
    } catch (error) {
      if (unavailability(error) === null) throw error;
    }
  }

  /**
   * Counts the call without setting headers or throwing. If the limit is exceeded, the calling code can {@link refuse} the call or
   * drop it silently.
   *
   * @returns seconds until calls are allowed again; null if this call is allowed
   */
  async exceeded(limit: Limit): Promise<number | null> {
    if (limit.max === 0) return null;
    const [count] = await this.store.count([limit]);
    return count && count.hits > limit.max ? count.reset_seconds : null;
  }

  /** Sets the headers for a limit that {@link exceeded} has counted. @throws RateLimited */
  refuse({ name, max }: Limit, resetSeconds: number): never {
    countRefusal(name);
    setHeaders(max, { hits: max + 1, reset_seconds: resetSeconds });
    throw new RateLimited(resetSeconds);
  }

  /** Takes back a counted call that turned out to need no limit. */
  async giveBack({ key, max }: Limit): Promise<void> {
    if (max > 0) await this.store.giveBack(key);
  }
}

export class RateLimited extends DomainError {
  constructor(retryAfterSeconds: number) {
    super('rate_limited', `Too many calls. Try again in ${retryAfterSeconds} seconds.`, { retryAfterSeconds });
  }
}

/** If several limits apply, the headers show the one with the fewest remaining calls. */
function setHeaders(max: number, { hits, reset_seconds }: Count): void {
  const response = requestIfAny()?.response;
  const remaining = Math.max(0, max - hits);
  const announced = response?.getHeader('RateLimit-Remaining');
  if (!response || (announced !== undefined && Number(announced) <= remaining)) return;
  response.setHeader('RateLimit-Limit', String(max));
  response.setHeader('RateLimit-Remaining', String(remaining));
  response.setHeader('RateLimit-Reset', String(reset_seconds));
}
