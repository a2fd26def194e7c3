import { Injectable } from '@nestjs/common';
import { unavailability } from '../database/unavailable';
import { DomainError } from '../errors/domain-error';
import { requestIfAny } from '../request/request-context';
import { type Count, type Counted, LimitStore } from './limit-store';
import { countRefusal, type LimitName } from './refusals';

/** `max` 0 turns it off. */
export interface Limit extends Counted {
  /** The setting that gives the limit, as metrics name it. */
  name: LimitName | (string & {});
  /** What a call too many is told; absent: {@link RateLimited}. */
  refusal?: (retryAfterSeconds: number) => DomainError;
}

@Injectable()
export class RateLimiter {
  constructor(private readonly store: LimitStore) {}

  /**
   * Counts the call in a transaction of its own, so that a refusal further on does not undo it; tells the caller in
   * RateLimit headers, and throws 429 where it is one too many.
   */
  consume(limit: Limit): Promise<void> {
    return this.consumeAll([limit]);
  }

  /** Counts the call towards all of these, narrowest first, up to the first one that refuses it. */
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

  /** The same for what needs no database by itself: it goes on without one, and is not counted then. */
  async consumeWherePossible(limit: Limit): Promise<void> {
    try {
      await this.consume(limit);
    } catch (error) {
      if (unavailability(error) === null) throw error;
    }
  }

  /**
   * Counts the call and tells nobody. Whether it is refused is for the caller to say: by {@link refuse}, or in silence.
   *
   * @returns seconds until calls are allowed again; null where this one is
   */
  async exceeded(limit: Limit): Promise<number | null> {
    if (limit.max === 0) return null;
    const [count] = await this.store.count([limit]);
    return count && count.hits > limit.max ? count.reset_seconds : null;
  }

  /** @throws RateLimited, and tells of a limit that {@link exceeded} kept to itself */
  refuse({ name, max }: Limit, resetSeconds: number): never {
    countRefusal(name);
    setHeaders(max, { hits: max + 1, reset_seconds: resetSeconds });
    throw new RateLimited(resetSeconds);
  }

  /** Takes back a call that was counted and turned out to be one that needs no limit. */
  async giveBack({ key, max }: Limit): Promise<void> {
    if (max > 0) await this.store.giveBack(key);
  }
}

export class RateLimited extends DomainError {
  constructor(retryAfterSeconds: number) {
    super('rate_limited', `Too many calls. Try again in ${retryAfterSeconds} seconds.`, { retryAfterSeconds });
  }
}

/** Where several limits apply, the headers show the one with the least left. */
function setHeaders(max: number, { hits, reset_seconds }: Count): void {
  const response = requestIfAny()?.response;
  const remaining = Math.max(0, max - hits);
  const announced = response?.getHeader('RateLimit-Remaining');
  if (!response || (announced !== undefined && Number(announced) <= remaining)) return;
  response.setHeader('RateLimit-Limit', String(max));
  response.setHeader('RateLimit-Remaining', String(remaining));
  response.setHeader('RateLimit-Reset', String(reset_seconds));
}
