import { DataSource } from 'typeorm';
import { BUILT_IN } from '../../src/features';

import { type Parley, startParley } from '../support/parley';
import { GLOBALS } from './suites/runner';
import { THE_TREE } from './suites/subject';
import { describeTables } from './suites/tables';

const migrations = BUILT_IN.migrations.map(({ migration }) => migration);

describeTables(THE_TREE, GLOBALS);

/** Migrations alone make the schema; entities only claim to know it. */
describe('schema', () => {
  let parley: Parley;
  beforeAll(async () => {
    parley = await startParley();
  });
  afterAll(() => parley.stop());

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
