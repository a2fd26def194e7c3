import { randomUUID } from 'node:crypto';
import { anAccount, PASSWORD, type TestAccount } from '../factories/account';
import { aMember } from '../factories/member';
import { as, aWorkspace, type TestWorkspace } from '../factories/workspace';
import type { Reply } from '../support/call';
import { lastTokenTo } from '../support/mails-to';
import { type Parley, startParley } from '../support/parley';

describe('acceptInvitationAsNew', () => {
  let parley: Parley;
  let owner: TestAccount;
  let workspace: TestWorkspace;
  let email: string;
  beforeAll(async () => {
    parley = await startParley();
  });
  afterAll(() => parley.stop());
  beforeEach(async () => {
    owner = await anAccount(parley);
    workspace = await aWorkspace(parley, owner);
    email = `${randomUUID()}@example.com`;
  });

  const invited = async (body: object = {}): Promise<string> => {
    const path = `/workspaces/${workspace.id}/invitations`;
    const reply = await parley.call('POST', path, { ...as(owner), body: { email, role: 'member', ...body } });
    if (reply.status !== 201) throw new Error(reply.text);
    return lastTokenTo(parley, email);
  };
  const accept = (token: string, body: object = {}, headers: Record<string, string> = {}): Promise<Reply> =>
    parley.call('POST', '/invitations/accept-as-new', {
      body: { token, name: 'Grace Hopper', password: PASSWORD, ...body },
      headers,
    });
  const codeOf = ({ status, body }: Reply): [number, unknown] => [status, body.code];
  const cookieOf = (reply: Reply): string =>
    /^parley_session=(cs_\w{49});/.exec(reply.headers.get('set-cookie') ?? '')?.[1] ?? 'no cookie';
  const accountsWith = async (address: string): Promise<unknown[]> =>
    parley.database.query('SELECT id FROM accounts WHERE email = $1', [address]);

  it('201 with a verified account, its session and its membership', async () => {
    const reply = await accept(await invited({ restrictedAgentIds: [] }), { name: '  Grace Hopper ' });
    expect(reply.status).toBe(201);
    expect(Object.keys(reply.body)).toEqual(['session', 'account', 'member']);
    expect(reply.body.account).toMatchObject({ email, emailVerified: true, name: 'Grace Hopper' });
    expect(reply.body.member).toMatchObject({
      workspaceId: workspace.id,
      accountId: reply.body.account.id,
      role: 'member',
      restrictedAgentIds: [],
    });
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const { body } = await parley.call('GET', '/workspaces', { cookie: cookieOf(reply) });
    expect((body.workspaces as { id: string }[]).map(({ id }) => id)).toEqual([workspace.id]);
    const signIn = await parley.call('POST', '/sessions', { body: { email, password: PASSWORD } });
    expect(signIn.status).toBe(201);
  });

  it('writes one entry of the audit log of the workspace, and the event that the member joined', async () => {
    const { body } = await accept(await invited());
    const log = await parley.call('GET', `/workspaces/${workspace.id}/audit`, as(owner));
    const entries = (log.body.entries as { operationId: string; subject: unknown; actor: object }[]).filter(
      ({ operationId }) => operationId === 'acceptInvitationAsNew',
    );
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      subject: { type: 'member', id: body.member.id },
      actor: { accountId: body.account.id },
    });
    expect(await parley.auditLog()).not.toContain(expect.stringContaining('Grace Hopper'));
  });

  it('takes the place of an unverified account, whose password and sessions are void', async () => {
    const stranger = await anAccount(parley, { email, password: 'the password of a stranger', verified: false });
    expect((await accept(await invited())).status).toBe(201);
    expect(await accountsWith(email)).toHaveLength(1);
    expect((await parley.call('GET', '/account', { cookie: stranger.cookie })).status).toBe(401);
    const signIn = await parley.call('POST', '/sessions', { body: { email, password: stranger.password } });
    expect(signIn.status).toBe(401);
  });

  it('409 for the holder of a token whose address has an account, which accepts as itself', async () => {
    const token = await invited();
    const guest = await anAccount(parley, { email });
    expect(codeOf(await accept(token))).toEqual([409, 'account_exists']);
    expect((await parley.call('POST', '/invitations/accept', { ...as(guest), body: { token } })).status).toBe(200);
  });

  it('404 for a used, revoked, expired or invented token, whether or not the address has an account', async () => {
    const used = await invited();
    expect((await accept(used)).status).toBe(201);
    expect(codeOf(await accept(used))).toEqual([404, 'not_found']);
    email = owner.email;
    expect(codeOf(await accept(`cm_${'x'.repeat(49)}`))).toEqual([404, 'not_found']);
    email = `${randomUUID()}@example.com`;
    const replaced = await invited();
    const expired = await invited();
    await parley.database.query('UPDATE invitations SET expires_at = now() WHERE email = $1', [email]);
    for (const token of [replaced, expired]) expect(codeOf(await accept(token))).toEqual([404, 'not_found']);
    expect(await accountsWith(email)).toEqual([]);
  });

  it('makes one account of several calls at once', async () => {
    const token = await invited();
    const replies = await Promise.all(Array.from({ length: 5 }, (_, place) => accept(token, { name: `No ${place}` })));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 404, 404, 404, 404]);
    expect(await accountsWith(email)).toHaveLength(1);
  });

  it('repeats the answer and the cookie for the same Idempotency-Key', async () => {
    const token = await invited();
    const first = await accept(token, {}, { 'idempotency-key': 'join-1' });
    const second = await accept(token, {}, { 'idempotency-key': 'join-1' });
    expect(second.text).toBe(first.text);
    expect(cookieOf(second)).toBe(cookieOf(first));
  });

  it('403 where the plan was made smaller since, and leaves neither account nor membership', async () => {
    const token = await invited();
    for (let count = 0; count < 4; count++) await aMember(parley, workspace, await anAccount(parley));
    const setPlan = (planId: string): Promise<unknown> =>
      parley.database.query('UPDATE workspaces SET plan_id = $2 WHERE id = $1', [workspace.id, planId]);
    await setPlan('free');
    const refused = await accept(token);
    expect(codeOf(refused)).toEqual([403, 'plan_limit_reached']);
    expect(refused.headers.get('set-cookie')).toBeNull();
    expect(await accountsWith(email)).toEqual([]);
    await setPlan('pro');
    expect((await accept(token)).status).toBe(201);
  });

  it('403 origin_not_trusted from a page of a stranger, and leaves the token as it was', async () => {
    const token = await invited();
    expect(codeOf(await accept(token, {}, { origin: 'https://evil.example' }))).toEqual([403, 'origin_not_trusted']);
    expect((await accept(token, {}, { origin: 'http://localhost:3000' })).status).toBe(201);
  });

  it.each([
    [{ name: '  ' }, '/name'],
    [{ name: undefined }, '/name'],
    [{ password: 'too short' }, '/password'],
    [{ password: 'x'.repeat(201) }, '/password'],
    [{ token: undefined }, '/token'],
    [{ token: 'x'.repeat(201) }, '/token'],
    [{ email: 'ada@example.com' }, '/email'],
  ])('400 for %j', async (body, path) => {
    const reply = await accept('cm_x', body);
    expect(codeOf(reply)).toEqual([400, 'validation_failed']);
    expect(reply.body.details).toMatchObject([{ path }]);
  });
});
