import { anAgent } from '../factories/agent';
import { aConversation } from '../factories/conversation';
import { InboxDesk, type InboxMember } from '../factories/inbox-fixtures';
import { uploaded } from '../factories/inbox-file';
import { aMail, MAIL_SETTINGS, replyAddressOf, takeIn } from '../factories/mail';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { TestSmtpServer } from '../support/smtp-server';

let server: TestSmtpServer;
let parley: Parley;
let desk: InboxDesk;
/** Sees the agent of the desk, and not the other one. */
let restricted: InboxMember;
let hiddenAgentId: string;
let hidden: string;
beforeAll(async () => {
  server = await TestSmtpServer.start();
  const SMTP_URL = `smtp://127.0.0.1:${server.port}`;
  parley = await startParley({ settings: { ...MAIL_SETTINGS, SMTP_URL } });
  desk = await InboxDesk.open(parley);
  restricted = await desk.member([desk.agent.id]);
  const agent = await anAgent(parley, desk.workspace, desk.admin);
  hiddenAgentId = agent.id;
  hidden = (await aConversation(parley, agent, { user: { externalId: 'eve', email: 'eve@example.com' } })).id;
});
afterAll(async () => {
  await parley.stop();
  await server.stop();
});

const post = (path: string, body: object, by: { secret: string } = restricted): Promise<Reply> =>
  parley.call('POST', `/workspaces/${desk.workspace.id}${path}`, { token: by.secret, body });
const get = (path: string, by: { secret: string } = restricted): Promise<Reply> =>
  parley.call('GET', `/workspaces/${desk.workspace.id}${path}`, { token: by.secret });
const forward = (body: object = {}, id = desk.conversationId, by?: { secret: string }): Promise<Reply> =>
  post(`/inbox/${id}/forwards`, { to: ['ware@house.example'], content: 'Is it in stock?', ...body }, by);

async function upload(by: { secret: string }): Promise<string> {
  const path = `/workspaces/${desk.workspace.id}/inbox/files`;
  const { body } = await uploaded(parley, path, by.secret, { bytes: 'secret figures' });
  return body.id;
}

/** A message of the customer in the hidden conversation, which carries a file. */
async function hiddenMail(): Promise<{ messageId: string; fileId: string }> {
  const recipient = replyAddressOf(parley, hidden);
  await takeIn(parley, aMail({ from: 'eve@example.com', to: recipient, text: 'A secret.' }), { recipient });
  const attachmentIds = [await upload(desk.author)];
  const written = await post(`/inbox/${hidden}/messages`, { content: 'Here.', attachmentIds }, desk.author);
  expect(written.status).toBe(201);
  const { messages } = (await get(`/inbox/${hidden}/messages`, desk.author)).body as {
    messages: { id: string; role: string }[];
  };
  return { messageId: messages.find(({ role }) => role === 'customer')!.id, fileId: attachmentIds[0]! };
}

async function conversations(): Promise<number> {
  const sql = 'SELECT count(*)::int AS n FROM conversations WHERE workspace_id = $1';
  return (await parley.database.query<[{ n: number }]>(sql, [desk.workspace.id]))[0].n;
}

/** No conversation is begun and no email waits. */
async function expectRefused(asked: () => Promise<Reply>, status: number, code: string, path?: string): Promise<void> {
  const before = await conversations();
  const refused = await asked();
  expect([refused.status, refused.body.code]).toEqual([status, code]);
  if (path) expect(refused.body.details[0].path).toBe(path);
  expect(await conversations()).toBe(before);
}

