import { SignJWT } from 'jose';
import { createSecretKey } from 'node:crypto';
import { AgentsOperatorService } from '../../src/agents/agents-operator.service';
import { anAgent } from '../factories/agent';
import { anErasure } from '../factories/erasure';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { PNG, uploaded } from '../factories/inbox-file';
import { aVisitor, type TestVisitor } from '../factories/visitor';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: HelpDesk;
beforeAll(async () => {
  parley = await startParley({
    settings: { LIMIT_VISITOR_CONTACT_PER_SESSION: '2' },
  });
  desk = await aHelpDesk(parley);
});
afterAll(() => parley.stop());

let requests = 0;
const say = async (token: string): Promise<string> => {
  const body = { message: 'How do I reset my password?', requestId: `claims-${++requests}` };
  return (await parley.call('POST', '/visitor/messages', { token, body })).body.conversationId as string;
};
const leave = (token: string, id: string, body: object): Promise<Reply> =>
  parley.call('POST', `/visitor/conversations/${id}/contact`, { token, body });
const erase = (token: string, body: object = { confirm: true }): Promise<Reply> =>
  parley.call('DELETE', '/visitor/data', { token, body });
const overview = (token: string): Promise<Reply> => parley.call('GET', '/visitor/session', { token });
const upload = async (token: string): Promise<void> => {
  expect((await uploaded(parley, '/visitor/files', token, { bytes: PNG, fileName: 'photo.png' })).status).toBe(201);
};
const unused = async ({ sessionId }: TestVisitor): Promise<number> =>
  (await parley.database.query('SELECT id FROM files WHERE uploader_id = $1', [`visitor:${sessionId}`])).length;
/** Begins sessions of a visitor whom the customer's server knows by this id. */
async function knownTo({ id }: { id: string }, sub: string): Promise<() => Promise<TestVisitor>> {
  const path = `/workspaces/${desk.workspace.id}/agents/${id}/identity-keys`;
  const { key, secret } = (await parley.call('POST', path, { token: desk.admin.secret })).body;
  const userJwt = await new SignJWT({ sub })
    .setProtectedHeader({ alg: 'HS256', kid: key.id })
    .setExpirationTime('1h')
    .sign(createSecretKey(Buffer.from(secret)));
  return () => aVisitor(parley, { id }, { userJwt });
}
const contacts = async (): Promise<number> =>
  (await parley.call('GET', `/workspaces/${desk.workspace.id}/contacts`, { token: desk.admin.secret })).body
    .totalCount as number;

