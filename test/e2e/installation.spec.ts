import { newId } from '../../src/common/database/uuid';
import { announceSetUp } from '../../src/set-up-notice';
import { SetUpOperatorService } from '../../src/workspaces/installation/set-up-operator.service';
import { SetupCodesRepository } from '../../src/workspaces/installation/setup-codes.repository';
import { anAccount, PASSWORD } from '../factories/account';
import type { Reply } from '../support/call';
import { lastTokenTo } from '../support/mails-to';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(() => parley.database.query('TRUNCATE accounts, setup_codes CASCADE'));

const issue = async (): Promise<string> => {
  const code = (await parley.get(SetUpOperatorService).issueCode()) ?? 'none';
  parley.guard(code);
  return code;
};
const setUp = (
  code: string,
  body: object = {},
  headers: Record<string, string> = {},
  at: Parley = parley,
): Promise<Reply> =>
  at.call('POST', '/installation/setup', {
    body: { code, email: 'ada@example.com', name: 'Ada', password: PASSWORD, workspaceName: 'Acme', ...body },
    headers,
  });
const state = async (): Promise<unknown> => (await parley.call('GET', '/installation')).body;
const codeOf = ({ status, body }: Reply): [number, unknown] => [status, body.code];
const cookieOf = (reply: Reply): string =>
  /^parley_session=(cs_\w{49});/.exec(reply.headers.get('set-cookie') ?? '')?.[1] ?? 'no cookie';

describe('getInstallation', () => {
  it('200 needs the set-up until an account is verified', async () => {
    expect(await state()).toEqual({ needsSetup: true, registration: 'open', mail: 'files' });
    await anAccount(parley, { verified: false });
    expect(await state()).toMatchObject({ needsSetup: true });
    await anAccount(parley);
    expect(await state()).toEqual({ needsSetup: false, registration: 'open', mail: null });
  });
});

describe('the notice of a new installation', () => {
  const announced = async (isTTY: boolean): Promise<string> => {
    let written = '';
    const write = (text: string): void => void (written += text);
    await announceSetUp(parley.get(SetUpOperatorService), parley.settings, { isTTY, write });
    return written;
  };

  it('shows the code on a terminal only; the log names the command that prints it', async () => {
    expect(await announced(false)).toBe('');
    expect(parley.log).toContain('npm run admin -- setup-code');
    expect(await parley.database.query('SELECT 1 FROM setup_codes')).toEqual([]);
    const code = /\/app\/setup#code=([\w-]{22})\n/.exec(await announced(true))?.[1] ?? 'none';
    parley.guard(code);
    expect((await setUp(code)).status).toBe(201);
    expect(await announced(true)).toBe('');
  });
});

