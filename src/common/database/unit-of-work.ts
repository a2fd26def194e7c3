import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { runPrepared } from './prepared';
import { poolOf } from './typeorm-pool';

interface Transaction {
  readonly manager: EntityManager;
  readonly published: object[];
  readonly afterwards: (() => void)[];
}

type BeforeCommit = () => Promise<void>;

/**
 * The transaction of a piece of work. `run` begins a transaction, and all calls inside join it at any depth. Repositories use
 * {@link manager} with or without a transaction. A nested `run` joins the outer transaction, which commits as a whole or not at all.
 */
@Injectable()
export class UnitOfWork {
  private readonly running = new AsyncLocalStorage<Transaction>();
  private readonly lastSteps: BeforeCommit[] = [];

  constructor(private readonly dataSource: DataSource) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running.getStore()) return work();
    const afterwards: (() => void)[] = [];
    const result = await this.dataSource.transaction((manager) => {
      const transaction: Transaction = { manager, published: [], afterwards };
      return this.running.run(transaction, async () => {
        const done = await work();
        if (transaction.published.length > 0) for (const step of this.lastSteps) await step();
        return done;
      });
    });
    for (const step of afterwards) step();
    return result;
  }

  /** Runs the step once the running transaction has committed, and at once outside of a transaction. A rollback drops it. */
  afterCommit(step: () => void): void {
    const transaction = this.running.getStore();
    if (transaction) transaction.afterwards.push(step);
    else step();
  }

  /** Runs a part of the transaction. If it throws, its changes, locks and events are rolled back. */
  async savepoint<T>(part: () => Promise<T>): Promise<T> {
    const { manager, published, afterwards } = this.required;
    const before = published.length;
    const stepsBefore = afterwards.length;
    try {
      return await manager.transaction(part);
    } catch (error) {
      published.length = Math.min(published.length, before);
      afterwards.length = stepsBefore;
      throw error;
    }
  }

  /** Registers a last step for each transaction with events. The step can publish further events. If it throws, the transaction is rolled back. */
  beforeCommit(step: BeforeCommit): void {
    this.lastSteps.push(step);
  }

  /** The events of the running transaction. @throws Error outside of a transaction */
  get published(): object[] {
    return this.required.published;
  }

  /** Whether a transaction is running. */
  get isRunning(): boolean {
    return this.running.getStore() !== undefined;
  }

  get manager(): EntityManager {
    return this.running.getStore()?.manager ?? this.dataSource.manager;
  }

  /** Runs one SQL statement and returns its rows, from a SELECT or RETURNING. */
  async query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    const answer = await this.manager.query<Row[] | [Row[], number]>(sql, [...parameters]);
    // For UPDATE and DELETE, TypeORM returns the rows together with their number.
    return Array.isArray(answer[0]) ? answer[0] : (answer as Row[]);
  }

  /**
   * Runs a statement of a hot path: prepared once on each connection, and without TypeORM. `sql` must be one of a few fixed texts and
   * must not contain values, because each text stays prepared for as long as its connection.
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