describe('leaveVisitorContact', () => {
  it('stores the address as a claim without a contact, and reports when there were too many', async () => {
    const { token } = await aVisitor(parley, desk.agent);
    const id = await say(token);
    const before = await contacts();
    const { status, body } = await leave(token, id, { email: 'Ann@Example.com', name: ' Ann Lee ', consent: true });
    expect([status, body]).toEqual([200, { email: 'ann@example.com', name: 'Ann Lee', consent: true }]);
    expect(await contacts()).toBe(before);
    expect((await leave(token, id, { email: 'other@example.com', consent: true })).status).toBe(200);
    const many = await leave(token, id, { email: 'more@example.com', consent: true });
    expect([many.status, many.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(many.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it.each([
    [{ email: 'ann@example.com' }, '/consent'],
    [{ email: 'ann@example.com', consent: false }, '/consent'],
    [{ email: 'no address', consent: true }, '/email'],
    [{ consent: true }, '/email'],
    [{ email: 'ann@example.com', name: '', consent: true }, '/name'],
  ])('400 for %j', async (body, path) => {
    const { token } = await aVisitor(parley, desk.agent);
    const reply = await leave(token, await say(token), body);
    expect([reply.status, reply.body.details[0].path]).toEqual([400, path]);
  });

  it('404 for a conversation of another visitor', async () => {
    const { token } = await aVisitor(parley, desk.agent);
    const other = await aVisitor(parley, desk.agent);
    const id = await say(other.token);
    await say(token);
    expect((await leave(token, id, { email: 'ann@example.com', consent: true })).status).toBe(404);
  });
});

describe('eraseVisitorData', () => {
  it('erases what was said, ends the session, and leaves what others said', async () => {
    const { token } = await aVisitor(parley, desk.agent);
    const other = await aVisitor(parley, desk.agent);
    const [id, otherId] = [await say(token), await say(other.token)];
    const { status, body } = await erase(token);
    expect(status).toBe(200);
    expect(body.records).toMatchObject({ conversations: 1, messages: 2, chatTurns: 1 });
    expect((await overview(token)).body.code).toBe('session_expired');
    const rows: { id: string }[] = await parley.database.query('SELECT id FROM conversations WHERE id IN ($1, $2)', [
      id,
      otherId,
    ]);
    expect(rows.map((row) => row.id)).toEqual([otherId]);
    expect((await overview(other.token)).body.conversations).toMatchObject([{ id: otherId }]);
  });

  it('erases all messages of a verified visitor to the agent, on every device, and none to others', async () => {
    const here = await knownTo(desk.agent, 'claims-1');
    const there = await knownTo(await anAgent(parley, desk.workspace, desk.admin), 'claims-1');
    const [desktop, phone, elsewhere] = [(await here()).token, (await here()).token, (await there()).token];
    for (const token of [desktop, phone, elsewhere]) await say(token);
    expect((await overview(phone)).body.conversations).toHaveLength(2);
    const { body } = await erase(phone);
    expect(body.records).toMatchObject({ conversations: 2, messages: 4 });
    expect((await overview(desktop)).body.code).toBe('session_expired');
    expect((await overview((await here()).token)).body.conversations).toEqual([]);
    expect((await overview(elsewhere)).body.conversations).toHaveLength(1);
  });

  it('erases the files that were never sent, also of a session in which nothing was said', async () => {
    const [talker, other, silent] = [
      await aVisitor(parley, desk.agent),
      await aVisitor(parley, desk.agent),
      await aVisitor(parley, desk.agent),
    ];
    await say(talker.token);
    for (const { token } of [talker, talker, other, silent]) await upload(token);
    expect((await erase(talker.token)).body.records).toMatchObject({ conversations: 1, files: 2 });
    expect((await erase(silent.token)).body.records).toMatchObject({ conversations: 0, files: 1 });
    expect(await Promise.all([talker, other, silent].map(unused))).toEqual([0, 1, 0]);
  });

  it.each([{}, { confirm: false }, { confirm: 'yes' }])('400 for %j, and nothing is erased', async (body) => {
    const { token } = await aVisitor(parley, desk.agent);
    const id = await say(token);
    const reply = await erase(token, body);
    expect([reply.status, reply.body.details[0].path]).toEqual([400, '/confirm']);
    expect((await overview(token)).body.conversations).toMatchObject([{ id }]);
  });

  it('ends a session in which nothing was said, too', async () => {
    const { token } = await aVisitor(parley, desk.agent);
    expect((await erase(token)).body.records).toMatchObject({ conversations: 0, messages: 0 });
    expect((await overview(token)).body.code).toBe('session_expired');
  });
});

describe('eraseContact', () => {
  it('counts and erases the files that the person has never sent, of all their sessions', async () => {
    const begin = await knownTo(desk.agent, 'claims-2');
    const [desktop, phone, other] = [await begin(), await begin(), await aVisitor(parley, desk.agent)];
    for (const { token } of [desktop, phone, other]) {
      await say(token);
      await upload(token);
    }
    const [{ id }] = await parley.database.query(
      'SELECT id FROM contacts WHERE workspace_id = $1 AND external_id = $2',
      [desk.workspace.id, 'claims-2'],
    );
    const { status, body } = await anErasure(parley, desk.workspace, desk.admin, id);
    expect([status, body.records.conversations, body.records.files]).toEqual([200, 2, 2]);
    expect(await Promise.all([desktop, phone, other].map(unused))).toEqual([0, 0, 1]);
  });
});

describe('a chat page that the operator has blocked', () => {
  it('is 404 with the sessions that began on it, while the widget goes on, until it is shown again', async () => {
    const operator = parley.get(AgentsOperatorService);
    const agent = `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}`;
    await parley.call('PATCH', agent, { token: desk.admin.secret, body: { chatPageEnabled: true } });
    const onPage = await aVisitor(parley, desk.agent, { surface: 'page' });
    const inWidget = await aVisitor(parley, desk.agent);
    const page = async (): Promise<number> => (await fetch(`${parley.url}/c/${desk.agent.id}`)).status;
    expect(await page()).toBe(200);

    await operator.blockChatPage(desk.agent.id, true);
    expect(await page()).toBe(404);
    expect((await overview(onPage.token)).status).toBe(404);
    expect((await overview(inWidget.token)).status).toBe(200);
    const shown = await parley.call('GET', agent, { token: desk.admin.secret });
    expect(shown.body.chatPageBlockedAt).toEqual(expect.any(String));

    await operator.blockChatPage(desk.agent.id, false);
    expect(await page()).toBe(200);
    expect((await overview(onPage.token)).status).toBe(200);
  });
});
