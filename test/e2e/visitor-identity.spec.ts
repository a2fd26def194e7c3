import { SignJWT } from 'jose';
import { createHmac, createSecretKey } from 'node:crypto';
import { anAgent } from '../factories/agent';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aVisitor } from '../factories/visitor';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: HelpDesk;
beforeAll(async () => {
  parley = await startParley();
  desk = await aHelpDesk(parley);
});
afterAll(() => parley.stop());

const QUESTION = 'How do I reset my password?';
let requests = 0;
const send = (token: string, body: object = {}, headers: Record<string, string> = {}) =>
  parley.call('POST', '/visitor/messages', {
    token,
    body: { message: QUESTION, requestId: `r-${++requests}`, ...body },
    headers,
  });
const list = (token: string, id: string, query: Record<string, number> = {}) =>
  parley.call('GET', `/visitor/conversations/${id}/messages`, { token, query });
const asMember = (method: string, path: string, body?: object) =>
  parley.call(method, `/workspaces/${desk.workspace.id}${path}`, { token: desk.admin.secret, body });
const overview = async (token: string) => (await parley.call('GET', '/visitor/session', { token })).body;

async function signed(claims: object, { secret, id }: { secret: string; id: string }, expires = '1h'): Promise<string> {
  const jwt = new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256', kid: id }).setExpirationTime(expires);
  return jwt.sign(createSecretKey(Buffer.from(secret)));
}

