import fc from 'fast-check';
import { anAccount, type TestAccount } from '../factories/account';
import { as } from '../factories/workspace';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

const RUNS = Number(process.env['RUNS'] ?? 20);
const ROUNDS = Number(process.env['ROUNDS'] ?? 8);
/** The same stories every time, so that a red run is about the change; another seed explores. */
const SEED = Number(process.env['SEED'] ?? 20_261_121);
const EVENTS = ['newConversation', 'assigned', 'customerReply', 'slaWarning', 'slaBreach'] as const;

interface Hours {
  start?: string;
  end?: string;
}
interface Patch {
  notifications?: { quietHours?: Hours | null; [event: string]: unknown };
  console?: Record<string, unknown>;
  [field: string]: unknown;
}
type Document = Record<string, unknown> & {
  notifications: Record<string, unknown> & { quietHours: Hours | null };
  console: Record<string, unknown>;
};

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const channels = fc.shuffledSubarray(['push', 'email']);
/** Few times, so that start and end are the same now and then. */
const clockTime = fc.constantFrom('00:00', '07:00', '22:00', '23:59');
const quietHours = fc.option(fc.record({ start: maybe(clockTime), end: maybe(clockTime) }), { freq: 3 });
const patch: fc.Arbitrary<Patch> = fc.record({
  locale: maybe(fc.constantFrom('en', 'en-GB', 'de', 'zh-Hant-TW')),
  timezone: maybe(fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Calcutta', 'America/New_York')),
  theme: maybe(fc.constantFrom('system', 'light', 'dark')),
  undoSendSeconds: maybe(fc.integer({ min: 0, max: 60 })),
  signature: maybe(fc.option(fc.string({ unit: 'binary', maxLength: 30 }).filter((text) => !text.includes('\0')))),
  notifications: maybe(
    fc.record({
      ...Object.fromEntries(EVENTS.map((event) => [event, maybe(channels)])),
      quietHours: maybe(quietHours),
    }),
  ),
  console: maybe(
    fc.record({
      sendWith: maybe(fc.constantFrom('mod_enter', 'enter')),
      afterClose: maybe(fc.constantFrom('next', 'stay', 'list')),
      density: maybe(fc.constantFrom('comfortable', 'compact')),
      shortcuts: maybe(fc.boolean()),
      assignOnReply: maybe(fc.boolean()),
      sound: maybe(fc.constantFrom('off', 'mine', 'all')),
    }),
  ),
});

/** The document after the patch (RFC 7396, but that null is a value); null where it is to be refused. */
function after(document: Document, change: Patch): Document | null {
  const { notifications = {}, console: ofConsole = {}, ...plain } = defined(change);
  const { quietHours: hours, ...lists } = defined(notifications);
  const present = document.notifications.quietHours;
  const next = hours && Object.keys(defined(hours)).length > 0 ? { ...present, ...defined(hours) } : present;
  if (next && (!next.start || !next.end || next.start === next.end)) return null;
  return {
    ...document,
    ...plain,
    notifications: { ...document.notifications, ...lists, quietHours: hours === null ? null : next },
    console: { ...document.console, ...ofConsole },
  };
}

/** What is sent: JSON knows no `undefined`. */
function defined<T extends object>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** Each of these changes something that no other does; together they change everything. */
const DIFFERENT_FIELDS: Patch[] = [
  { locale: 'fr-CA' },
  { timezone: 'Asia/Tokyo' },
  { theme: 'dark' },
  { undoSendSeconds: 42 },
  { signature: 'Ada Lovelace' },
  ...EVENTS.map((event) => ({ notifications: { [event]: ['email'] } })),
  { notifications: { quietHours: { start: '21:30', end: '06:15' } } },
  { console: { sendWith: 'enter' } },
  { console: { afterClose: 'list', density: 'compact' } },
  { console: { shortcuts: false, assignOnReply: false, sound: 'all' } },
];

let parley: Parley;
beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());

const get = async (account: TestAccount): Promise<Document> =>
  (await parley.call('GET', '/account/preferences', as(account))).body as Document;
const save = (account: TestAccount, body: Patch): Promise<Reply> =>
  parley.call('PATCH', '/account/preferences', { ...as(account), body });

describe('account preferences', () => {
  it('equal the model, after any changes', async () => {
    const outcomes: Record<number, number> = {};
    const account = await anAccount(parley);
    const initial = await get(account);
    await fc.assert(
      fc.asyncProperty(fc.array(patch, { minLength: 1, maxLength: 8 }), async (story) => {
        await parley.database.query('DELETE FROM account_preferences WHERE account_id = $1', [account.id]);
        let model = initial;
        for (const change of story) {
          const expected = after(model, change);
          const { status, body } = await save(account, change);
          expect({ change, status }).toEqual({ change, status: expected ? 200 : 400 });
          model = expected ?? model;
          if (expected) expect(body).toEqual({ ...expected, updatedAt: body.updatedAt });
          outcomes[status] = (outcomes[status] ?? 0) + 1;
        }
        const found = await get(account);
        expect(found).toEqual({ ...model, updatedAt: found['updatedAt'] });
      }),
      { numRuns: RUNS, seed: SEED },
    );
    console.log(`account preferences against their model: n=${RUNS} stories, SEED=${SEED}:`, outcomes);
    // Both kinds of outcome, or the stories have nothing to tell.
    expect(Object.keys(outcomes)).toEqual(['200', '400']);
  }, 240_000);

  it.each(['the first ones', 'later ones'])(
    'lose no change of many at once: %s',
    async (which) => {
      console.log(`account preferences, ${which} at once: n=${ROUNDS} rounds of ${DIFFERENT_FIELDS.length} changes`);
      const account = await anAccount(parley);
      const initial = await get(account);
      const all = DIFFERENT_FIELDS.reduce<Document>((document, change) => after(document, change) ?? document, initial);
      for (let round = 0; round < ROUNDS; round++) {
        await parley.database.query('DELETE FROM account_preferences WHERE account_id = $1', [account.id]);
        if (which === 'later ones') expect((await save(account, { locale: 'en', theme: 'light' })).status).toBe(200);
        const replies = await Promise.all(DIFFERENT_FIELDS.map((change) => save(account, change)));
        expect(replies.map(({ status }) => status)).toEqual(DIFFERENT_FIELDS.map(() => 200));
        const found = await get(account);
        expect({ round, found }).toEqual({ round, found: { ...all, updatedAt: found['updatedAt'] } });
        // The last writer got the final state, and no time is later than theirs.
        const times = replies.map(({ body }) => body.updatedAt as string).sort();
        expect(found['updatedAt']).toBe(times.at(-1));
      }
    },
    240_000,
  );
});
