import type { Settings } from '../../config/load-settings';
import type { RedisLink } from '../redis/redis-link';
import { Seal } from '../secrets/seal';
import { RedisWakeUps } from './redis-wake-ups';
import { OwnWakeUps, type WakeUps } from './wake-ups';

/** Wake-ups through Redis, if it is configured. */
export function wakeUpsFor(redis: RedisLink | null, { values }: Settings): WakeUps {
  const installation = new Seal(values, 'wake-ups').fingerprint('installation').toString('base64url');
  return redis ? new RedisWakeUps(redis, installation) : new OwnWakeUps();
}
