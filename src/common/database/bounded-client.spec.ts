import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { Pool } from 'pg';
import { FakePostgres, letsIn, refuses } from '../../../test/support/fake-postgres';
import { serverUrl } from '../../../test/support/database/test-server';
import { BoundedClient } from './bounded-client';
import { SidePool } from './side-pool';

describe('a statement that does not end', () => {
  let pool: Pool;
  beforeEach(() => {
    // Configured like TypeORM's pool, with shorter timeouts.
    pool = new Pool({ connectionString: serverUrl(), max: 1, query_timeout: 300, Client: BoundedClient });
    pool.on('error', () => {});
  });
  afterEach(() => pool.end());

  it('is canceled together with its connection, and the next statement gets another one', async () => {
    const client = await pool.connect();
    client.on('error', () => {});
    await expect(client.query('SELECT pg_sleep(20)')).rejects.toThrow('Query read timeout');
    client.release();
    expect((await pool.query<{ one: number }>('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('does not close the connection if it only fails', async () => {
    const client = await pool.connect();
    const pid = async () => (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows;
    const before = await pid();
    await expect(client.query('SELECT nothing')).rejects.toThrow('does not exist');
    expect(await pid()).toEqual(before);
    client.release();
  });
});

describe('a server that takes connections and never answers', () => {
  let server: Server;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    server = createServer((socket) => void sockets.push(socket.on('error', () => {})));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it('times out in the side pool', async () => {
    const side = new SidePool(`postgres://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/none`);
    await expect(side.query('SELECT 1', [])).rejects.toThrow(/timeout/i);
    await side.onApplicationShutdown();
  });
});

describe('a server that ends', () => {
  it('does not end the process, even if it accepts a connection and closes it at once', async () => {
    const goodBye = refuses('57P01', 'terminating connection due to administrator command');
    const server = await FakePostgres.start((message) =>
      message.includes('user') ? Buffer.concat([letsIn, goodBye]) : null,
    );
    const connectionString = `postgres://nobody@${server.place}/none`;
    const pool = new Pool({ connectionString, Client: BoundedClient });
    pool.on('error', () => {});
    const client = await pool.connect();
    await expect(client.query('SELECT 1')).rejects.toThrow();
    client.release(true);
    server.stop();
    await pool.end();
  });
});
