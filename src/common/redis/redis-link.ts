import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { logger } from '../logging/logger';
import { inTime } from '../time/in-time';
import { openRedis, REDIS_BOUNDS, type RedisClient, tryOut } from './redis-connection';
import { reportRedis } from './redis-metrics';
import { redisProblem } from './redis-problem';

/** How often the link checks the connection or tries to connect, in milliseconds. An object, so that tests can change it. */
export const REDIS_LOOKS = { everyMs: 1_000 };

/**
 * The connection of a process to Redis. After the connection breaks or hangs once, callers use their fallback without waiting, until
 * Redis answers again.
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

  /** Connects before the service accepts requests, so that a wrong address stops the start. @throws CannotStart */
  async onModuleInit(): Promise<void> {
    try {
      await this.open();
    } catch (error) {
      throw await redisProblem(error, this.url);
    }
    this.looking = this.look();
  }

  /** Closes the connection after the HTTP server, because requests under way still use it. */
  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.looking;
    this.client?.destroy();
    this.client = null;
  }

  /** Runs `work`, or `otherwise` while Redis is unavailable: at once, or after the command timeout for the first failure. */
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

  /** Subscribes to a channel, while Redis is available. Call it before the start. */
  hear(channel: string, heard: (message: string) => void): void {
    this.subscriptions.set(channel, heard);
  }

  private async open(): Promise<void> {
    const failed: unknown[] = [];
    const client = await openRedis(this.url, this.subscriptions, (error) => {
      failed.push(error);
      // The previous client was destroyed and sends no more events.
      if (this.client) this.lose(this.client, error);
    });
    // The connection can break right after it is ready.
    if (failed.length > 0) throw failed[0];
    this.client = client;
    reportRedis(true);
  }

  private lose(client: RedisClient, error: unknown): void {
    if (this.client !== client) return;
    this.client = null;
    client.destroy();
    reportRedis(false);
    logger.warn({ err: error }, 'Redis is away: using PostgreSQL');
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
      // The outage is already logged.
    }
  }
}
