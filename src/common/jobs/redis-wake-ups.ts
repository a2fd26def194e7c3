import { randomUUID } from 'node:crypto';
import { REDIS_PREFIX } from '../redis/redis-connection';
import type { RedisLink } from '../redis/redis-link';
import { WakeUps } from './wake-ups';

/** Wakes all processes of an installation: this process at once, and the others through Redis while it is available. */
export class RedisWakeUps extends WakeUps {
  /** Redis also sends a message to the process that published it. */
  private readonly own = randomUUID();
  private readonly channel: string;

  /** `installation` separates installations that share a Redis server, because channels are common to all of its databases. */
  constructor(
    private readonly redis: RedisLink,
    installation: string,
  ) {
    super();
    this.channel = `${REDIS_PREFIX}wake:${installation}`;
    redis.hear(this.channel, (message) => this.heard(message));
  }

  override publish(topic: string): void {
    this.wake(topic);
    void this.redis.use(
      async (client) => {
        await client.publish(this.channel, `${this.own} ${topic}`);
      },
      async () => {},
    );
  }

  private heard(message: string): void {
    const [by, topic = ''] = message.split(' ');
    if (by !== this.own) this.wake(topic);
  }
}
