import { randomUUID } from 'node:crypto';
import type { Reply } from '../support/call';
import { mailsTo, type ReceivedMail } from '../support/mails-to';
import { type Parley, startParley } from '../support/parley';

const OWN = { password: 'password of the owner', name: 'Ada' };
const STRANGE = { password: 'password of the stranger', name: 'Eve' };

const NOT_SIGNED_IN = { status: 0, cookie: '' };

let parley: Parley;
beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());

const post = (path: string, body: object): Promise<Reply> => parley.call('POST', path, { body });
const anEmail = (): string => `${randomUUID()}@example.com`;

async function signIn(email: string, password: string): Promise<{ status: number; cookie: string }> {
  const { status, headers } = await post('/sessions', { email, password });
  return { status, cookie: /parley_session=(\w+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '' };
}

/** An action for an address. */
const steps = {
  'the owner registers': (email: string) => post('/accounts', { email, ...OWN }),
  'the stranger registers': (email: string) => post('/accounts', { email, ...STRANGE }),
  'the owner asks for the mail again': (email: string) =>
    post('/accounts/verification', { email, password: OWN.password }),
  'the stranger asks for the mail again': (email: string) =>
    post('/accounts/verification', { email, password: STRANGE.password }),
  'a request for a mail': (email: string) => post('/accounts/verification', { email }),
} as const;
type Step = keyof typeof steps;

/** Both register, and another mail is requested between or after these: every order. */
const orders: Step[][] = (['the owner', 'the stranger'] as const).flatMap((first) => {
  const registers: Step[] = [
    `${first} registers`,
    first === 'the owner' ? 'the stranger registers' : 'the owner registers',
  ];
  const again = (Object.keys(steps) as Step[]).filter((step) => !step.endsWith('registers'));
  return [
    registers,
    ...again.flatMap((step) => [1, 2].map((at) => [...registers.slice(0, at), step, ...registers.slice(at)])),
  ];
});

/** The stranger does all that they can between the steps; the owner reads their mails. */
async function play(order: readonly Step[]) {
  const email = anEmail();
  const strangersCookies: string[] = [];
  for (const step of order) {
    expect((await steps[step](email)).status).toBe(202);
    const { status, cookie } =
      step === 'the stranger registers' ? await signIn(email, STRANGE.password) : NOT_SIGNED_IN;
    if (status === 201) strangersCookies.push(cookie);
  }
  return { email, strangersCookies, mails: await mailsTo(parley, email) };
}

const isOwn = ({ text }: ReceivedMail): boolean => text.includes(`“${OWN.name}”`);

/** What the owner does with a mail: only what it says is theirs is confirmed. */
async function answer(mail: ReceivedMail): Promise<Reply> {
  const { token } = mail;
  if (isOwn(mail)) return post('/accounts/verify', { token, password: OWN.password });
  // A person who overlooks that it is not theirs is not harmed either.
  expect((await post('/accounts/verify', { token, password: OWN.password })).status).not.toBe(200);
  return post('/accounts/verify', { token, newPassword: OWN.password, name: OWN.name });
}

describe('an address that a stranger registers too', () => {
  it.each(orders.map((order) => [order.join(', '), order] as const))(
    'is its owner’s after: %s',
    async (_name, order) => {
      for (let chosen = 0; chosen < order.length; chosen++) {
        const { email, mails, strangersCookies } = await play(order);
        expect(mails).toHaveLength(order.length);
        const verified = await answer(mails[chosen]!);
        expect([verified.status, verified.body.name, verified.body.emailVerified]).toEqual([200, 'Ada', true]);

        // Nothing of the stranger's works, now or later.
        for (const { token } of mails) {
          for (const rest of [
            { password: STRANGE.password },
            { password: OWN.password },
            { newPassword: STRANGE.password },
          ]) {
            expect((await post('/accounts/verify', { token, ...rest })).status).toBe(400);
          }
        }
        if (chosen === 0) await steps['the stranger asks for the mail again'](email);
        await steps['the stranger registers'](email);
        expect((await signIn(email, STRANGE.password)).status).toBe(401);
        for (const cookie of strangersCookies) {
          expect((await parley.call('GET', '/account', { cookie })).status).toBe(401);
        }
        expect((await mailsTo(parley, email)).slice(mails.length).map(({ token }) => token)).toEqual(['']);
        const { cookie } = await signIn(email, OWN.password);
        expect((await parley.call('GET', '/account', { cookie })).body).toEqual(verified.body);
      }
    },
  );

  it('leaves no row of what was there before', async () => {
    const { email, mails } = await play(['the stranger registers', 'the owner registers']);
    const [before] = await parley.database.query<[{ id: string }]>('SELECT id FROM accounts WHERE email = $1', [email]);
    const { id } = (await answer(mails.find(isOwn)!)).body as { id: string };
    expect(id).not.toBe(before.id);
    const tables = ['sessions', 'account_addresses', 'local_identities', 'email_tokens', 'registrations'];
    for (const table of tables) {
      const rows = await parley.database.query<unknown[]>(`SELECT FROM ${table} WHERE account_id = $1`, [before.id]);
      expect([table, rows.length]).toEqual([table, 0]);
    }
  });

  it('goes to its owner by a forgotten password as well, without the stranger’s name', async () => {
    const { email, strangersCookies } = await play(['the stranger registers']);
    await post('/accounts/password-reset', { email });
    const { token } = (await mailsTo(parley, email)).at(-1)!;
    const reply = await post('/accounts/password-reset/complete', { token, newPassword: OWN.password });
    expect(reply.body).toMatchObject({ name: email.split('@')[0], emailVerified: true });
    expect((await parley.call('GET', '/account', { cookie: strangersCookies[0] })).status).toBe(401);
    expect((await signIn(email, STRANGE.password)).status).toBe(401);
    expect((await signIn(email, OWN.password)).status).toBe(201);
  });
});

describe('a flood of registrations', () => {
  it('pushes out neither the owner’s mail nor their registration', async () => {
    const email = anEmail();
    await post('/accounts', { email, ...OWN });
    for (let n = 0; n < 12; n++) await post('/accounts', { email, ...STRANGE });
    await post('/accounts/verification', { email, password: OWN.password });
    const own = (await mailsTo(parley, email)).filter(isOwn);
    expect(own).toHaveLength(2);
    for (const { text } of own.slice(1)) expect(text).toContain('There are 5 open registrations of this address');
    expect((await answer(own[0]!)).body).toMatchObject({ name: 'Ada', emailVerified: true });
  });

  it('before the owner’s leaves them a mail of no registration, and is bounded', async () => {
    const email = anEmail();
    for (let n = 0; n < 12; n++) await post('/accounts', { email, ...STRANGE });
    await post('/accounts', { email, ...OWN });
    const rows = await parley.database.query<unknown[]>(
      'SELECT FROM registrations WHERE account_id = (SELECT id FROM accounts WHERE email = $1)',
      [email],
    );
    expect(rows).toHaveLength(5);
    const mail = (await mailsTo(parley, email)).at(-1)!;
    expect(mail.text).toContain('This email does not belong to a registration.');
    expect(mail.text).not.toMatch(/Ada|Eve/);
    expect((await answer(mail)).body).toMatchObject({ name: 'Ada', emailVerified: true });
    expect((await signIn(email, OWN.password)).status).toBe(201);
    expect((await signIn(email, STRANGE.password)).status).toBe(401);
  });
});

describe('a mail of a registration', () => {
  it('says which: the name, of which no link is left, and the minute', async () => {
    const email = anEmail();
    const name = 'You won! https://evil.example/now call +1 800 555 0100 “';
    await post('/accounts', { email, ...STRANGE, name });
    const [mail] = await mailsTo(parley, email);
    expect(mail?.text).toContain("name  “You won! https: / / evil. example/ now call … '”");
    const minutes = [0, 60_000].map((ago) => new Date(Date.now() - ago).toISOString().slice(0, 16).replace('T', ' '));
    expect(minutes.map((minute) => `time  ${minute} UTC`)).toContainEqual(/time {2}.*UTC/.exec(mail?.text ?? '')?.[0]);
    expect(mail?.text).not.toContain('open registrations');
    await post('/accounts', { email, ...OWN });
    expect((await mailsTo(parley, email)).at(-1)?.text).toContain(
      'There are 2 open registrations of this address, each with its own email, and some may not be yours.\n' +
        'Use only the email of the registration you made.',
    );
  });
});
