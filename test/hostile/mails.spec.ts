import { LinkifyIt } from 'linkify-it';
import { loadSettings } from '../../src/config/load-settings';
import { newId } from '../../src/common/database/uuid';
import { mailboxKey } from '../../src/common/mail/mailbox';
import { anAccount, PASSWORD, type TestAccount } from '../factories/account';
import { aMember } from '../factories/member';
import { as, aWorkspace } from '../factories/workspace';
import type { Reply } from '../support/call';
import { mailsTo } from '../support/mails-to';
import { type Parley, startParley } from '../support/parley';

/** Small, so that the tests are short; that they are on by default is a test of its own. */
const LIMITS = {
  LIMIT_INVITATION_PER_INVITER: '8',
  LIMIT_INVITATION_PER_WORKSPACE: '12',
  LIMIT_INVITATION_PER_RECIPIENT: '5',
  LIMIT_SIGN_UP_MAIL_PER_RECIPIENT: '4',
  LIMIT_RESET_MAIL_PER_RECIPIENT: '3',
};

let parley: Parley;
beforeAll(async () => {
  parley = await startParley({ settings: LIMITS });
});
afterAll(() => parley.stop());

const anAddress = (): string => `${newId()}@example.com`;
const invite = (workspace: { id: string }, by: TestAccount, email: string): Promise<Reply> =>
  parley.call('POST', `/workspaces/${workspace.id}/invitations`, { ...as(by), body: { email, role: 'member' } });
const statuses = (replies: Reply[]): number[] => replies.map(({ status }) => status).sort();
/** What differs between two answers that are alike: nothing but the moment. */
const answerOf = ({ status, headers, text }: Reply): unknown => [
  status,
  text,
  [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)),
];

it('bounds every kind of mail by default', () => {
  const { values } = loadSettings({});
  const limits = Object.keys(LIMITS) as (keyof typeof LIMITS)[];
  for (const name of limits) expect([name, values[name]]).toEqual([name, expect.any(Number)]);
  expect(Math.min(...limits.map((name) => values[name]))).toBeGreaterThan(0);
});

describe('inviteMember', () => {
  it('429 after a few mails to one address, however many are asked for at once, and however it is spelt', async () => {
    const owner = await anAccount(parley);
    const workspace = await aWorkspace(parley, owner);
    const id = newId();
    const spellings = Array.from({ length: 12 }, (_, n) => (n % 2 ? `${id}+${n}@example.com` : `${id}@EXAMPLE.com`));
    const replies = await Promise.all(spellings.map((email) => invite(workspace, owner, email)));
    expect(statuses(replies)).toEqual([201, 201, 201, ...Array.from({ length: 9 }, () => 429)]);
    const refused = replies.find(({ status }) => status === 429);
    expect(refused?.body.code).toBe('rate_limited');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(80_000);
    const mails = (await parley.mails()).filter(({ to }) => to.startsWith(id));
    expect(mails).toHaveLength(3);
  });

  it('429 for one account, for all revocations and workspaces together', async () => {
    const owner = await anAccount(parley);
    const replies: Reply[] = [];
    for (let round = 0; round < 2; round++) {
      const workspace = await aWorkspace(parley, owner);
      for (let count = 0; count < 6; count++) {
        const reply = await invite(workspace, owner, anAddress());
        replies.push(reply);
        const path = `/workspaces/${workspace.id}/invitations/${reply.body.id}`;
        if (reply.status === 201) expect((await parley.call('DELETE', path, as(owner))).status).toBe(200);
      }
    }
    expect(statuses(replies)).toEqual([...Array.from({ length: 8 }, () => 201), 429, 429, 429, 429]);
  });

  it('429 for one workspace, for all inviting members together', async () => {
    const owner = await anAccount(parley);
    const workspace = await aWorkspace(parley, owner);
    const admin = await aMember(parley, workspace, await anAccount(parley), { role: 'admin' });
    const replies: Reply[] = [];
    for (let count = 0; count < 14; count++) {
      replies.push(await invite(workspace, count % 2 ? owner : admin, anAddress()));
    }
    expect(statuses(replies)).toEqual([...Array.from({ length: 12 }, () => 201), 429, 429]);
  });

  it('does not tell what others sent to an address, and sends no more than it may get', async () => {
    const email = anAddress();
    const senders = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const owner = await anAccount(parley);
        return { owner, workspace: await aWorkspace(parley, owner) };
      }),
    );
    const replies: Reply[] = [];
    for (const { owner, workspace } of senders) {
      for (let count = 0; count < 3; count++) replies.push(await invite(workspace, owner, email));
    }
    expect(new Set(statuses(replies))).toEqual(new Set([201]));
    expect(await mailsTo(parley, email)).toHaveLength(5);
    const headersOf = ({ headers }: Reply): string[][] =>
      [...headers].filter(([name]) => !['date', 'x-request-id', 'ratelimit-reset'].includes(name));
    expect(headersOf(replies[8]!)).toEqual(headersOf(replies[2]!));
    expect(Object.keys(replies[8]!.body as object)).toEqual(Object.keys(replies[2]!.body as object));
  });

  it('counts no invitation that it refuses', async () => {
    const owner = await anAccount(parley);
    const workspace = await aWorkspace(parley, owner, { planId: 'free' });
    const replies: Reply[] = [];
    for (let count = 0; count < 10; count++) replies.push(await invite(workspace, owner, owner.email));
    expect(new Set(statuses(replies))).toEqual(new Set([400]));
    expect((await invite(workspace, owner, anAddress())).status).toBe(201);
  });

  it('names the workspace without a link, in one line, in subject and text', async () => {
    const owner = await anAccount(parley);
    const name = 'You won: https://evil.example/win?a=b www.evil.com eve@evil.com';
    const workspace = await aWorkspace(parley, owner, { name });
    const email = anAddress();
    expect((await invite(workspace, owner, email)).status).toBe(201);
    const [mail] = await mailsTo(parley, email);
    const links = new LinkifyIt({ fuzzyIP: true, fuzzyLink: true, fuzzyEmail: true });
    expect(mail?.subject).toMatch(/^You are invited to You won/);
    expect(links.match(mail?.subject ?? '')).toBeNull();
    const linked = (links.match(mail?.text ?? '') ?? []).map(({ text }) => text);
    const accepted = ['accept-as-new', 'accept'].map((path) => `${parley.settings.baseUrl}/invitations/${path}`);
    const page = expect.stringMatching(/\/accept-invitation#token=cm_\w+$/);
    expect(linked).toEqual([page, email, ...accepted]);
  });
});

