import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';
import { logger } from '../logging/logger';
import { type TrackedTable, writeUses } from './last-used.sql';

const FLUSH_AFTER_MS = 5_000;
/** The most waiting rows of one table: a few MB. Further rows are recorded at a later use. */
const MOST_WAITING = 20_000;

/**
 * Records when sessions, credentials and keys were last used, without a write during the request. Uses are collected in memory and
 * written together, one statement for each table, a few seconds after the first use and at shutdown. A crash loses those seconds,
 * and a failed flush is logged and dropped, because no decision depends on these times.
 */
@Injectable()
export class LastUsed implements BeforeApplicationShutdown {
  /** The last use of each row, in milliseconds on the monotonic clock of the process. */
  private readonly waiting = new Map<TrackedTable, Map<string, number>>();
  private timer?: NodeJS.Timeout;
  private writing: Promise<void> = Promise.resolve();

  constructor(private readonly work: UnitOfWork) {}

  /** Records a use of the row now. Never waits and never fails. */
  touch(table: TrackedTable, id: string): void {
    const rows = this.waiting.get(table) ?? new Map<string, number>();
    this.waiting.set(table, rows);
    if (rows.size < MOST_WAITING || rows.has(id)) rows.set(id, performance.now());
    // Started by a use, so that an idle process sends nothing; unref'd, so that it does not keep the process alive.
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_AFTER_MS).unref();
  }

  /** Writes the waiting uses with at most one statement for each table, after a flush that has begun already. Never rejects. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing = this.writing.then(() => this.write());
    await this.writing;
  }

  private async write(): Promise<void> {
    const batches = [...this.waiting];
    this.waiting.clear();
    for (const [table, rows] of batches) {
      try {
        await this.work.query(writeUses(table), [[...rows.keys()], [...rows.values()].map(secondsAgo)]);
      } catch (error) {
        logger.warn({ err: error, table, rows: rows.size }, 'times of last use were not written');
      }
    }
  }

  /** Before the connection pool closes. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }
}

function secondsAgo(then: number): number {
  return (performance.now() - then) / 1_000;
}
