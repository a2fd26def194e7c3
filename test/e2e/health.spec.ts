import { Readiness } from '../../src/health/readiness';
import { type Parley, startParley } from '../support/parley';

describe('health', () => {
  let parley: Parley;
  beforeAll(async () => {
    parley = await startParley();
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

  it('is not ready while it drains', async () => {
    parley.get(Readiness).drain();
    const reply = await parley.call('GET', '/health/ready');
    expect(reply.body).toMatchObject({ code: 'not_ready', details: [{ code: 'draining' }] });
  });
});
