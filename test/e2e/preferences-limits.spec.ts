import { anAccount, type TestAccount } from '../factories/account';
import { aCredential } from '../factories/credential';
import { as } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';

const PATH = '/account/preferences';

describe('the table of account preferences', () => {
  let parley: Parley;
  let account: TestAccount;
  beforeAll(async () => {
    parley = await startParley();
    account = await anAccount(parley);
    const body = { signature: 'Ada', notifications: { quietHours: { start: '22:00', end: '07:00' } } };
    expect((await parley.call('PATCH', PATH, { ...as(account), body })).status).toBe(200);
  });
  afterAll(() => parley.stop());

  it.each([
    [`locale = 'Not a language'`],
    [`locale = 'en-${'a'.repeat(62)}'`],
    [`timezone = '+01:00'`],
    [`timezone = '${'x'.repeat(65)}'`],
    [`theme = 'blue'`],
    ['undo_send_seconds = -1'],
    ['undo_send_seconds = 61'],
    [`signature = repeat('x', 2001)`],
    [`new_conversation = '{push,push}'`],
    [`assigned = '{sms}'`],
    [`customer_reply = '{push,email,push}'`],
    [`sla_warning = '{NULL}'`],
    [`sla_breach = '{{push}}'`],
    [`quiet_hours_start = '24:00'`],
    [`quiet_hours_end = '7:00'`],
    [`send_with = 'shift_enter'`],
    [`after_close = 'away'`],
    [`density = 'tiny'`],
    [`sound = 'loud'`],
    ['quiet_hours_start = NULL'],
    ['quiet_hours_end = quiet_hours_start'],
  ])('has no row with %s', async (change) => {
    const update = parley.database.query(`UPDATE account_preferences SET ${change} WHERE account_id = $1`, [
      account.id,
    ]);
    await expect(update).rejects.toMatchObject({ driverError: { code: '23514' } });
  });
});

describe('the limit of account preferences', () => {
  it('429 after too many reads and changes of one user, for all of their callers', async () => {
    const parley = await startParley({ settings: { LIMIT_LIST_PER_USER: '3' } });
    try {
      const account = await anAccount(parley);
      const { secret } = await aCredential(parley, account);
      await parley.database.query('TRUNCATE rate_limits');
      const read = () => parley.call('GET', PATH, { token: secret });
      const change = () => parley.call('PATCH', PATH, { ...as(account), body: { theme: 'dark' } });
      expect((await read()).headers.get('ratelimit-remaining')).toBe('2');
      expect((await change()).status).toBe(200);
      expect((await change()).status).toBe(200);
      for (const { status, body, headers } of [await read(), await change()]) {
        expect([status, body.code]).toEqual([429, 'rate_limited']);
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect((await parley.call('GET', PATH, as(await anAccount(parley)))).status).toBe(200);
    } finally {
      await parley.stop();
    }
  });
});
