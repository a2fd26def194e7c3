import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import type { Queryable } from './queryable';

/** The running transaction, or the pool, as retrieval takes it. */
@Injectable()
export class KnowledgeDatabase implements Queryable {
  constructor(private readonly work: UnitOfWork) {}

  async query<Row>(text: string, values: readonly unknown[]): Promise<{ rows: Row[] }> {
    return { rows: await this.work.query<Row>(text, values) };
  }
}
