import { once } from 'node:events';
import { connect } from 'node:net';
import { BackgroundRunner } from '../../src/common/jobs/background-runner';
import { ManagementServer } from '../../src/health/management-server';
import { Readiness } from '../../src/health/readiness';
import { linesOf } from '../support/log-lines';
import { type Parley, startParley } from '../support/parley';

it('stops while clients keep connections open, in any state of their last requests', async () => {
  const parley = await startParley();
  const { port } = new URL(parley.url);
  const sockets = await Promise.all(
    [
      'GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n',
      // Refused before its body has come.
      'GET /health/live HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{',
    ].map(async (text) => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(text);
      await once(socket, 'data');
      return socket;
    }),
  );
  // A connection without a request so far.
  const unused = connect(Number(port), '127.0.0.1');
  await once(unused, 'connect');
  const began = performance.now();
  await parley.stop();
  // By itself, Node waits 75 seconds for the second one, and for ever for the third.
  expect(performance.now() - began).toBeLessThan(60_000);
  for (const socket of [...sockets, unused]) socket.destroy();
}, 100_000);

describe('health', () => {
  let parley: Parley;
  beforeAll(async () => {
    parley = await startParley({ settings: { MANAGEMENT_PORT: '0' } });
  });
  afterAll(() => parley.stop());

  it('is live without a statement', async () => {
    const statements = await parley.statementsOf(async () => {
      expect((await parley.call('GET', '/health/live')).body).toEqual({ status: 'live' });
    });
    expect(statements).toEqual([]);
  });

  it('is ready with the schema of this build', async () => {
    expect((await parley.call('GET', '/health/ready')).body).toEqual({ status: 'ready' });
  });

  it('looks at the database once for all that ask at the same time', async () => {
    const statements = await parley.statementsOf(() =>
      Promise.all(Array.from({ length: 40 }, () => parley.get(Readiness).check())),
    );
    expect(statements).toHaveLength(1);
  });

  it('is not ready with another schema version', async () => {
    const last = `(SELECT max(id) FROM migrations)`;
    const [{ name }] = await parley.database.query<[{ name: string }]>(
      `SELECT name FROM migrations WHERE id = ${last}`,
    );
    await parley.database.query(`UPDATE migrations SET name = 'Other1' WHERE id = ${last}`);
    const reply = await parley.call('GET', '/health/ready');
    await parley.database.query(`UPDATE migrations SET name = $1 WHERE id = ${last}`, [name]);
    expect(reply.status).toBe(503);
    expect(reply.body).toMatchObject({ code: 'not_ready', details: [{ code: 'schema_version' }] });
    expect(reply.headers.get('retry-after')).toBe('5');
  });

  it('is ready with a newer schema, which the next version has migrated during an upgrade', async () => {
    await parley.database.query(
      `INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Newer9999999999999')`,
    );
    const reply = await parley.call('GET', '/health/ready');
    await parley.database.query(`DELETE FROM migrations WHERE name = 'Newer9999999999999'`);
    expect(reply.body).toEqual({ status: 'ready' });
  });

  it('is not live with background work that hangs, and only then', async () => {
    const runner = parley.get(BackgroundRunner);
    const stuck = jest.spyOn(runner, 'stuck', 'get').mockReturnValue(['mail delivery']);
    const replies = [await parley.call('GET', '/health/live'), await management('/health/live')];
    stuck.mockRestore();
    for (const { status, body } of replies) {
      expect(status).toBe(503);
      expect(body).toMatchObject({
        code: 'not_ready',
        details: [{ message: 'background work “mail delivery” is stuck' }],
      });
    }
    expect(await management('/health/live')).toEqual({ status: 200, body: { status: 'live' } });
  });

  it('is also reported on the management port, and nothing else is there', async () => {
    expect(await management('/health/ready')).toEqual({ status: 200, body: { status: 'ready' } });
    for (const path of ['/', '/api/v1/capabilities', '/health/ready/x', '/docs'])
      expect((await management(path)).status).toBe(404);
  });

  it('keeps connections that are idle for longer than proxies do', async () => {
    const { headers } = await parley.call('GET', '/health/live');
    expect([headers.get('connection'), headers.get('keep-alive')]).toEqual(['keep-alive', 'timeout=75']);
  });

  it('is not ready while it drains', async () => {
    const before = linesOf(parley.log).length;
    parley.get(Readiness).drain();
    const reply = await parley.call('GET', '/health/ready');
    expect(reply.body).toMatchObject({ code: 'not_ready', details: [{ code: 'draining' }] });
    const last = await parley.call('GET', '/capabilities');
    expect([last.status, last.headers.get('connection')]).toEqual([200, 'close']);
    expect(await management('/health/ready')).toMatchObject({ status: 503, body: { code: 'not_ready' } });
    // Refused on purpose: no failure in the log, only the line of the request.
    const lines = linesOf(parley.log).slice(before);
    expect(lines.filter(({ status }) => status === 503)).toHaveLength(1);
    expect(lines.filter(({ msg, err }) => msg === 'request failed' || err !== undefined)).toEqual([]);
  });

  async function management(path: string): Promise<{ status: number; body: unknown }> {
    const response = await fetch(`http://127.0.0.1:${parley.get(ManagementServer).port}${path}`);
    const text = await response.text();
    return { status: response.status, body: response.status === 404 ? text : JSON.parse(text) };
  }
});
