import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { type Parley, startParley } from '../support/parley';

const INSERT = `INSERT INTO rate_limits (key, hits, window_ends_at) VALUES ($1, 1, now()) RETURNING key`;
const COUNT = 'SELECT count(*)::int AS rows FROM rate_limits WHERE key = $1';

describe('prepared statements', () => {
  let parley: Parley;
  let work: UnitOfWork;

  beforeAll(async () => {
    parley = await startParley();
    work = parley.get(UnitOfWork);
  });
  afterAll(() => parley.stop());

  const rows = async (key: string): Promise<number | undefined> => {
    const [row] = await work.prepared<{ rows: number }>(COUNT, [key]);
    return row?.rows;
  };

  it('belong to the running transaction: what is rolled back is gone, and was visible only inside', async () => {
    const seen: unknown[] = [];
    const failing = work.run(async () => {
      await work.prepared(INSERT, ['rolled-back']);
      seen.push(await rows('rolled-back'));
      throw new Error('roll back');
    });

    await expect(failing).rejects.toThrow('roll back');
    expect(seen).toEqual([1]);
    expect(await rows('rolled-back')).toBe(0);
  });

  it('are prepared once on a connection, however often they run', async () => {
    const prepared = await work.run(async () => {
      for (let time = 0; time < 7; time++) await rows('again');
      return work.query<{ statement: string }>('SELECT statement FROM pg_prepared_statements WHERE statement = $1', [
        COUNT,
      ]);
    });

    expect(prepared).toHaveLength(1);
  });

  it('are counted like all others', async () => {
    expect(await parley.statementsOf(() => rows('counted'))).toEqual([COUNT]);
  });

  it('tell what PostgreSQL said where they fail, and leave the connection usable', async () => {
    await work.prepared(INSERT, ['twice']);
    await expect(work.prepared(INSERT, ['twice'])).rejects.toMatchObject({ code: '23505' });
    expect(await rows('twice')).toBe(1);
  });
});
