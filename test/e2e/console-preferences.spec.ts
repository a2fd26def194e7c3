import { anAccount, type TestAccount } from '../factories/account';
import { aCredential } from '../factories/credential';
import { as } from '../factories/workspace';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

const PATH = '/account/preferences';
const DEFAULTS = {
  sendWith: 'mod_enter',
  afterClose: 'next',
  density: 'comfortable',
  shortcuts: true,
  assignOnReply: true,
  sound: 'mine',
};
const NIGHT = { start: '22:00', end: '07:00' };

describe('preferences of the console', () => {
  let parley: Parley;
  let account: TestAccount;
  beforeAll(async () => {
    parley = await startParley();
  });
  afterAll(() => parley.stop());
  beforeEach(async () => {
    account = await anAccount(parley);
  });

  const shown = async (of = account): Promise<unknown> => (await parley.call('GET', PATH, as(of))).body.console;
  const save = (body: unknown, of = account): Promise<Reply> => parley.call('PATCH', PATH, { ...as(of), body });
  const saved = async (body: unknown): Promise<unknown> => {
    const reply = await save(body);
    expect([reply.status, reply.text]).toEqual([200, expect.any(String)]);
    return reply.body.console;
  };

  it('change field by field', async () => {
    const chosen = {
      sendWith: 'enter',
      afterClose: 'list',
      density: 'compact',
      shortcuts: false,
      assignOnReply: false,
      sound: 'off',
    };
    expect(await shown()).toEqual(DEFAULTS);
    expect(await saved({ console: chosen })).toEqual(chosen);
    const next = { ...chosen, afterClose: 'stay', sound: 'all' };
    expect(await saved({ console: { afterClose: 'stay', sound: 'all' }, theme: 'dark' })).toEqual(next);
    expect(await saved({ undoSendSeconds: 5 })).toEqual(next);
    expect(await saved({ console: { shortcuts: true } })).toEqual({ ...next, shortcuts: true });
    expect(await shown()).toEqual({ ...next, shortcuts: true });
  });

  it('are those of one account', async () => {
    const other = await anAccount(parley);
    expect((await save({ console: { sound: 'off' } }, other)).status).toBe(200);
    expect(await saved({ console: { density: 'compact' } })).toEqual({ ...DEFAULTS, density: 'compact' });
    expect(await shown(other)).toEqual({ ...DEFAULTS, sound: 'off' });
  });

  it('have their defaults in a row that the version before writes', async () => {
    await parley.database.query(
      `INSERT INTO account_preferences (account_id, locale, timezone, theme, undo_send_seconds, new_conversation,
         assigned, customer_reply, sla_warning, sla_breach)
       VALUES ($1, 'en', 'UTC', 'dark', 10, '{}', '{}', '{}', '{}', '{}')`,
      [account.id],
    );
    expect(await shown()).toEqual(DEFAULTS);
  });

  it('stand in the activity of the account with the values before', async () => {
    await saved({ notifications: { quietHours: NIGHT } });
    await saved({
      console: { sound: 'off', density: 'compact' },
      notifications: { assigned: [], quietHours: { end: '06:30' } },
    });
    const token = (await aCredential(parley, account, { scopes: ['credentials:read'] })).secret;
    const { body } = await parley.call('GET', '/account/activity', { token });
    const entries = body.entries as { operationId: string; changes: unknown }[];
    const newest = entries.find(({ operationId }) => operationId === 'updateAccountPreferences');
    expect(newest?.changes).toEqual([
      {
        field: 'notifications',
        before: { assigned: ['push', 'email'], quietHours: NIGHT },
        after: { assigned: [], quietHours: { end: '06:30' } },
        redacted: false,
      },
      {
        field: 'console',
        before: { sound: 'mine', density: 'comfortable' },
        after: { sound: 'off', density: 'compact' },
        redacted: false,
      },
    ]);
  });

  it.each([
    [null, '/console', 'wrong_type'],
    [{ sendWith: 'shift_enter' }, '/console/sendWith', 'not_allowed'],
    [{ afterClose: null }, '/console/afterClose', 'not_allowed'],
    [{ density: 'tiny' }, '/console/density', 'not_allowed'],
    [{ shortcuts: 'yes' }, '/console/shortcuts', 'wrong_type'],
    [{ assignOnReply: null }, '/console/assignOnReply', 'wrong_type'],
    [{ sound: true }, '/console/sound', 'not_allowed'],
    [{ theme: 'dark' }, '/console/theme', 'unknown_field'],
  ])('400 for %j', async (console, path, code) => {
    const { status, body } = await save({ theme: 'dark', console });
    expect([status, body.details]).toMatchObject([400, [{ path, code }]]);
    expect(await shown()).toEqual(DEFAULTS);
  });
});
