import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { logger } from '../logging/logger';
import { inTime } from '../time/in-time';
import { openRedis, REDIS_BOUNDS, type RedisClient, tryOut } from './redis-connection';
import { reportRedis } from './redis-metrics';
import { redisProblem } from './redis-problem';

/** How often it is looked at, or looked for, in milliseconds: an object, for tests. */
export const REDIS_LOOKS = { everyMs: 1_000 };

/**
 * The way of a process to Redis. Where that breaks or hangs, it is found out once: from then on nobody waits for it any more,
 * until it answers again.
 */
export class RedisLink implements OnModuleInit, OnApplicationShutdown {
  private client: RedisClient | null = null;
  private readonly subscriptions = new Map<string, (message: string) => void>();
  private readonly stopping = new AbortController();
  private looking: Promise<void> = Promise.resolve();

  constructor(private readonly url: string) {}

  get isUp(): boolean {
    return this.client !== null;
  }

  /** Before anything is served: an address that cannot work is found out at the start. @throws CannotStart */
  async onModuleInit(): Promise<void> {
    try {
      await this.open();
    } catch (error) {
      throw redisProblem(error, this.url);
    }
    this.looking = this.look();
  }

  /** After the HTTP server has closed: requests under way still use it. */
  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.looking;
    this.client?.destroy();
    this.client = null;
  }

  /** `otherwise` where Redis is away: at once, or within the bound of a command where that is just being found out. */
  async use<T>(work: (client: RedisClient) => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
    const { client } = this;
    if (!client) return otherwise();
    try {
      return await inTime(work(client), REDIS_BOUNDS.command);
    } catch (error) {
      this.lose(client, error);
      return otherwise();
    }
  }

  /** Messages of a channel, while Redis is there. To be called before the start. */
  hear(channel: string, heard: (message: string) => void): void {
    this.subscriptions.set(channel, heard);
  }

  private async open(): Promise<void> {
    const failed: unknown[] = [];
    const client = await openRedis(this.url, this.subscriptions, (error) => {
      failed.push(error);
      // Of the one before nothing is heard any more: it was destroyed.
      if (this.client) this.lose(this.client, error);
    });
    // It may have broken in the moment in which it was ready.
    if (failed.length > 0) throw failed[0];
    this.client = client;
    reportRedis(true);
  }

  private lose(client: RedisClient, error: unknown): void {
    if (this.client !== client) return;
    this.client = null;
    client.destroy();
    reportRedis(false);
    logger.warn({ err: error }, 'Redis is away: PostgreSQL stands in');
  }

  private async look(): Promise<void> {
    const { signal } = this.stopping;
    for (;;) {
      await pause(REDIS_LOOKS.everyMs, undefined, { ref: false, signal }).catch(() => {});
      if (signal.aborted) return;
      if (this.client) await this.use(tryOut, async () => {});
      else await this.comeBack();
    }
  }

  private async comeBack(): Promise<void> {
    try {
      await this.open();
      logger.info('Redis is back');
    } catch {
      // It has been told that it is away.
    }
  }
}
