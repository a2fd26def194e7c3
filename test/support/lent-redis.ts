import { setTimeout as pause } from 'node:timers/promises';
import { RedisLink } from '../../src/common/redis/redis-link';
import { REDIS_URL, RedisProxy } from './redis';

/** A way to Redis beside the service, whose limits go on being counted in PostgreSQL: for what is said of it. */
export class LentRedis {
  private constructor(
    private readonly proxy: RedisProxy,
    private readonly link: RedisLink,
  ) {}

  /** Null where there is no Redis. */
  static async start(): Promise<LentRedis | null> {
    if (REDIS_URL === null) return null;
    const proxy = await RedisProxy.start();
    const link = new RedisLink(proxy.url);
    await link.onModuleInit();
    return new LentRedis(proxy, link);
  }

  /** @returns what brings it back */
  async goAway(): Promise<() => Promise<void>> {
    await this.become('refusing', false);
    return () => this.become('working', true);
  }

  async stop(): Promise<void> {
    await this.link.onApplicationShutdown();
    await this.proxy.close();
  }

  private async become(condition: 'refusing' | 'working', isUp: boolean): Promise<void> {
    await this.proxy.become(condition);
    while (this.link.isUp !== isUp) await pause(20);
  }
}
