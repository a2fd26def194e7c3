import { inTime } from '../time/in-time';
import { RedisScript } from './redis-script';

/** Timeouts for opening a connection and for a command, in milliseconds. A command usually takes less than one. */
export const REDIS_BOUNDS = { open: 5_000, command: 500 };

/** The prefix of all keys and channels, so that an ACL can restrict the Redis user to them. */
export const REDIS_PREFIX = 'parley:';

/** Checks every capability that the service needs: writes in a script with several keys, and KEEPTTL (Redis 6). */
const trial = new RedisScript<number>(`
  redis.call('SET', KEYS[1], '1', 'PX', 1000)
  redis.call('SET', KEYS[1], '1', 'KEEPTTL')
  return redis.call('EXISTS', KEYS[2])`);

export type RedisClient = Awaited<ReturnType<typeof clientFor>>;

/**
 * Opens one connection for commands and channels, within the timeout. It does not reconnect by itself: `broken` is called after the
 * connection has failed.
 *
 * @throws the error of the client, the network or Redis
 */
export async function openRedis(
  url: string,
  subscriptions: ReadonlyMap<string, (message: string) => void>,
  broken: (error: unknown) => void,
): Promise<RedisClient> {
  const client = await clientFor(url);
  client.on('error', broken);
  const open = async (): Promise<void> => {
    await client.connect();
    await tryOut(client);
    for (const [channel, heard] of subscriptions) await client.subscribe(channel, heard);
  };
  try {
    await inTime(open(), REDIS_BOUNDS.open);
    return client;
  } catch (error) {
    client.destroy();
    throw error;
  }
}

export async function tryOut(client: RedisClient): Promise<void> {
  await trial.run(client, [`${REDIS_PREFIX}trial`, `${REDIS_PREFIX}other-trial`]);
}

/** Loads the client only where there is a Redis: it takes 3 % of a start. */
async function clientFor(url: string) {
  const { createClient } = await import('@redis/client');
  return createClient({
    url,
    name: 'parley',
    // The protocol of Redis 6 allows commands and subscriptions on one connection.
    RESP: 3,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    socket: { connectTimeout: REDIS_BOUNDS.open, reconnectStrategy: false },
  });
}
