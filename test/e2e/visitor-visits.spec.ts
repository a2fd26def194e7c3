import { SignJWT } from 'jose';
import { createHash, createSecretKey } from 'node:crypto';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aVisitor } from '../factories/visitor';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: HelpDesk;
beforeAll(async () => {
  parley = await startParley();
  desk = await aHelpDesk(parley);
});
afterAll(() => parley.stop());

const SHOP = 'https://shop.example';
let requests = 0;
const say = async (token: string, body: object = {}): Promise<string> => {
  const message = { message: 'How do I reset my password?', requestId: `visits-${++requests}`, ...body };
  return (await parley.call('POST', '/visitor/messages', { token, body: message })).body.conversationId as string;
};
const asMember = (method: string, path: string, body?: object): Promise<Reply> =>
  parley.call(method, `/workspaces/${desk.workspace.id}${path}`, { token: desk.admin.secret, body });
const visit = async (id: string) => (await asMember('GET', `/inbox/${id}/visit`)).body.visit;

it('members see where a conversation began and what its visitor says, apart from every contact', async () => {
  const { body: known } = await asMember('POST', '/contacts', { name: 'Owner', email: 'owner@shop.example' });
  const { token } = await aVisitor(parley, desk.agent, { site: SHOP });
  const id = await say(token, { pageUrl: `${SHOP}/cart`, locale: 'de-CH' });
  const began = {
    ...{ conversationId: id, surface: 'widget', verified: false, site: SHOP, pageUrl: `${SHOP}/cart`, locale: 'de-CH' },
    ...{ claims: null, voiceConsent: null, startedAt: expect.any(String) as string },
  };
  expect(await visit(id)).toEqual(began);

  const contact = { email: 'Owner@Shop.example', name: 'Not the owner', consent: true };
  await parley.call('POST', `/visitor/conversations/${id}/contact`, { token, body: contact });
  const claims = { email: 'owner@shop.example', name: 'Not the owner', consentedAt: expect.any(String) as string };
  expect(await visit(id)).toEqual({ ...began, claims });
  // It is a claim: the contact with the address is unchanged, and the conversation has no contact.
  expect((await asMember('GET', `/inbox/${id}`)).body).toMatchObject({ contactId: null });
  expect((await asMember('GET', `/contacts/${known.id}`)).body).toEqual({ contact: known, conversations: [] });
  expect((await asMember('GET', `/contacts/${known.id}/visits`)).body).toEqual({ visits: [] });
  const rows = await parley.database.query(
    `SELECT FROM inbox_events WHERE conversation_id = $1 AND type = 'conversation.updated'`,
    [id],
  );
  expect(rows).toHaveLength(1);
});

it('a visitor whom the customer’s server has signed is verified, also for what they said before', async () => {
  const { key, secret } = (await asMember('POST', `/agents/${desk.agent.id}/identity-keys`)).body;
  const userJwt = await new SignJWT({ sub: 'visits-1', name: 'Ann' })
    .setProtectedHeader({ alg: 'HS256', kid: key.id })
    .setExpirationTime('1h')
    .sign(createSecretKey(Buffer.from(secret)));
  const { token } = await aVisitor(parley, desk.agent, { site: SHOP });
  const before = await say(token);
  const other = await say((await aVisitor(parley, desk.agent)).token);
  const session = (await parley.call('POST', '/visitor/session/identity', { token, body: { userJwt } })).body;
  const after = await say(session.token);
  const verified = await Promise.all([before, after, other].map(async (id) => (await visit(id)).verified));
  expect(verified).toEqual([true, true, false]);

  const [contact] = (await asMember('GET', '/contacts?search=visits-1')).body.contacts;
  const { visits } = (await asMember('GET', `/contacts/${contact.id}/visits`)).body;
  expect(visits.map(({ conversationId, verified: is }: never) => [conversationId, is])).toEqual([
    [after, true],
    [before, true],
  ]);
});

it('a conversation that no visitor began has no visit', async () => {
  const path = `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}/chat`;
  const turn = await parley.call('POST', path, { token: desk.key.secret, body: { message: 'Hello' } });
  expect(await visit(turn.body.conversationId)).toBeNull();
});

describe('what a visitor accepted before they spoke', () => {
  const TEXT = 'This conversation is with an automated agent. Your browser’s maker may process the sound.';
  const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

  it('stays with the conversation as a hash and a time, whether it began so or went on so', async () => {
    const { token } = await aVisitor(parley, desk.agent);
    const spoken = await say(token, { voiceConsent: TEXT });
    const first = (await visit(spoken)).voiceConsent;
    expect(first).toEqual({ textHash: hashOf(TEXT), acceptedAt: expect.any(String) });

    const typed = await say((await aVisitor(parley, desk.agent)).token);
    expect((await visit(typed)).voiceConsent).toBeNull();

    await parley.database.query(
      `UPDATE visitor_conversations SET voice_consented_at = '2026-01-01' WHERE conversation_id = $1`,
      [spoken],
    );
    await say(token, { voiceConsent: TEXT, conversationId: spoken });
    await say(token, { conversationId: spoken });
    expect((await visit(spoken)).voiceConsent.acceptedAt).toMatch(/^2026-01-01|^2025-12-31/);
    await say(token, { voiceConsent: 'Another text.', conversationId: spoken });
    const second = (await visit(spoken)).voiceConsent;
    expect(second.textHash).toBe(hashOf('Another text.'));
    expect(Date.parse(second.acceptedAt)).toBeGreaterThanOrEqual(Date.parse(first.acceptedAt));

    await parley.call('DELETE', '/visitor/data', { token, body: { confirm: true } });
    const left = await parley.database.query('SELECT FROM visitor_conversations WHERE conversation_id = $1', [spoken]);
    expect(left).toEqual([]);
  });

  it.each([
    ['no text', ''],
    ['a text that is too long', 'x'.repeat(4_001)],
    ['a number', 7],
  ])('400 for %s', async (_what, voiceConsent) => {
    const { token } = await aVisitor(parley, desk.agent);
    const body = { message: 'Hello', requestId: `visits-${++requests}`, voiceConsent };
    const reply = await parley.call('POST', '/visitor/messages', { token, body });
    expect([reply.status, reply.body.details[0].path]).toEqual([400, '/voiceConsent']);
  });
});
