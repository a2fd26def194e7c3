import { Injectable } from '@nestjs/common';
import type { Pool, QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { SqlLog } from '../common/database/sql-log';

/** A statement that PostgreSQL parses and plans once for each connection. */
export interface Prepared {
  /** Unique for its text in the whole service. */
  name: string;
  text: string;
}

/**
 * Single statements of a hot path, straight on the connection pool: prepared, each its own transaction, outside of any
 * that runs. TypeORM can send none by name.
 */
@Injectable()
export class PreparedStatements {
  constructor(private readonly dataSource: DataSource) {}

  async rows<Row extends QueryResultRow>({ name, text }: Prepared, values: unknown[]): Promise<Row[]> {
    SqlLog.count(text);
    const pool = (this.dataSource.driver as PostgresDriver).master as Pool;
    return (await pool.query<Row>({ name, text, values })).rows;
  }
}