describe('setUpInstallation', () => {
  it('201 with the first account, its session and its workspace, once', async () => {
    const code = await issue();
    const reply = await setUp(code);
    expect(reply.status).toBe(201);
    expect(Object.keys(reply.body)).toEqual(['session', 'account', 'workspace']);
    expect(reply.body.account).toMatchObject({ email: 'ada@example.com', emailVerified: true, name: 'Ada' });
    const { body } = await parley.call('GET', '/workspaces', { cookie: cookieOf(reply) });
    expect(body.workspaces).toEqual([reply.body.workspace]);
    expect(
      (await parley.call('POST', '/sessions', { body: { email: 'ada@example.com', password: PASSWORD } })).status,
    ).toBe(201);
    expect(codeOf(await setUp(code))).toEqual([404, 'not_found']);
    expect(await parley.get(SetUpOperatorService).issueCode()).toBeNull();
    const [row] = await parley.database.query<{ count: number }[]>('SELECT count(*)::int AS count FROM setup_codes');
    expect(row?.count).toBe(0);
  });

  it('takes the place of an unverified account with the address, which a stranger registered', async () => {
    const stranger = await anAccount(parley, {
      email: 'ada@example.com',
      password: 'a stranger chose it',
      verified: false,
    });
    expect((await setUp(await issue())).status).toBe(201);
    expect((await parley.call('GET', '/account', { cookie: stranger.cookie })).status).toBe(401);
  });

  it('lets one of several callers at once in', async () => {
    const code = await issue();
    const replies = await Promise.all(
      Array.from({ length: 4 }, (_, at) => setUp(code, { email: `ada${at}@example.com` })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 404, 404, 404]);
    const accounts = await parley.database.query<unknown[]>('SELECT id FROM accounts');
    expect(accounts).toHaveLength(1);
  });

  it('404 for a caller who arrives while another uses the code up', async () => {
    const code = await issue();
    const codes = parley.get(SetupCodesRepository);
    const exists = codes.exists.bind(codes);
    const slow = jest.spyOn(codes, 'exists').mockImplementationOnce(async (hash) => {
      expect((await setUp(code)).status).toBe(201);
      return exists(hash);
    });
    expect(codeOf(await setUp(code, { email: 'eve@example.com' }))).toEqual([404, 'not_found']);
    slow.mockRestore();
  });

  it('400 for a code that is invented, replaced or expired, and nothing is created', async () => {
    const first = await issue();
    const second = await issue();
    for (const code of ['x', first]) {
      const reply = await setUp(code);
      expect(codeOf(reply)).toEqual([400, 'validation_failed']);
      expect(reply.body.details).toMatchObject([{ path: '/code', code: 'unusable' }]);
    }
    await parley.database.query('UPDATE setup_codes SET expires_at = now()');
    expect(codeOf(await setUp(second))).toEqual([400, 'validation_failed']);
    expect(await parley.database.query('SELECT id FROM accounts')).toEqual([]);
  });

  it('403 from a page of a stranger; the code stays as it was', async () => {
    const code = await issue();
    expect(codeOf(await setUp(code, {}, { origin: 'https://evil.example' }))).toEqual([403, 'origin_not_trusted']);
    expect((await setUp(code)).status).toBe(201);
  });

  it('stores a hash of the code', async () => {
    const code = await issue();
    const rows = await parley.database.query<{ text: string }[]>('SELECT c::text AS text FROM setup_codes c');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toContain(Buffer.from(code).toString('hex'));
  });

  it('limits the tries of an address', async () => {
    const limited = await startParley({ beside: parley, settings: { LIMIT_PROOF_PER_ADDRESS: '2' } });
    try {
      const tries = [
        await setUp('a', {}, {}, limited),
        await setUp('b', {}, {}, limited),
        await setUp('c', {}, {}, limited),
      ];
      expect(tries.map(({ status }) => status)).toEqual([400, 400, 429]);
    } finally {
      await limited.stop();
    }
  });
});

describe('REGISTRATION=invitation', () => {
  let closed: Parley;
  beforeAll(async () => {
    closed = await startParley({ beside: parley, settings: { REGISTRATION: 'invitation' } });
  });
  afterAll(() => closed.stop());
  const post = (path: string, body: object, at = closed): Promise<Reply> => at.call('POST', path, { body });

  it('403 for all ways from an address to an account, but the set-up and an invitation', async () => {
    const email = `${newId()}@example.com`;
    await post('/accounts', { email, password: PASSWORD, name: 'Early' }, parley);
    const token = await lastTokenTo(parley, email);
    await post('/accounts/password-reset', { email }, parley);
    const reset = await lastTokenTo(parley, email);
    expect((await closed.call('GET', '/installation')).body).toMatchObject({ registration: 'invitation' });
    const refused = [403, 'registration_closed'];
    expect(codeOf(await post('/accounts', { email: 'a@example.com', password: PASSWORD, name: 'A' }))).toEqual(refused);
    expect(codeOf(await post('/accounts/verification', { email }))).toEqual(refused);
    expect(codeOf(await post('/accounts/verify', { token, password: PASSWORD }))).toEqual(refused);
    const completion = { token: reset, newPassword: PASSWORD };
    expect(codeOf(await post('/accounts/password-reset/complete', completion))).toEqual(refused);
    expect((await setUp(await issue(), {}, {}, closed)).status).toBe(201);
  });

  it('lets people with an account choose a new password', async () => {
    const { email } = await anAccount(parley);
    await post('/accounts/password-reset', { email });
    const token = await lastTokenTo(closed, email);
    expect((await post('/accounts/password-reset/complete', { token, newPassword: PASSWORD })).status).toBe(200);
  });
});
