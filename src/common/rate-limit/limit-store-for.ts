import type { Settings } from '../../config/load-settings';
import type { RedisLink } from '../redis/redis-link';
import { Seal } from '../secrets/seal';
import type { LimitStore } from './limit-store';
import type { PostgresLimits } from './postgres-limits';
import { RedisLimits } from './redis-limits';

/** Redis if it is configured, otherwise PostgreSQL. */
export function limitStoreFor(postgres: PostgresLimits, redis: RedisLink | null, { values }: Settings): LimitStore {
  return redis ? new RedisLimits(redis, postgres, new Seal(values, 'rate limits')) : postgres;
}
