import { createServer, type Server, type Socket, type AddressInfo } from 'node:net';
import { Pool, type PoolConfig } from 'pg';
import { DataSource } from 'typeorm';
import { serverUrl } from '../../../test/support/database/test-server';
import { unavailability } from './unavailable';

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown');
}

async function errorOfQuery(config: PoolConfig, sql: string): Promise<unknown> {
  const pool = new Pool(config);
  pool.on('error', () => {});
  try {
    return await errorOf(pool.query(sql));
  } finally {
    await pool.end();
  }
}

describe('unavailability', () => {
  const connectionString = serverUrl();

  it('is overloaded if the server cancels a statement after its timeout', async () => {
    const error = await errorOfQuery({ connectionString, statement_timeout: 50 }, 'SELECT pg_sleep(20)');
    expect([(error as { code: string }).code, unavailability(error)]).toEqual(['57014', 'overloaded']);
  });

  it('is overloaded if the client gives up on a statement, also with TypeORM', async () => {
    const source = new DataSource({ type: 'postgres', url: connectionString, extra: { query_timeout: 2_000 } });
    await source.initialize();
    const error = await errorOf(source.query('SELECT pg_sleep(20)'));
    expect([(error as Error).name, unavailability(error)]).toEqual(['QueryFailedError', 'overloaded']);
    await source.destroy();
  });

  it('is overloaded if no connection of the pool is free in time', async () => {
    const pool = new Pool({ connectionString, max: 1, connectionTimeoutMillis: 3_000 });
    const taken = await pool.connect();
    expect(unavailability(await errorOf(pool.connect()))).toBe('overloaded');
    taken.release();
    await pool.end();
  });

  it('is away without a listener, at an address, at a name of several addresses and at a socket file', async () => {
    for (const host of ['127.0.0.1', 'localhost', '/nowhere']) {
      expect([host, unavailability(await errorOfQuery({ host, port: 1 }, 'SELECT 1'))]).toEqual([host, 'away']);
    }
  });

  it('is away if a name cannot be resolved', async () => {
    expect(unavailability(await errorOfQuery({ host: 'database.invalid' }, 'SELECT 1'))).toBe('away');
  });

  it('is away if the database or the user does not exist', async () => {
    const url = new URL(connectionString);
    url.pathname = '/no_such_database';
    expect(unavailability(await errorOfQuery({ connectionString: url.href }, 'SELECT 1'))).toBe('away');
  });

  it('is away if the server closes the connection', async () => {
    const pool = new Pool({ connectionString });
    pool.on('error', () => {});
    const client = await pool.connect();
    client.on('error', () => {});
    const ended = errorOf(client.query('SELECT pg_terminate_backend(pg_backend_pid())'));
    expect(unavailability(await ended)).toBe('away');
    expect(unavailability(await errorOf(client.query('SELECT 1')))).toBe('away');
    client.release(true);
    await pool.end();
  });

  describe('at a server that does not respond', () => {
    const sockets: Socket[] = [];
    let server: Server;
    beforeAll(async () => {
      server = createServer((socket) => void sockets.push(socket.on('error', () => {})));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    });
    afterAll(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });

    it('is away', async () => {
      const { port } = server.address() as AddressInfo;
      const error = await errorOfQuery({ host: '127.0.0.1', port, connectionTimeoutMillis: 100 }, 'SELECT 1');
      expect(unavailability(error)).toBe('away');
    });
  });

  it('is found among the causes of an error', () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    expect(unavailability(new Error('No mail.', { cause: new AggregateError([refused]) }))).toBe('away');
  });

  it.each(['SELECT nothing', 'SELECT 1 / 0'])('is none for %s', async (sql) => {
    expect(unavailability(await errorOfQuery({ connectionString }, sql))).toBeNull();
  });

  it('is none for other errors, and for circular causes', () => {
    const round = new Error('round');
    round.cause = round;
    const missing = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' });
    for (const thrown of [null, 'ECONNREFUSED', new Error('other'), missing, round]) {
      expect(unavailability(thrown)).toBeNull();
    }
  });
});
