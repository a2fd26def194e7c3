import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/**
 * The transaction of a piece of work. `run` opens one and everything below it joins, however deep; repositories take
 * {@link manager} and never know whether there is one. A nested `run` adds nothing: all of it commits, or none.
 */
@Injectable()
export class UnitOfWork {
  private readonly running = new AsyncLocalStorage<EntityManager>();

  constructor(private readonly dataSource: DataSource) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running.getStore()) return work();
    return this.dataSource.transaction((manager) => this.running.run(manager, work));
  }

  get manager(): EntityManager {
    return this.running.getStore() ?? this.dataSource.manager;
  }

  /** Rows of one SQL statement, for reads that answer with what they select. */
  async query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return this.manager.query<Row[]>(sql, [...parameters]);
  }
}
