import { createHash } from 'node:crypto';
import { PlansService } from '../../src/workspaces/plans/plans.service';
import { anAgent } from '../factories/agent';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { PNG, uploaded, type UploadReply } from '../factories/inbox-file';
import { aKey } from '../factories/key';
import { aVisitor } from '../factories/visitor';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: HelpDesk;
let requests = 0;
beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
afterEach(() => {
  jest.restoreAllMocks();
});
beforeEach(async () => {
  desk = await aHelpDesk(parley);
});

const asMember = (method: string, path: string, body?: object) =>
  parley.call(method, `/workspaces/${desk.workspace.id}${path}`, { token: desk.admin.secret, body });
const settings = (body?: object) => asMember(body ? 'PATCH' : 'GET', `/agents/${desk.agent.id}/file-settings`, body);
const items = async (conversationId: string) =>
  (await asMember('GET', `/inbox/${conversationId}/messages`)).body.messages as Record<string, unknown>[];

const ofVisitor = (token: string, bytes: Buffer | string = PNG, fileName = 'photo.png'): Promise<UploadReply> =>
  uploaded(parley, '/visitor/files', token, { bytes, fileName });
const say = (token: string, body: object) =>
  parley.call('POST', '/visitor/messages', { token, body: { requestId: `r-${++requests}`, ...body } });
const ofKey = (bytes: Buffer | string = PNG, fileName = 'photo.png', key = desk.key): Promise<UploadReply> =>
  uploaded(parley, `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}/chat/files`, key.secret, {
    bytes,
    fileName,
  });

describe('updateFileSettings', () => {
  it('decides which types visitors and programs can send', async () => {
    const { body: first } = await settings();
    expect(first).toEqual({ agentId: desk.agent.id, visitorFiles: 'documents', chatFiles: 'documents' });
    const { token } = await aVisitor(parley, desk.agent);
    expect((await ofVisitor(token, '%PDF-1.7\n', 'a.pdf')).status).toBe(201);
    expect((await ofVisitor(token, '<p>Hi</p>', 'a.html')).body.code).toBe('file_type_not_allowed');
    expect((await settings({ visitorFiles: 'images' })).body).toEqual({ ...first, visitorFiles: 'images' });
    const { body: agent } = await parley.call('GET', `/visitor/agents/${desk.agent.id}`);
    expect(agent.files).toBe('images');
    expect((await ofVisitor(token, '%PDF-1.7\n', 'a.png')).body.code).toBe('file_type_not_allowed');
    expect((await ofVisitor(token)).status).toBe(201);
    expect((await ofKey('%PDF-1.7\n')).status).toBe(201);
    expect((await settings({ chatFiles: 'off' })).body).toEqual({ ...first, visitorFiles: 'images', chatFiles: 'off' });
    expect([(await ofKey()).status, (await ofKey()).body.code]).toEqual([400, 'file_type_not_allowed']);
    expect((await settings()).body.chatFiles).toBe('off');
    expect((await settings({ chatFiles: 'all' })).body.code).toBe('validation_failed');
  });
});

describe('uploadVisitorFile', () => {
  it('201 with a file that only the same session can send, once', async () => {
    const { token } = await aVisitor(parley, desk.agent);
    const { token: other } = await aVisitor(parley, desk.agent);
    const { status, body: file } = await ofVisitor(token);
    expect([status, file.mediaType, file.previewable]).toEqual([201, 'image/png', true]);
    const attachmentIds = [file.id];
    const stolen = await say(other, { message: 'Hello', attachmentIds });
    expect([stolen.status, stolen.body.code]).toEqual([400, 'association_invalid']);
    const sent = await say(token, { message: 'How do I reset my password?', attachmentIds });
    expect([sent.status, sent.body.outcome]).toEqual([200, 'answered']);
    expect((await say(token, { message: 'Hello', attachmentIds })).status).toBe(400);
    const shown = (await items(sent.body.conversationId)).find(({ role }) => role === 'customer');
    expect(shown!['attachments']).toMatchObject([{ id: file.id, fileName: 'photo.png', sha256: file.sha256 }]);
    const own = await parley.call('GET', `/visitor/conversations/${sent.body.conversationId}/messages`, { token });
    expect(own.body.messages[0].attachments).toMatchObject([{ id: file.id }]);
  });

  it('takes place and texts out of images of customers, not of members', async () => {
    const [comment, end] = [Buffer.from([0xff, 0xfe, 0, 14]), Buffer.from([0xff, 0xda, 0, 2, 1, 0xff, 0xd9])];
    const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8]), comment, Buffer.from('N52.5 E13.4 '), end]);
    const { token } = await aVisitor(parley, desk.agent);
    const { body: file } = await ofVisitor(token, jpeg);
    const { body: turn } = await say(token, { message: 'Hello', attachmentIds: [file.id] });
    const [message] = (await parley.call('GET', `/visitor/conversations/${turn.conversationId}/messages`, { token }))
      .body.messages;
    const path = `/visitor/conversations/${turn.conversationId}/messages/${message.id}/attachments/${file.id}`;
    const { text } = await parley.call('GET', path, { token });
    expect([file.mediaType, file.sizeBytes, text.includes('N52.5')]).toEqual(['image/jpeg', jpeg.length, false]);
    const ofMember = await uploaded(parley, `/workspaces/${desk.workspace.id}/inbox/files`, desk.admin.secret, {
      bytes: jpeg,
    });
    expect(ofMember.body.sha256).toBe(createHash('sha256').update(jpeg).digest('hex'));
    expect(file.sha256).not.toBe(ofMember.body.sha256);
  });

  it('is not sent once the agent receives no files of visitors', async () => {
    const { token } = await aVisitor(parley, desk.agent);
    const attachmentIds = [(await ofVisitor(token)).body.id];
    await settings({ visitorFiles: 'off' });
    const { status, body } = await say(token, { attachmentIds });
    expect([status, body.code]).toEqual([400, 'file_type_not_allowed']);
    await settings({ visitorFiles: 'images', chatFiles: 'off' });
    expect((await say(token, { attachmentIds })).status).toBe(200);
  });

  it('413 beyond attachmentBytes, also of what does not stay, and nothing is kept', async () => {
    const plans = parley.get(PlansService);
    const real = plans.limit.bind(plans);
    jest
      .spyOn(plans, 'limit')
      .mockImplementation((plan, name) => (name === 'attachmentBytes' ? 1_000_000 : real(plan, name)));
    const { token } = await aVisitor(parley, desk.agent);
    const text = Buffer.from('\0\u0010\0\0tEXt', 'latin1');
    const { status, body } = await ofVisitor(
      token,
      Buffer.concat([PNG.subarray(0, 33), text, Buffer.alloc(1_000_000)]),
    );
    expect([status, body.code]).toEqual([413, 'payload_too_large']);
    expect(await parley.database.query('SELECT id FROM files WHERE workspace_id = $1', [desk.workspace.id])).toEqual(
      [],
    );
  });

  it('429 beyond its limits', async () => {
    const { token } = await aVisitor(parley, desk.agent);
    for (let n = 0; n < 20; n += 1) expect((await ofVisitor(token)).status).toBe(201);
    expect((await ofVisitor(token)).status).toBe(429);
  });
});

