import assert from 'node:assert/strict';
import type { DataSource } from 'typeorm';
import type { Parley } from '../../support/parley';
import { KNOWN_BREAKS } from '../../support/sharding/known-breaks';
import { schemaBreaks } from '../../support/sharding/schema-breaks';
import type { Runner } from './runner';
import { type Subject, tablesOf } from './subject';

interface ColumnRow {
  name: string;
  type: string;
  nullable: boolean;
}

/** The database's name of a type as entities spell it. */
const SAME_TYPE: Readonly<Record<string, string>> = {
  timestamptz: 'timestamp with time zone',
  int: 'integer',
  int4: 'integer',
  float8: 'double precision',
  varchar: 'character varying',
};

/** Looked up by a secret's hash or an id that is all the caller has, before the tenant is known; mail is kept before that. */
const FOUND_WITHOUT_TENANT = ['access_tokens', 'inbound_mails', 'invitations', 'workspace_keys'];

/** The tables of the features: each row is its tenant's, and migrations alone make what entities only claim to know. */
export function describeTables(subject: Subject, { describe, it, beforeAll, afterAll }: Runner): void {
  const tables = tablesOf(subject).map(([name]) => name);
  describe('the tables', () => {
    let parley: Parley;
    beforeAll(async () => {
      parley = await subject.start();
    });
    afterAll(() => parley.stop());

    it('are those that their migrations make', async () => {
      const rows = await parley.database.query<{ name: string }[]>(
        `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename = ANY ($1)`,
        [tables],
      );
      assert.deepEqual(rows.map(({ name }) => name).sort(), [...tables].sort());
    });

    it('have every column of every entity, with its type and nullability', async () => {
      assert.deepEqual(await columnProblems(parley.database, tables), []);
    });

    it('have the tenant first in the primary key of what belongs to one', async () => {
      const rows = await parley.database.query<{ table: string; first: string | null }[]>(
        `SELECT c.relname AS "table", (
           SELECT a.attname FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
           WHERE i.indrelid = c.oid AND i.indisprimary
         ) AS first
         FROM pg_class c JOIN pg_attribute w ON w.attrelid = c.oid AND w.attname = 'workspace_id'
         WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname = ANY ($1) ORDER BY 1`,
        [tables],
      );
      const others = rows.filter(({ first }) => first !== 'workspace_id').map(({ table }) => table);
      assert.deepEqual(
        others.filter((table) => !FOUND_WITHOUT_TENANT.includes(table)),
        [],
      );
    });

    it('could be distributed by workspace_id', async () => {
      const known = KNOWN_BREAKS.flatMap(({ breaks }) => breaks);
      const breaks = await schemaBreaks(<Row>(sql: string) => parley.database.query<Row[]>(sql));
      assert.deepEqual(
        breaks.filter((one) => !known.includes(one)),
        [],
      );
    });
  });
}

async function columnProblems(database: DataSource, tables: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  for (const entity of database.entityMetadatas.filter(({ tableName }) => tables.includes(tableName))) {
    const columns = new Map((await columnsOf(database, entity.tableName)).map((column) => [column.name, column]));
    for (const claimed of entity.columns) {
      const where = `${entity.tableName}.${claimed.databaseName}`;
      const column = columns.get(claimed.databaseName);
      if (!column) {
        problems.push(`${where} does not exist`);
        continue;
      }
      const plain = typeof claimed.type === 'string' ? claimed.type : claimed.type.name.toLowerCase();
      const type = (SAME_TYPE[plain] ?? plain) + (claimed.isArray ? '[]' : '');
      if (type !== column.type) problems.push(`${where} is ${column.type}, not ${type}`);
      if (claimed.isNullable !== column.nullable) problems.push(`${where} is ${column.nullable ? '' : 'not '}nullable`);
    }
  }
  return problems;
}

function columnsOf(database: DataSource, table: string): Promise<ColumnRow[]> {
  return database.query<ColumnRow[]>(
    `SELECT attname AS name, NOT attnotnull AS nullable,
       regexp_replace(format_type(atttypid, atttypmod), '\\(\\d+\\)', '') AS type
     FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
    [table],
  );
}