describe('a member who does not see an agent', () => {
  it('forwards nothing of its conversations: 404, with whatever they include', async () => {
    for (const include of ['none', 'message', 'all']) {
      await expectRefused(() => forward({ include }, hidden), 404, 'not_found');
    }
    const { messageId } = await hiddenMail();
    await expectRefused(() => forward({ messageId }, hidden), 404, 'not_found');
    // Those who see it do.
    expect((await forward({ messageId }, hidden, desk.author)).status).toBe(201);
  });

  it('quotes no message of them in another conversation', async () => {
    const { messageId } = await hiddenMail();
    await expectRefused(() => forward({ messageId }), 400, 'association_invalid');
    // Nor does a member who sees both.
    await expectRefused(() => forward({ messageId }, desk.conversationId, desk.author), 400, 'association_invalid');
    await parley.database.query(`UPDATE replies SET dispatch_after_at = clock_timestamp() WHERE status = 'queued'`);
    expect((await forward({ include: 'all' })).status).toBe(201);
    const recipient = replyAddressOf(parley, desk.conversationId);
    await takeIn(parley, aMail({ from: 'ann@example.com', to: recipient }), { recipient });
    const answer = { content: 'x', channel: 'email', inReplyToMessageId: messageId };
    const replied = await post(`/inbox/${desk.conversationId}/messages`, answer);
    expect(replied.status).toBe(400);
  });

  it('sees and writes in no side conversation of them', async () => {
    const { body } = await forward({}, hidden, desk.author);
    const { id } = body.conversation as { id: string };
    expect((await get(`/inbox/${id}`)).status).toBe(404);
    expect((await get(`/inbox?parent=${hidden}`)).body.conversations).toEqual([]);
    await expectRefused(() => post(`/inbox/${id}/messages`, { content: 'x' }), 404, 'not_found');
    await expectRefused(() => forward({}, id), 404, 'not_found');
    expect((await get(`/inbox?parent=${hidden}`, desk.author)).body.conversations).not.toEqual([]);
  });

  it('begins no conversation of the agent, or with a contact of it', async () => {
    const start = (more: object) =>
      post('/inbox', { agentId: desk.agent.id, to: ['eve@example.com'], subject: 'x', content: 'y', ...more });
    await expectRefused(() => start({ agentId: hiddenAgentId }), 400, 'association_invalid', '/agentId');
    const { contactId } = (await get(`/inbox/${hidden}`, desk.author)).body as { contactId: string };
    expect(contactId).toEqual(expect.any(String));
    await expectRefused(() => start({ contactId }), 400, 'association_invalid', '/contactId');
  });

  it('assigns to them no conversation that others forward or begin', async () => {
    const blind = await desk.member([desk.agent.id]);
    const body = { agentId: hiddenAgentId, to: ['eve@example.com'], subject: 'x', content: 'y' };
    await expectRefused(
      () => post('/inbox', { ...body, assigneeMemberId: blind.memberId }, desk.author),
      400,
      'association_invalid',
      '/assigneeMemberId',
    );
  });

  it('uses no file of messages that they do not see, wherever a request names files', async () => {
    const { messageId, fileId } = await hiddenMail();
    const attachmentIds = [fileId];
    const here = `/inbox/${desk.conversationId}`;
    const names: [string, object][] = [
      [`${here}/forwards`, { to: ['ware@house.example'], content: 'x', attachmentIds }],
      [`${here}/messages`, { content: 'x', channel: 'email', attachmentIds }],
      [`${here}/notes`, { content: 'x', attachmentIds }],
      ['/saved-replies', { name: 'Terms', content: 'x', visibility: 'private', attachmentIds }],
      ['/inbox', { agentId: desk.agent.id, to: ['b@example.com'], subject: 'x', content: 'y', attachmentIds }],
    ];
    for (const [path, body] of names) {
      await expectRefused(() => post(path, body), 400, 'association_invalid', '/attachmentIds/0');
      // Not even the member who has uploaded it: a message carries it.
      await expectRefused(() => post(path, body, desk.author), 400, 'association_invalid', '/attachmentIds/0');
    }
    for (const conversationId of [hidden, desk.conversationId]) {
      const found = await get(`/inbox/${conversationId}/messages/${messageId}/attachments/${fileId}`);
      expect([conversationId, found.status]).toEqual([conversationId, 404]);
    }
    expect((await get(`/inbox/files/${fileId}`)).status).toBe(404);
  });

  it('uses no unused upload of another member, and no file of a saved reply for the agent', async () => {
    const unused = await upload(desk.author);
    await expectRefused(() => forward({ attachmentIds: [unused] }), 400, 'association_invalid', '/attachmentIds/0');
    const saved = { name: 'Hidden', content: 'x', agentIds: [hiddenAgentId], attachmentIds: [unused] };
    expect((await post('/saved-replies', saved, desk.admin)).status).toBe(400);
    const attachmentIds = [await upload(desk.admin)];
    const kept = await post('/saved-replies', { ...saved, attachmentIds }, desk.admin);
    expect(kept.status).toBe(201);
    await expectRefused(() => forward({ attachmentIds }), 400, 'association_invalid', '/attachmentIds/0');
    const refused = await post(`/inbox/${desk.conversationId}/messages`, { savedReplyId: kept.body.id });
    expect(refused.status).toBe(400);
    expect((await forward({ attachmentIds }, hidden, desk.author)).status).toBe(201);
  });
});