describe('identity', () => {
  const key = async () => {
    const reply = await asMember('POST', `/agents/${desk.agent.id}/identity-keys`);
    if (reply.status !== 201) throw new Error(reply.text);
    return { id: reply.body.key.id as string, secret: reply.body.secret as string };
  };
  const revoke = (id: string) => asMember('DELETE', `/agents/${desk.agent.id}/identity-keys/${id}`);

  it('moves what was said to the contact, ends the old token, and shows it on every device', async () => {
    const one = await key();
    const { token } = await aVisitor(parley, desk.agent);
    const { conversationId } = (await send(token)).body;
    const userJwt = await signed({ sub: 'c-1', name: 'Ann', email: 'Ann@shop.example', email_verified: true }, one);
    const known = await parley.call('POST', '/visitor/session/identity', { token, body: { userJwt } });
    expect(known.body.session.verified).toBe(true);
    expect((await list(token, conversationId)).body.code).toBe('session_expired');
    expect((await list(known.body.token, conversationId)).status).toBe(200);
    const phone = await aVisitor(parley, desk.agent, { userJwt });
    expect((await overview(phone.token)).conversations.map(({ id }: never) => id)).toEqual([conversationId]);
    const stranger = await aVisitor(parley, desk.agent, { userJwt: await signed({ sub: 'c-2' }, one) });
    expect((await overview(stranger.token)).conversations).toEqual([]);
    expect((await list(stranger.token, conversationId)).status).toBe(404);
    const [contact] = (await asMember('GET', '/contacts?search=c-1')).body.contacts;
    expect(contact).toMatchObject({ externalId: 'c-1', name: 'Ann', email: 'ann@shop.example' });

    const two = await key();
    expect((await asMember('POST', `/agents/${desk.agent.id}/identity-keys`)).body.code).toBe('plan_limit_reached');
    await revoke(one.id);
    expect((await list(phone.token, conversationId)).body.code).toBe('session_expired');
    const rotated = await aVisitor(parley, desk.agent, { userJwt: await signed({ sub: 'c-1' }, two) });
    expect((await list(rotated.token, conversationId)).status).toBe(200);
    await revoke(two.id);
  });

  it('is one of one agent: what the contact has said to another one of the workspace is not shown', async () => {
    const made = await key();
    const userJwt = await signed({ sub: 'c-of-two' }, made);
    const { token } = await aVisitor(parley, desk.agent, { userJwt });
    const { conversationId } = (await send(token)).body;
    await revoke(made.id);

    const other = await anAgent(parley, desk.workspace, desk.admin);
    const { body } = await asMember('POST', `/agents/${other.id}/identity-keys`);
    const theirs = await signed({ sub: 'c-of-two' }, { id: body.key.id, secret: body.secret });
    const there = await aVisitor(parley, other, { userJwt: theirs });
    expect((await list(there.token, conversationId)).status).toBe(404);
    expect((await overview(there.token)).conversations).toEqual([]);
  });

  it('never becomes another contact by an email, verified or not', async () => {
    const made = await key();
    const { id } = (await asMember('POST', '/contacts', { name: 'Bob', email: 'bob@shop.example' })).body;
    const userJwt = await signed({ sub: 'c-9', email: 'bob@shop.example', email_verified: true }, made);
    await send((await aVisitor(parley, desk.agent, { userJwt })).token);
    expect((await asMember('GET', `/contacts/${id}`)).body.conversations).toEqual([]);
    await revoke(made.id);
  });

  it.each([undefined, false, 'true', 1])('takes no email whose email_verified is %p', async (verified) => {
    const made = await key();
    const sub = `unverified ${String(verified)}`;
    const userJwt = await signed({ sub, email: 'carl@shop.example', email_verified: verified }, made);
    await send((await aVisitor(parley, desk.agent, { userJwt })).token);
    const { contacts } = (await asMember('GET', '/contacts?search=unverified')).body;
    expect(contacts).toEqual(expect.arrayContaining([expect.objectContaining({ externalId: sub, email: null })]));
    await revoke(made.id);
  });

  it('403 for a visitor whose contact is blocked; their session stays as it was', async () => {
    const made = await key();
    const body = { name: 'Mallory', externalId: 'c-blocked', blocked: true };
    expect((await asMember('POST', '/contacts', body)).status).toBe(201);
    const userJwt = await signed({ sub: 'c-blocked' }, made);
    const { token } = await aVisitor(parley, desk.agent);
    const refused = await parley.call('POST', '/visitor/session/identity', { token, body: { userJwt } });
    expect([refused.status, refused.body.code]).toEqual([403, 'visitor_refused']);
    expect((await overview(token)).session.verified).toBe(false);
    await revoke(made.id);
  });

  it.each([(id: string) => id, (id: string) => [id], (id: string) => ['https://shop.example', id]])(
    'is verified where the agent is the audience, or one of several: %s',
    async (audience) => {
      const made = await key();
      const userJwt = await signed({ sub: 'c-audience', aud: audience(desk.agent.id) }, made);
      const { token } = await aVisitor(parley, desk.agent, { userJwt });
      expect((await overview(token)).session.verified).toBe(true);
      await revoke(made.id);
    },
  );

  it('400 for 50 forged tokens, without a word on why', async () => {
    const [made, elsewhere] = [await key(), await aHelpDesk(parley)];
    const parts = (await signed({ sub: 'c-1' }, made)).split('.') as [string, string, string];
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const now = Math.floor(Date.now() / 1_000);
    const good = { sub: 'c-1', exp: now + 600 };
    const hs256 = { alg: 'HS256', kid: made.id };
    const sign = (claims: unknown, header: unknown = hs256, secret = made.secret) => signRaw(header, claims, secret);
    const headers = [
      'none',
      'None',
      'NONE',
      'nOnE',
      'RS256',
      'ES256',
      'PS256',
      'EdDSA',
      'HS384',
      'HS512',
      'HS1',
      '',
      null,
      1,
      ['HS256'],
    ];
    const forged = [
      ...headers.map((alg) => sign(good, { ...hs256, alg })),
      ...headers.slice(0, 8).map((alg) => `${encode({ ...hs256, alg })}.${encode(good)}.`),
      ...['x', '', 'A'.repeat(43), parts[0]].map((signature) => `${parts[0]}.${parts[1]}.${signature}`),
      `${parts[0]}.${encode({ ...good, sub: 'c-2' })}.${parts[2]}`,
      sign(good, { ...hs256, kid: crypto.randomUUID() }),
      sign(good, { ...hs256, kid: '../../dev/null' }),
      sign(good, { ...hs256, kid: 1 }),
      sign(good, { ...hs256, crit: ['x'], x: 1 }),
      sign(good, { ...hs256, b64: false, crit: ['b64'] }),
      ...['', 'secret', made.id, desk.agent.id, Buffer.from(made.secret, 'base64url').toString('latin1')].map(
        (secret) => sign(good, hs256, secret || 'x'),
      ),
      sign({ sub: 'c-1' }),
      sign({ ...good, exp: now - 61 }),
      sign({ ...good, exp: now + 86_400 + 120 }),
      sign({ ...good, exp: 9e15 }),
      sign({ ...good, exp: 'tomorrow' }),
      sign({ ...good, nbf: now + 600 }),
      sign({ ...good, iat: now + 600 }),
      sign({ ...good, aud: elsewhere.agent.id }),
      sign({ ...good, aud: [elsewhere.agent.id, desk.workspace.id] }),
      sign({ ...good, aud: [] }),
      sign({ ...good, aud: [[desk.agent.id]] }),
      sign({ ...good, sub: undefined }),
      sign({ ...good, sub: '' }),
      sign({ ...good, sub: 'x'.repeat(129) }),
      sign({ ...good, sub: { a: 1 } }),
      sign({ ...good, name: 1 }),
      sign({ ...good, attributes: { a: { b: 1 } } }),
      sign({ ...good, email: 'nonsense', email_verified: true }),
      parts.slice(0, 2).join('.'),
      'nonsense',
    ];
    expect(forged.length).toBeGreaterThanOrEqual(50);
    const { token } = await aVisitor(parley, desk.agent);
    const wrong: unknown[] = [];
    for (const userJwt of forged) {
      const { status, body } = await parley.call('POST', '/visitor/session/identity', { token, body: { userJwt } });
      if (status !== 400 || body.code !== 'user_jwt_invalid') wrong.push([userJwt, status, body]);
    }
    expect(wrong).toEqual([]);
    expect((await overview(token)).session.verified).toBe(false);
    await revoke(made.id);
  });
});

/** By hand, as nothing that signs in earnest would sign these. */
function signRaw(header: unknown, claims: unknown, secret: string): string {
  const [, size = '256'] = /^HS(384|512)$/.exec(String((header as { alg?: unknown }).alg)) ?? [];
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${createHmac(`sha${size}`, secret).update(text).digest('base64url')}`;
}
