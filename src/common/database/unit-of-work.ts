import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { runPrepared } from './prepared';
import { poolOf } from './typeorm-pool';

interface Transaction {
  readonly manager: EntityManager;
  readonly published: object[];
}

type BeforeCommit = () => Promise<void>;

/**
 * The transaction of a piece of work. `run` opens one and everything below it joins, however deep; repositories take
 * {@link manager} and never know whether there is one. A nested `run` adds nothing: all of it commits, or none.
 */
@Injectable()
export class UnitOfWork {
  private readonly running = new AsyncLocalStorage<Transaction>();
  private readonly lastSteps: BeforeCommit[] = [];

  constructor(private readonly dataSource: DataSource) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running.getStore()) return work();
    return this.dataSource.transaction((manager) => {
      const transaction: Transaction = { manager, published: [] };
      return this.running.run(transaction, async () => {
        const result = await work();
        if (transaction.published.length > 0) for (const step of this.lastSteps) await step();
        return result;
      });
    });
  }

  /** A part of the running transaction that is undone, with its locks and events, where it throws. */
  async savepoint<T>(part: () => Promise<T>): Promise<T> {
    const { manager, published } = this.required;
    const before = published.length;
    try {
      return await manager.transaction(part);
    } catch (error) {
      published.length = Math.min(published.length, before);
      throw error;
    }
  }

  /** Registers the last step of each transaction that has published events. It may publish further ones, and undoes all by throwing. */
  beforeCommit(step: BeforeCommit): void {
    this.lastSteps.push(step);
  }

  /** The events of the running transaction. @throws Error outside of one */
  get published(): object[] {
    return this.required.published;
  }

  /** Whether what is asked now is part of a transaction. */
  get isRunning(): boolean {
    return this.running.getStore() !== undefined;
  }

  get manager(): EntityManager {
    return this.running.getStore()?.manager ?? this.dataSource.manager;
  }

  /** Rows of one SQL statement: what a SELECT finds and what RETURNING names. */
  async query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    const answer = await this.manager.query<Row[] | [Row[], number]>(sql, [...parameters]);
    // For UPDATE and DELETE, TypeORM gives the rows together with their number.
    return Array.isArray(answer[0]) ? answer[0] : (answer as Row[]);
  }

  /**
   * The same for the statements of hot paths: prepared once on each connection and sent past TypeORM. `sql` must be
   * one of a few texts, never put together from values: each stays prepared as long as its connection.
   */
  async prepared<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    const runner = this.running.getStore()?.manager.queryRunner;
    if (!runner) return runPrepared<Row>(poolOf(this.dataSource), sql, parameters);
    return runPrepared<Row>((await runner.connect()) as PoolClient, sql, parameters);
  }

  private get required(): Transaction {
    const running = this.running.getStore();
    if (!running) throw new Error('No transaction is running');
    return running;
  }
}
