import { AccountPreferencesDto } from '../../src/preferences/preferences.dto';
import { PreferencesService } from '../../src/preferences/preferences.service';
import { anAccount, type TestAccount } from '../factories/account';
import { aCredential } from '../factories/credential';
import { as } from '../factories/workspace';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

const PATH = '/account/preferences';
const DEFAULTS = {
  locale: 'en',
  timezone: 'UTC',
  theme: 'system',
  undoSendSeconds: 10,
  signature: null,
  notifications: {
    newConversation: ['push'],
    assigned: ['push', 'email'],
    customerReply: ['push'],
    slaWarning: ['push'],
    slaBreach: ['push', 'email'],
    quietHours: null,
  },
  console: {
    sendWith: 'mod_enter',
    afterClose: 'next',
    density: 'comfortable',
    shortcuts: true,
    assignOnReply: true,
    sound: 'mine',
  },
  updatedAt: null,
};
const NIGHT = { start: '22:00', end: '07:00' };

describe('account preferences', () => {
  let parley: Parley;
  let account: TestAccount;
  beforeAll(async () => {
    parley = await startParley();
  });
  afterAll(() => parley.stop());
  beforeEach(async () => {
    account = await anAccount(parley);
  });

  const get = (caller: { secret: string } | { cookie: string } = account): Promise<Reply> =>
    parley.call('GET', PATH, as(caller));
  const save = (body: unknown, caller: { secret: string } | { cookie: string } = account): Promise<Reply> =>
    parley.call('PATCH', PATH, { ...as(caller), body });
  const saved = async (body: unknown): Promise<Reply['body']> => {
    const reply = await save(body);
    expect({ status: reply.status, body: reply.text }).toMatchObject({ status: 200 });
    return reply.body;
  };

  describe('getAccountPreferences', () => {
    it('200 with every default where nothing was ever saved, not to be stored', async () => {
      const { status, headers, text } = await get();
      expect(status).toBe(200);
      // As text: the order of the fields is part of it.
      expect(text).toBe(JSON.stringify(DEFAULTS));
      expect(headers.get('cache-control')).toBe('no-store');
    });

    it('200 with what was saved, in the same order of fields', async () => {
      const body = await saved({ theme: 'dark', notifications: { quietHours: NIGHT, assigned: [] } });
      const { text } = await get();
      expect(text).toBe(
        JSON.stringify({
          ...DEFAULTS,
          theme: 'dark',
          notifications: { ...DEFAULTS.notifications, assigned: [], quietHours: NIGHT },
          updatedAt: body.updatedAt,
        }),
      );
    });

    it('200 with one’s own, regardless of other accounts', async () => {
      const other = await anAccount(parley);
      expect((await save({ theme: 'dark' }, other)).status).toBe(200);
      expect((await get()).body).toEqual(DEFAULTS);
      expect((await get(other)).body.theme).toBe('dark');
    });

    it('200 for a credential with inbox:read, 403 for one without', async () => {
      const reader = await aCredential(parley, account, { scopes: ['inbox:read'] });
      const writer = await aCredential(parley, account, { scopes: ['inbox:write'] });
      expect((await get(reader)).body).toEqual(DEFAULTS);
      const { status, body } = await get(writer);
      expect([status, body.code]).toEqual([403, 'scope_missing']);
    });

    it.each(['never', 'once'])(
      'takes two statements, authentication included, with preferences saved %s',
      async (n) => {
        if (n === 'once') await saved({ theme: 'dark' });
        const statements = await parley.statementsOf(() => get());
        expect(statements).toHaveLength(2);
        expect(statements[1]).toContain('FROM "account_preferences"');
      },
    );
  });

  describe('updateAccountPreferences', () => {
    it('200 with the whole document, not to be stored, and the time of the database', async () => {
      const { status, headers, body } = await save({ undoSendSeconds: 0 });
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(body).toEqual({ ...DEFAULTS, undoSendSeconds: 0, updatedAt: expect.any(String) });
      expect(body.updatedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      const [row] = await parley.database.query(
        'SELECT updated_at AS at, clock_timestamp() AS now FROM account_preferences WHERE account_id = $1',
        [account.id],
      );
      expect(row.at.toISOString()).toBe(body.updatedAt);
      expect(row.now.getTime() - row.at.getTime()).toBeLessThan(10_000);
      expect((await saved({ undoSendSeconds: 0 })).updatedAt > body.updatedAt).toBe(true);
    });

    it('200 merges objects, replaces arrays and clears with null', async () => {
      await saved({
        signature: 'Ada',
        locale: 'EN-gb',
        timezone: 'europe/berlin',
        notifications: { quietHours: NIGHT },
      });
      const body = await saved({ notifications: { assigned: ['email'], quietHours: { end: '06:30' } } });
      expect(body).toMatchObject({ signature: 'Ada', locale: 'en-GB', timezone: 'Europe/Berlin' });
      expect(body.notifications).toEqual({
        ...DEFAULTS.notifications,
        assigned: ['email'],
        quietHours: { start: '22:00', end: '06:30' },
      });
      const cleared = await saved({ signature: null, notifications: { quietHours: null } });
      expect([cleared.signature, cleared.notifications.quietHours]).toEqual([null, null]);
      expect(cleared.notifications.assigned).toEqual(['email']);
    });

    it.each([{}, { console: {} }, { notifications: {} }, { notifications: { quietHours: {} } }])(
      '200 with the present state for %j, and nothing is written',
      async (nothing) => {
        expect(await saved(nothing)).toEqual(DEFAULTS);
        const before = await saved({ theme: 'light', notifications: { quietHours: NIGHT } });
        expect(await saved(nothing)).toEqual(before);
      },
    );

    it('200 at every bound', async () => {
      const widest = {
        locale: 'zh-Hant-TW',
        timezone: 'America/Argentina/ComodRivadavia',
        undoSendSeconds: 60,
        signature: '😀'.repeat(2000),
        notifications: {
          newConversation: [],
          assigned: ['email', 'push'],
          customerReply: ['email'],
          slaWarning: ['push'],
          slaBreach: ['push', 'email'],
          quietHours: { start: '23:59', end: '00:00' },
        },
      };
      expect(await saved(widest)).toMatchObject(widest);
      expect((await get()).body).toMatchObject(widest);
      expect(await saved({ signature: '' })).toMatchObject({ signature: '' });
    });

    it.each([
      [{ locale: 'not a language' }, '/locale', 'invalid'],
      [{ locale: null }, '/locale', 'wrong_type'],
      [{ timezone: null }, '/timezone', 'wrong_type'],
      [{ timezone: 'x'.repeat(65) }, '/timezone', 'too_long'],
      [{ theme: 'blue' }, '/theme', 'not_allowed'],
      [{ theme: null }, '/theme', 'not_allowed'],
      [{ undoSendSeconds: -1 }, '/undoSendSeconds', 'too_small'],
      [{ undoSendSeconds: 61 }, '/undoSendSeconds', 'too_large'],
      [{ undoSendSeconds: 1.5 }, '/undoSendSeconds', 'wrong_type'],
      [{ undoSendSeconds: '10' }, '/undoSendSeconds', 'wrong_type'],
      [{ undoSendSeconds: null }, '/undoSendSeconds', 'wrong_type'],
      [{ signature: 7 }, '/signature', 'wrong_type'],
      [{ notifications: null }, '/notifications', 'wrong_type'],
      [{ notifications: [] }, '/notifications', 'wrong_type'],
      [{ notifications: { assigned: null } }, '/notifications/assigned', 'wrong_type'],
      [{ notifications: { assigned: 'push' } }, '/notifications/assigned', 'wrong_type'],
      [{ notifications: { slaBreach: ['sms'] } }, '/notifications/slaBreach', 'not_allowed'],
      [{ notifications: { slaWarning: [['push']] } }, '/notifications/slaWarning', 'not_allowed'],
      [{ notifications: { slaWarning: ['push', 'push'] } }, '/notifications/slaWarning', 'not_unique'],
      [{ notifications: { customerReply: ['push', 'email', 'push'] } }, '/notifications/customerReply', 'too_many'],
      [{ notifications: { quietHours: 'night' } }, '/notifications/quietHours', 'wrong_type'],
      [
        { notifications: { quietHours: { start: '24:00', end: '07:00' } } },
        '/notifications/quietHours/start',
        'invalid',
      ],
      [
        { notifications: { quietHours: { start: '7:00', end: '22:00' } } },
        '/notifications/quietHours/start',
        'invalid',
      ],
      [{ notifications: { quietHours: { start: '07:00', end: '22:60' } } }, '/notifications/quietHours/end', 'invalid'],
      [{ notifications: { quietHours: { start: '07:00', end: null } } }, '/notifications/quietHours/end', 'wrong_type'],
      [{ notifications: { quietHours: { start: '07:00' } } }, '/notifications/quietHours/end', 'required'],
      [{ notifications: { quietHours: { end: '07:00' } } }, '/notifications/quietHours/start', 'required'],
      [{ notifications: { quietHours: { start: '07:00', end: '07:00' } } }, '/notifications/quietHours', 'invalid'],
      [{ updatedAt: '2026-03-01T09:30:00.000Z' }, '/updatedAt', 'unknown_field'],
      [{ notifications: { mention: ['push'] } }, '/notifications/mention', 'unknown_field'],
      [{ notifications: { quietHours: { ...NIGHT, days: [] } } }, '/notifications/quietHours/days', 'unknown_field'],
    ])('400 for %j', async (body, path, code) => {
      const reply = await save({ theme: 'dark', ...body });
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({ code: 'validation_failed' });
      expect(reply.body.details).toEqual([expect.objectContaining({ path, code })]);
      expect((await get()).body).toEqual(DEFAULTS);
    });

    it('400 for a signature of more than 2000 characters', async () => {
      const { status, body } = await save({ signature: 'x'.repeat(2001) });
      expect([status, body.details]).toMatchObject([400, [{ path: '/signature', code: 'too_long' }]]);
    });

    it.each(['Mars/Olympus', '+01:00', 'Europe/Berlin; x', '', 'Europe'])(
      '400 invalid_timezone for %j, and nothing else of the request is saved',
      async (timezone) => {
        const { status, body } = await save({ theme: 'dark', timezone });
        expect(status).toBe(400);
        expect(body).toMatchObject({ code: 'invalid_timezone', details: [{ path: '/timezone' }] });
        expect((await get()).body).toEqual(DEFAULTS);
      },
    );

    it('400 for an end of the quiet hours that makes them empty together with what there is', async () => {
      const before = await saved({ notifications: { quietHours: NIGHT } });
      const { status, body } = await save({ notifications: { quietHours: { end: '22:00' } } });
      expect(status).toBe(400);
      expect(body.details).toMatchObject([{ path: '/notifications/quietHours', code: 'invalid' }]);
      expect((await get()).body).toEqual(before);
    });

    it('200 for a credential with inbox:write, 403 for one without', async () => {
      const writer = await aCredential(parley, account, { scopes: ['inbox:write'] });
      const reader = await aCredential(parley, account, { scopes: ['inbox:read'] });
      expect((await save({ theme: 'dark' }, writer)).body).toMatchObject({ theme: 'dark' });
      const { status, body } = await save({ theme: 'light' }, reader);
      expect([status, body.code]).toEqual([403, 'scope_missing']);
    });

    it('403 for a session from another origin', async () => {
      const { status, body } = await parley.call('PATCH', PATH, {
        cookie: account.cookie,
        origin: 'https://evil.example',
        body: { theme: 'dark' },
      });
      expect([status, body.code]).toEqual([403, 'origin_not_trusted']);
      expect((await get()).body).toEqual(DEFAULTS);
    });

    it('takes seven statements, with the transaction’s own, authentication and the audit log, the first time as later', async () => {
      for (const theme of ['dark', 'light']) {
        const statements = await parley.statementsOf(() => save({ theme, notifications: { quietHours: NIGHT } }));
        expect(statements.map((sql) => sql.trim().split(/\s/)[0])).toEqual([
          'SELECT',
          'START',
          'INSERT',
          'SELECT',
          'UPDATE',
          'INSERT',
          'COMMIT',
        ]);
      }
      expect(await parley.statementsOf(() => save({}))).toHaveLength(5);
    });

    it('is available to other features', async () => {
      const preferences = parley.get(PreferencesService);
      expect(AccountPreferencesDto.from(await preferences.get(account.id))).toEqual(DEFAULTS);
      const body = await saved({ undoSendSeconds: 25 });
      expect(AccountPreferencesDto.from(await preferences.get(account.id))).toEqual(body);
    });
  });
});
