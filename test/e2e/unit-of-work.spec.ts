import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { type Parley, startParley } from '../support/parley';

describe('UnitOfWork.query', () => {
  let parley: Parley;
  let work: UnitOfWork;
  beforeAll(async () => {
    parley = await startParley();
    work = parley.get(UnitOfWork);
    await work.query('CREATE TABLE things (id integer, tags text[])');
  });
  afterAll(() => parley.stop());

  it('gives the rows of every kind of statement in one form', async () => {
    const rows = [
      await work.query(`INSERT INTO things VALUES (1, '{a}'), (2, '{}') RETURNING id`),
      await work.query('SELECT id FROM things ORDER BY id'),
      await work.query('UPDATE things SET tags = NULL RETURNING id'),
      await work.run(() => work.query('DELETE FROM things RETURNING id')),
    ];
    expect(rows).toEqual(Array.from({ length: 4 }, () => [{ id: 1 }, { id: 2 }]));
    expect(await work.query('UPDATE things SET id = 1')).toEqual([]);
    expect(await work.query('DELETE FROM things RETURNING id')).toEqual([]);
  });

  it('is bounded in time', async () => {
    expect(await work.query('SHOW statement_timeout')).toEqual([{ statement_timeout: '30s' }]);
    expect(await work.run(() => work.query('SHOW statement_timeout'))).toEqual([{ statement_timeout: '30s' }]);
  });
});
