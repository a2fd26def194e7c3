import { REDIS_PREFIX } from '../redis/redis-connection';
import type { RedisLink } from '../redis/redis-link';
import { RedisScript } from '../redis/redis-script';
import type { Seal } from '../secrets/seal';
import type { Count, Counted, LimitStore } from './limit-store';
import { COUNT_CALLS, GIVE_BACK } from './redis-limits.lua';

const countCalls = new RedisScript<number[]>(COUNT_CALLS);
const giveBack = new RedisScript<null>(GIVE_BACK);

/**
 * Counts in one Redis key for each limit and caller, which expires with its window. While Redis is unavailable, `fallback` counts the
 * calls, with new windows. Keys are fingerprints, so that Redis does not reveal callers, and installations with different SECRET_KEYs
 * share nothing.
 */
export class RedisLimits implements LimitStore {
  constructor(
    private readonly redis: RedisLink,
    private readonly fallback: LimitStore,
    private readonly seal: Seal,
  ) {}

  async count(limits: readonly Counted[]): Promise<Count[]> {
    if (limits.length === 0) return [];
    const keys = limits.map(({ key }) => this.keyOf(key));
    const values = limits.flatMap(({ max, windowSeconds }) => [max, windowSeconds * 1_000]);
    return this.redis.use(
      async (client) => countsOf(await countCalls.run(client, keys, values)),
      () => this.fallback.count(limits),
    );
  }

  giveBack(key: string): Promise<void> {
    return this.redis.use(
      async (client) => {
        await giveBack.run(client, [this.keyOf(key)]);
      },
      () => this.fallback.giveBack(key),
    );
  }

  private keyOf(key: string): string {
    return `${REDIS_PREFIX}limit:${this.seal.fingerprint(key).toString('base64url')}`;
  }
}

function countsOf(reply: readonly number[]): Count[] {
  return Array.from({ length: reply.length / 2 }, (_, place) => ({
    hits: reply[place * 2]!,
    reset_seconds: Math.max(1, Math.ceil(reply[place * 2 + 1]! / 1_000)),
  }));
}