describe('sendVisitorMessage with only a file', () => {
  it('counts as a question without an answer, asks no model, and leaves no gap; the second goes to people', async () => {
    const { token } = await aVisitor(parley, desk.agent);
    const first = await say(token, { message: '', attachmentIds: [(await ofVisitor(token)).body.id] });
    expect([first.status, first.body.outcome]).toEqual([200, 'no_answer']);
    const { conversationId } = first.body;
    const second = await say(token, { conversationId, attachmentIds: [(await ofVisitor(token)).body.id] });
    expect([second.status, second.body.outcome]).toEqual([200, 'handed_off']);
    const third = await say(token, { conversationId, attachmentIds: [(await ofVisitor(token)).body.id] });
    expect([third.status, third.body.outcome]).toEqual([200, 'human_active']);
    const [{ subject }] = await parley.database.query('SELECT subject FROM conversations WHERE id = $1', [
      conversationId,
    ]);
    expect(subject).toBe('photo.png');
    const gaps = await parley.database.query('SELECT 1 FROM knowledge_gaps WHERE agent_id = $1', [desk.agent.id]);
    expect(gaps).toEqual([]);
    const customers = (await items(conversationId)).filter(({ role }) => role === 'customer');
    expect(customers.map(({ content, attachments }) => [content, (attachments as unknown[]).length])).toEqual([
      ['', 1],
      ['', 1],
      ['', 1],
    ]);
  });

  it('400 without a message and without a file, and nothing is written', async () => {
    const { token } = await aVisitor(parley, desk.agent);
    for (const body of [{}, { message: '' }, { message: ' ' }, { message: '', attachmentIds: [] }]) {
      const { status, body: refused } = await say(token, body);
      expect([status, refused.code, refused.details[0].path]).toEqual([400, 'validation_failed', '/message']);
    }
  });
});

describe('uploadChatFile', () => {
  it('201 with a file for a turn of the same key; a repeated turn answers the same', async () => {
    const { body: file } = await ofKey();
    const stranger = await aKey(parley, desk.workspace);
    const path = `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}/chat`;
    const body = { message: 'How do I reset my password?', attachmentIds: [file.id], requestId: 'turn-1' };
    const stolen = await parley.call('POST', path, { token: stranger.secret, body });
    expect([stolen.status, stolen.body.code]).toEqual([400, 'association_invalid']);
    const [one, two] = [await desk.chat(body), await desk.chat(body)];
    expect([one.status, two.status, two.text]).toEqual([200, 200, one.text]);
    expect((await desk.chat({ message: 'Hello', attachmentIds: [file.id] })).status).toBe(400);
    const shown = (await items(one.body.conversationId)).find(({ role }) => role === 'customer');
    expect(shown!['attachments']).toMatchObject([{ id: file.id }]);
  });

  it('400 in a turn of an agent that does not receive the file', async () => {
    const [{ body: pdf }, { body: image }] = [await ofKey('%PDF-1.7\n', 'a.pdf'), await ofKey()];
    const agents = `/workspaces/${desk.workspace.id}/agents`;
    const other = await anAgent(parley, desk.workspace, desk.admin, { name: 'Sales' });
    const send = (agentId: string) =>
      parley.call('POST', `${agents}/${agentId}/chat`, {
        token: desk.key.secret,
        body: { message: 'Hello', attachmentIds: [image.id, pdf.id] },
      });
    const refused = async (agentId: string) => {
      const { status, body: error } = await send(agentId);
      return [status, error.code, error.details?.map(({ path }: { path: string }) => path)];
    };
    const change = (settings: object) => asMember('PATCH', `/agents/${other.id}/file-settings`, settings);
    await change({ chatFiles: 'images' });
    expect(await refused(other.id)).toEqual([400, 'file_type_not_allowed', ['/attachmentIds/1']]);
    await change({ chatFiles: 'off' });
    expect(await refused(other.id)).toEqual([400, 'file_type_not_allowed', ['/attachmentIds/0', '/attachmentIds/1']]);
    await settings({ visitorFiles: 'off' });
    expect((await send(desk.agent.id)).status).toBe(200);
  });
});
