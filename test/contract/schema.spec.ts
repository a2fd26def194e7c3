import { DataSource } from 'typeorm';
import { BUILT_IN } from '../../src/features';

const migrations = BUILT_IN.migrations.map(({ migration }) => migration);
import { type Parley, startParley } from '../support/parley';

interface ColumnRow {
  name: string;
  type: string;
  nullable: boolean;
  primary: boolean;
}

/** The database's name of a type as entities spell it. */
const SAME_TYPE: Readonly<Record<string, string>> = {
  timestamptz: 'timestamp with time zone',
  int: 'integer',
  int4: 'integer',
  float8: 'double precision',
  varchar: 'character varying',
};

/** Migrations alone make the schema; entities only claim to know it. */
describe('schema', () => {
  let parley: Parley;
  beforeAll(async () => {
    parley = await startParley();
  });
  afterAll(() => parley.stop());

  const columnsOf = async (table: string): Promise<ColumnRow[]> =>
    parley.database.query<ColumnRow[]>(
      `SELECT a.attname AS name, NOT a.attnotnull AS nullable, coalesce(i.indisprimary, false) AS primary,
         regexp_replace(format_type(a.atttypid, a.atttypmod), '\\(\\d+\\)', '') AS type
       FROM pg_attribute a
       LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary AND a.attnum = ANY (i.indkey)
       WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped`,
      [table],
    );

  it('has every column of every entity, with its type and nullability', async () => {
    const problems: string[] = [];
    for (const entity of parley.database.entityMetadatas) {
      const columns = new Map((await columnsOf(entity.tableName)).map((column) => [column.name, column]));
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
        if (claimed.isNullable !== column.nullable)
          problems.push(`${where} is ${column.nullable ? '' : 'not '}nullable`);
      }
    }
    expect(parley.database.entityMetadatas.length).toBeGreaterThan(8);
    expect(problems).toEqual([]);
  });

  it('puts the tenant first in the primary key of what belongs to one', async () => {
    const rows = await parley.database.query<{ table: string; first: string }[]>(`
      SELECT c.relname AS "table", (
        SELECT a.attname FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
        WHERE i.indrelid = c.oid AND i.indisprimary
      ) AS first
      FROM pg_class c JOIN pg_attribute w ON w.attrelid = c.oid AND w.attname = 'workspace_id'
      WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY 1`);
    const others = rows.filter(({ first }) => first !== 'workspace_id').map(({ table }) => table);
    // Looked up by a secret's hash or an id that is all the caller has, before the tenant is known; mail is kept before that.
    expect(others).toEqual(['access_tokens', 'inbound_mails', 'invitations', 'workspace_keys']);
  });

  it('is made in the order in which the migrations are listed, so that the last one is the newest', () => {
    // TypeORM takes them by the time in their names.
    const times = migrations.map((migration) => Number(migration.name.slice(-13)));
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it('can be taken back whole', async () => {
    const database = new DataSource({
      type: 'postgres',
      url: parley.databaseUrl,
      migrations,
      installExtensions: false,
    });
    await database.initialize();
    for (let undone = 0; undone < migrations.length; undone += 1) await database.undoLastMigration();
    const tables = await database.query<{ relname: string }[]>(
      `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    await database.destroy();
    expect(tables.map(({ relname }) => relname)).toEqual(['migrations']);
  });
});
