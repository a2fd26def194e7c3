import { createClient } from '@redis/client';
import { inTime } from '../time/in-time';
import { RedisScript } from './redis-script';

/** How long Redis may take to let us in and to answer a command, in milliseconds: an answer takes less than one. */
export const REDIS_BOUNDS = { open: 5_000, command: 500 };

/** All keys and channels begin with it, so that an account may be restricted to them (ACL). */
export const REDIS_PREFIX = 'parley:';

/** Whether all can be done that will be: to write, in a script, with several keys, and to keep the end of a key (Redis 6). */
const trial = new RedisScript<number>(`
  redis.call('SET', KEYS[1], '1', 'PX', 1000)
  redis.call('SET', KEYS[1], '1', 'KEEPTTL')
  return redis.call('EXISTS', KEYS[2])`);

export type RedisClient = ReturnType<typeof clientFor>;

/**
 * One connection, for commands and for messages of the channels. It is not made anew by itself: who has it is told by `broken`
 * that it is over. Ends within the bound.
 *
 * @throws what the client, the network or Redis says
 */
export async function openRedis(
  url: string,
  subscriptions: ReadonlyMap<string, (message: string) => void>,
  broken: (error: unknown) => void,
): Promise<RedisClient> {
  const client = clientFor(url);
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

function clientFor(url: string) {
  return createClient({
    url,
    name: 'parley',
    // With the protocol of Redis 6 one connection has both.
    RESP: 3,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    socket: { connectTimeout: REDIS_BOUNDS.open, reconnectStrategy: false },
  });
}
