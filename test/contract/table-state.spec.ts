import { anAccount } from '../factories/account';
import { aCredential } from '../factories/credential';
import { type Parley, startParley } from '../support/parley';
import { tableState } from './table-state';

describe('the state of tables', () => {
  let parley: Parley;
  beforeAll(async () => {
    parley = await startParley();
  });
  afterAll(() => parley.stop());

  it.each([
    ['a counted call', `INSERT INTO rate_limits (key, hits, window_ends_at) VALUES ('a', 1, now())`, []],
    ['an update', 'UPDATE accounts SET name = name', ['accounts']],
    ['a time of last use', 'UPDATE account_credentials SET last_used_at = now()', []],
    ['a delete', 'DELETE FROM account_credentials', ['account_credential_events', 'account_credentials']],
  ])('shows %s where it counts', async (_what, statement, tables) => {
    await aCredential(parley, await anAccount(parley));
    const before = await tableState(parley.database);
    expect(await tableState(parley.database)).toEqual(before);
    await parley.database.query(statement);
    const after = await tableState(parley.database);
    expect(Object.keys(after).filter((table) => after[table] !== before[table])).toEqual(tables);
  });
});