describe('mails that a stranger can ask for', () => {
  const post = (path: string, body: object): Promise<Reply> => parley.call('POST', `/accounts${path}`, { body });
  const register = (email: string): Promise<Reply> => post('', { email, password: PASSWORD, name: 'Eve' });
  const reset = (email: string): Promise<Reply> => post('/password-reset', { email });

  it('are a few to one mailbox, however it is spelt, and the answers are alike in every header', async () => {
    const id = newId();
    const replies: Reply[] = [];
    for (const spelling of [`${id}@example.com`, `${id}+a@example.com`, `${id}+b@EXAMPLE.com`, `${id}@example.com`]) {
      replies.push(await register(spelling), await register(spelling));
    }
    expect(new Set(replies.map((reply) => JSON.stringify(answerOf(reply)))).size).toBe(1);
    expect((await parley.mails()).filter(({ to }) => to.startsWith(id))).toHaveLength(4);
  });

  it('are a few to a person with an account', async () => {
    const { email } = await anAccount(parley);
    const replies: Reply[] = [];
    for (let count = 0; count < 6; count++) replies.push(await register(email));
    expect(new Set(replies.map((reply) => JSON.stringify(answerOf(reply)))).size).toBe(1);
    expect(await mailsTo(parley, email)).toHaveLength(4);
  });

  it('leave the owner a mail that sets a new password, however many were asked for', async () => {
    const { email } = await anAccount(parley);
    const unknown = anAddress();
    const replies: Reply[] = [];
    for (let count = 0; count < 6; count++) replies.push(await reset(email), await reset(unknown));
    for (let count = 0; count < 6; count++) await register(email);
    expect(new Set(replies.map((reply) => JSON.stringify(answerOf(reply)))).size).toBe(1);
    const mails = (await mailsTo(parley, email)).filter(({ subject }) => /new Parley password/.test(subject));
    expect(mails).toHaveLength(3);
    const body = { token: mails.at(-1)?.token, newPassword: 'a new password of mine' };
    expect((await post('/password-reset/complete', body)).status).toBe(200);
  });

  it.each([
    ['reset', 'password_reset', 3, reset],
    ['sign_up', 'verification', 4, register],
  ] as const)(
    'may be sent again before the last one can no longer be answered: %s',
    async (kind, purpose, sent, ask) => {
      const { email } = await anAccount(parley, { verified: kind !== 'sign_up' });
      for (let count = 0; count < sent + 2; count++) await ask(email);
      const [row] = await parley.database.query<[{ covered: boolean }]>(
        `SELECT window_ends_at <= (
           SELECT expires_at FROM email_tokens WHERE account_id = (SELECT id FROM accounts WHERE email = $1) AND purpose = $2
           ORDER BY expires_at OFFSET $3 - 1 LIMIT 1
         ) AS covered FROM rate_limits WHERE key = $4`,
        [email, purpose, sent, `mail:${kind}:${mailboxKey(email)}`],
      );
      expect(row.covered).toBe(true);
    },
  );

  it('are as many again once the window has ended, and no more', async () => {
    const { email } = await anAccount(parley);
    for (let count = 0; count < 4; count++) await reset(email);
    await parley.database.query('UPDATE rate_limits SET window_ends_at = now() WHERE key = $1', [
      `mail:reset:${mailboxKey(email)}`,
    ]);
    for (let count = 0; count < 4; count++) await reset(email);
    expect(await mailsTo(parley, email)).toHaveLength(6);
  });

  it('cost the same statements whether or not one is sent', async () => {
    const { email } = await anAccount(parley);
    const written = async (to: string): Promise<string[]> =>
      (await parley.statementsOf(() => reset(to))).map((sql) => sql.replace(/(INTO "mail_outbox").*/s, '$1'));
    const sent = await written(email);
    for (let count = 0; count < 4; count++) await reset(email);
    expect(await written(email)).toEqual(sent);
    const counted = (statements: string[]): string[] => statements.filter((sql) => /INTO "?(rate|mail)_/.test(sql));
    expect(counted(await written(anAddress()))).toEqual(counted(sent));
    expect(counted(sent)).toHaveLength(2);
  });
});
