import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { createTestDatabase, dropTestDatabase } from '../support/database/test-database';
import { createEmptyDatabase, withClient } from '../support/database/whole-database';
import { BUILT_IN } from '../../src/features';
import type { NamedDatabase } from '../../src/common/database/connect';
import { LOCK, migrate } from '../../src/common/database/migrate';

const named = (url: string): NamedDatabase => ({ url, setting: 'DATABASE_URL' });

describe('migrate', () => {
  let url: string;
  let first: Client;
  beforeAll(async () => {
    url = await createTestDatabase();
    first = new Client({ connectionString: url });
    await first.connect();
  });
  afterAll(async () => {
    await first.end();
    await dropTestDatabase(url);
  });

  it('waits for another process that migrates, without keeping an index CONCURRENTLY waiting', async () => {
    await first.query('SELECT pg_advisory_lock($1)', [LOCK]);
    let ended = false;
    const second = migrate(named(url), BUILT_IN).finally(() => (ended = true));
    await othersAsk();
    // Where the other waits in a statement, PostgreSQL ends this one as a deadlock.
    await first.query('CREATE INDEX CONCURRENTLY agents_for_a_test ON agents (name)');
    expect(ended).toBe(false);
    await first.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    await second;
  });

  it('runs each migration once where several processes begin on an empty database', async () => {
    const empty = await createEmptyDatabase();
    const ran = await Promise.all([1, 2, 3].map(() => migrate(named(empty), BUILT_IN)));
    const names = await withClient(empty, (client) =>
      client.query<{ name: string }>('SELECT name FROM migrations ORDER BY id'),
    );
    const all = BUILT_IN.migrations.map(({ name }) => name);
    expect(names.rows.map(({ name }) => name)).toEqual(all);
    // One of them reports what it did, and the others that nothing was left.
    expect(ran.sort((one, other) => one.length - other.length)).toEqual([[], [], all]);
    await dropTestDatabase(empty);
  });

  async function othersAsk(): Promise<void> {
    for (;;) {
      const { rowCount } = await first.query(
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%advisory_lock%'`,
      );
      if (rowCount) return;
      await sleep(5);
    }
  }
});
