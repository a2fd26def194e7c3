import { serverUrl } from '../../../test/support/database/test-server';
import { type RequestContext, runWithRequest } from '../request/request-context';
import { BACKGROUND_CONNECTIONS, Connections } from './connections';
import { SearchPool } from './search-pool';
import { unavailability } from './unavailable';

const inRequest = <T>(work: () => Promise<T>): Promise<T> => runWithRequest({} as RequestContext, work);
const TIMEOUT = `SELECT current_setting('statement_timeout') AS timeout`;

describe('Connections', () => {
  let pool: Connections;
  beforeEach(() => {
    pool = new Connections({ connectionString: serverUrl(), max: 1, application_name: 'test' });
    pool.on('error', () => {});
  });
  afterEach(() => pool.end());

  it('give requests short bounds and background work long ones', async () => {
    const timeout = async () => (await pool.query<{ timeout: string }>(TIMEOUT)).rows[0]?.timeout;
    expect([await inRequest(timeout), await timeout()]).toEqual(['7s', '30s']);
  });

  it('serve requests while background work uses all of its connections, and vice versa', async () => {
    const taken = await Promise.all(Array.from({ length: BACKGROUND_CONNECTIONS }, () => pool.connect()));
    const request = await inRequest(() => pool.connect());
    taken.pop()?.release();
    await expect(pool.query('SELECT')).resolves.toBeDefined();
    for (const client of [...taken, request]) client.release();
  });
});

describe('SearchPool', () => {
  let searches: SearchPool;
  beforeEach(() => {
    searches = new SearchPool(serverUrl(), 2, { isRunning: false, prepared: () => Promise.resolve([]) });
  });
  afterEach(() => searches.onApplicationShutdown());

  it('ends a search that takes long, as overloaded', async () => {
    const failed: unknown = await searches.prepared('a', 'SELECT pg_sleep(60)', []).catch((error: unknown) => error);
    expect(unavailability(failed)).toBe('overloaded');
  });

  it('serves another workspace during slow searches of the first', async () => {
    const over: string[] = [];
    const search = (workspace: string, sql: string) =>
      searches.prepared(workspace, sql, []).then(() => void over.push(workspace));
    const slow = Array.from({ length: 4 }, () => search('a', 'SELECT pg_sleep(1)'));
    await Promise.all([...slow, search('b', 'SELECT 2')]);
    expect(over.indexOf('b')).toBeLessThan(2);
  });

  it('refuses a search if 500 of the same workspace are waiting', async () => {
    const all = Array.from({ length: 502 }, () => searches.prepared('a', 'SELECT pg_sleep(0.001)', []));
    await expect(all.at(-1)).rejects.toMatchObject({ code: 'overloaded', status: 503, retryAfterSeconds: 2 });
    await Promise.all(all.slice(0, -1));
  });
});
