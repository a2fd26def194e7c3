import { Client } from 'pg';
import { createTestDatabase, dropTestDatabase } from './test-database';
import { onServer } from './test-server';

describe('the test databases', () => {
  it('are clones that share nothing, however many are made at once', async () => {
    const urls = await Promise.all(Array.from({ length: 12 }, () => createTestDatabase()));

    expect(new Set(urls).size).toBe(12);
    const [first, second] = urls as [string, string];
    await run(first, 'CREATE TABLE only_here ()');
    await expect(run(second, 'SELECT FROM only_here')).rejects.toThrow('does not exist');

    await Promise.all(urls.map(dropTestDatabase));
    const { rowCount } = await onServer((client) =>
      client.query('SELECT FROM pg_database WHERE datname = ANY($1)', [
        urls.map((url) => new URL(url).pathname.slice(1)),
      ]),
    );
    expect(rowCount).toBe(0);
  });

  it('are dropped under an open connection, and only if they belong to this run', async () => {
    const url = await createTestDatabase();
    const client = new Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();

    await dropTestDatabase(url);

    await expect(run(url, 'SELECT 1')).rejects.toThrow('does not exist');
    await expect(dropTestDatabase('postgres://localhost/postgres')).rejects.toThrow('not a database of this test run');
    await client.end().catch(() => undefined);
  });
});

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
