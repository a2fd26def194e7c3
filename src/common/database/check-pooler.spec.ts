import { createTestDatabase, dropTestDatabase } from '../../../test/support/database/test-database';
import { checkPooler, checkSameDatabase } from './check-pooler';

describe('checkPooler', () => {
  let url: string;
  let other: string;
  beforeAll(async () => {
    [url, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  });
  afterAll(() => Promise.all([url, other].map(dropTestDatabase)));

  it('detects two databases on one server', async () => {
    await expect(checkSameDatabase(url, url)).resolves.toBeUndefined();
    for (const [pooled, direct] of [
      [url, other],
      [other, url],
    ] as const) {
      const refused = checkPooler(pooled, direct);
      await expect(refused).rejects.toThrow(
        /^DATABASE_DIRECT_URL and DATABASE_URL lead to different databases\. [^\n]+$/,
      );
    }
  });

  it('reports which of them cannot be used', async () => {
    const nowhere = 'postgres://parley@127.0.0.1:1/parley';
    await expect(checkSameDatabase(url, nowhere)).rejects.toThrow(
      /^DATABASE_DIRECT_URL cannot be used: nothing listens/,
    );
    await expect(checkSameDatabase(nowhere, url)).rejects.toThrow(/^DATABASE_URL cannot be used: nothing listens/);
  });

  it.each(['10s', '30s', '10min'])('accepts a statement_timeout of %s', async (bound) => {
    await expect(checkPooler(bounded(bound), url)).resolves.toBeUndefined();
  });

  it.each([
    ['0', 'no statement_timeout'],
    ['9999ms', 'a statement_timeout of 9999 ms, which is not between 10 s and 10 min'],
    ['600001ms', 'a statement_timeout of 600001 ms, which is not between 10 s and 10 min'],
  ])('refuses one of %s', async (bound, found) => {
    await expect(checkPooler(bounded(bound), url)).rejects.toThrow(
      `DATABASE_URL cannot be used through a pooler: its role has ${found}. Run ALTER ROLE`,
    );
  });

  /** Sets the timeout in the options of the connection, with the same effect as in the role. */
  function bounded(bound: string): string {
    const pooled = new URL(url);
    pooled.searchParams.set('options', `-c statement_timeout=${bound}`);
    return pooled.href;
  }
});
