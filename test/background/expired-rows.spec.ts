import { ExpiredRows } from '../../src/common/jobs/expired-rows';
import { type Parley, startParley } from '../support/parley';

describe('expired rows', () => {
  let parley: Parley;
  beforeAll(async () => {
    parley = await startParley();
  });
  afterAll(() => parley.stop());

  it('go where they can, also where those of another table cannot', async () => {
    const { database } = parley;
    await database.query(
      `INSERT INTO rate_limits (key, hits, window_ends_at) VALUES ('old', 1, now() - interval '1 day')`,
    );
    await database.query('ALTER TABLE chat_turns RENAME COLUMN request_id TO elsewhere');
    await expect(parley.get(ExpiredRows).runOnce()).resolves.toBe(true);
    await database.query('ALTER TABLE chat_turns RENAME COLUMN elsewhere TO request_id');
    expect(await database.query(`SELECT key FROM rate_limits WHERE key = 'old'`)).toEqual([]);
  });
});
