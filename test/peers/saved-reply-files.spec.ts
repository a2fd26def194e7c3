import PostalMime from 'postal-mime';
import { randomBytes, randomUUID } from 'node:crypto';
import { PlansService } from '../../src/workspaces/plans/plans.service';
import { anAgent } from '../factories/agent';
import { InboxDesk } from '../factories/inbox-fixtures';
import { uploaded, type UploadedFile } from '../factories/inbox-file';
import { type Parley, startParley } from '../support/parley';
import { TestSmtpServer } from '../support/smtp-server';

let server: TestSmtpServer;
let parley: Parley;
let desk: InboxDesk;
beforeAll(async () => {
  server = await TestSmtpServer.start();
  parley = await startParley({
    settings: { SMTP_URL: `smtp://127.0.0.1:${server.port}` },
  });
});
afterAll(async () => {
  await parley.stop();
  await server.stop();
});
beforeEach(async () => {
  desk = await InboxDesk.open(parley);
  server.received.length = 0;
});

async function upload(bytes: Buffer | string, fileName = 'manual.txt', by = desk.author): Promise<UploadedFile> {
  const path = `/workspaces/${desk.workspace.id}/inbox/files`;
  const { status, body } = await uploaded(parley, path, by.secret, { bytes, fileName });
  if (status !== 201) throw new Error(`uploadInboxFile answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** The newest message of the conversation. */
async function newest(): Promise<{ id: string; attachments: { id: string }[] }> {
  return (await desk.call('GET')).body.messages[0];
}

async function download(messageId: string, fileId: string): Promise<{ response: Response; bytes: Buffer }> {
  const url = `${parley.url}/api/v1${desk.path}/${messageId}/attachments/${fileId}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${desk.author.secret}` } });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

const saved = (method: string, where: string, body?: object, by = desk.author) =>
  parley.call(method, `/workspaces/${desk.workspace.id}/saved-replies${where}`, {
    token: by.secret,
    ...(body && { body }),
  });
const keep = async (...attachmentIds: string[]): Promise<string> => {
  const { status, body } = await saved('POST', '', { name: 'Terms', content: 'See the terms.', attachmentIds });
  expect([status, body]).toMatchObject([201, {}]);
  return body.id as string;
};
const rows = (): Promise<{ n: number; own: number }[]> =>
  parley.database.query(
    'SELECT count(*)::int AS n, count(*) FILTER (WHERE bytes_of IS NULL)::int AS own FROM files WHERE workspace_id = $1',
    [desk.workspace.id],
  );
/** Files that nothing keeps are over. */
async function sweep(): Promise<void> {
  await parley.drain();
  await parley.database.query(`UPDATE files SET due_at = due_at - interval '10 minutes' WHERE workspace_id = $1`, [
    desk.workspace.id,
  ]);
  await parley.drain();
}

describe('a saved reply with files', () => {
  it('keeps them for longer than a day; each reply with it carries copies, with the bytes of one', async () => {
    const bytes = randomBytes(600_000);
    const file = await upload(bytes, 'terms.bin');
    const savedReplyId = await keep(file.id);
    await sweep();
    const { expiresAt, createdAt, ...facts } = file;
    expect([expiresAt > createdAt, (await saved('GET', '')).body.savedReplies[0].attachments]).toEqual([true, [facts]]);
    // It is nobody's unused file any more.
    expect(
      (
        await parley.call('GET', `/workspaces/${desk.workspace.id}/inbox/files/${file.id}`, {
          token: desk.author.secret,
        })
      ).status,
    ).toBe(404);

    const colleague = await desk.member();
    const reply = await desk.reply({ content: undefined, savedReplyId, channel: 'email' }, colleague);
    expect((await desk.dispatched(reply.body.id)).body.message.lifecycleStatus).toBe('sent');
    const read = await PostalMime.parse(Buffer.from(server.received[0]!.raw, 'latin1'));
    expect(Buffer.from(read.attachments[0]!.content as ArrayBuffer).equals(bytes)).toBe(true);
    const { attachments } = await newest();
    expect(attachments).toEqual([{ ...facts, id: attachments[0]!.id, inline: false }]);
    expect(attachments[0]!.id).not.toBe(file.id);
    expect((await download(reply.body.id, attachments[0]!.id)).bytes.equals(bytes)).toBe(true);
    expect(await rows()).toEqual([{ n: 2, own: 1 }]);

    // The bytes stay with the reply after the saved reply, and go with the last of both.
    expect((await saved('DELETE', `/${savedReplyId}`)).status).toBe(200);
    await sweep();
    await sweep();
    expect((await download(reply.body.id, attachments[0]!.id)).bytes.equals(bytes)).toBe(true);
    await parley.database.query('DELETE FROM conversations WHERE workspace_id = $1', [desk.workspace.id]);
    await sweep();
    await sweep();
    expect(await rows()).toEqual([{ n: 0, own: 0 }]);
  });

  it('gives those that a reply names, beside uploads; with content or for a new conversation, too', async () => {
    const [one, two, own] = [await upload('one'), await upload('two'), await upload('own')];
    const savedReplyId = await keep(one.id, two.id);
    const carried = async (body: object): Promise<string[]> => {
      const { status } = await desk.reply(body);
      expect(status).toBe(201);
      const { id, attachments } = await newest();
      return Promise.all(attachments.map(async (file) => (await download(id, file.id)).bytes.toString()));
    };
    expect(await carried({ savedReplyId })).toEqual(['one', 'two']);
    expect((await carried({ savedReplyId, attachmentIds: [own.id, two.id] })).sort()).toEqual(['own', 'two']);
    expect(await carried({ attachmentIds: [one.id] })).toEqual(['one']);
    expect(await carried({ savedReplyId, attachmentIds: [] })).toEqual([]);
    const begun = await parley.call('POST', `/workspaces/${desk.workspace.id}/inbox`, {
      token: desk.author.secret,
      body: { agentId: desk.agent.id, to: ['new@example.com'], subject: 'x', content: 'y', attachmentIds: [one.id] },
    });
    expect(begun.status).toBe(201);
    const note = await parley.call('POST', `/workspaces/${desk.workspace.id}/inbox/${desk.conversationId}/notes`, {
      token: desk.author.secret,
      body: { content: 'y', attachmentIds: [one.id] },
    });
    expect(note.status).toBe(201);
  });

  it('is changed as a whole: what is named stays or is added, what is not goes', async () => {
    const [one, two] = [await upload('one'), await upload('two')];
    const savedReplyId = await keep(one.id);
    const change = (expectedVersion: number, attachmentIds: string[]) =>
      saved('PATCH', `/${savedReplyId}`, { expectedVersion, attachmentIds });
    expect((await change(1, [one.id])).body.version).toBe(1);
    const { body } = await change(1, [two.id]);
    expect([body.version, body.attachments]).toMatchObject([2, [{ id: two.id, sizeBytes: 3 }]]);
    for (const attachmentIds of [[one.id], [randomUUID()]]) {
      const refused = await change(2, attachmentIds);
      expect([refused.status, refused.body.code, refused.body.details[0].path]).toEqual([
        400,
        'association_invalid',
        '/attachmentIds/0',
      ]);
    }
    await sweep();
    expect(await rows()).toEqual([{ n: 1, own: 1 }]);
  });

  it('has them in the order of the request, and so has what is written with it', async () => {
    const [one, two, three] = [await upload('1', '1.txt'), await upload('22', '2.txt'), await upload('333', '3.txt')];
    const savedReplyId = await keep(two.id, one.id);
    const namesOf = (files: unknown): string[] => (files as { fileName: string }[]).map(({ fileName }) => fileName);
    const listed = async (): Promise<string[]> => namesOf((await saved('GET', '')).body.savedReplies[0].attachments);
    expect(await listed()).toEqual(['2.txt', '1.txt']);
    const change = { expectedVersion: 1, attachmentIds: [three.id, one.id, two.id] };
    expect((await saved('PATCH', `/${savedReplyId}`, change)).body.version).toBe(2);
    const order = { expectedVersion: 2, attachmentIds: [one.id, three.id, two.id] };
    expect((await saved('PATCH', `/${savedReplyId}`, order)).body.version).toBe(3);
    expect(await listed()).toEqual(['1.txt', '3.txt', '2.txt']);
    expect((await desk.reply({ content: undefined, savedReplyId, channel: 'email' })).status).toBe(201);
    expect(namesOf((await newest()).attachments)).toEqual(['1.txt', '3.txt', '2.txt']);
  });

  it('gives nothing to members who cannot use it here', async () => {
    const { id } = await upload('secret');
    const { body } = await saved('POST', '', { name: 'a', content: 'x', visibility: 'private', attachmentIds: [id] });
    const refused = await desk.reply({ attachmentIds: [id] }, await desk.member());
    expect([refused.status, refused.body.details[0].path]).toEqual([400, '/attachmentIds/0']);
    expect((await desk.reply({ attachmentIds: [id] })).status).toBe(201);
    const other = await anAgent(parley, desk.workspace, desk.admin);
    await saved('PATCH', `/${body.id}`, { expectedVersion: 1, agentIds: [other.id] });
    expect((await desk.reply({ attachmentIds: [id] })).status).toBe(400);
  });

  it('frees the files of a private one when its member leaves, and counts shared bytes once', async () => {
    const leaving = await desk.member();
    const file = await upload(Buffer.alloc(1_000, 'x'), 'a.txt', leaving);
    const input = { name: 'a', content: 'x', visibility: 'private', attachmentIds: [file.id] };
    expect((await saved('POST', '', input, leaving)).status).toBe(201);
    await desk.reply({ attachmentIds: [file.id] }, leaving);
    const plans = parley.get(PlansService);
    const limit = plans.limit.bind(plans);
    jest
      .spyOn(plans, 'limit')
      .mockImplementation((plan, name) => (name === 'storageBytes' ? 1_010 : limit(plan, name)));
    const { id: unused } = await upload('y');
    jest.restoreAllMocks();
    const uploads = `/workspaces/${desk.workspace.id}/inbox/files`;
    await parley.call('DELETE', `${uploads}/${unused}`, { token: desk.author.secret });
    const path = `/workspaces/${desk.workspace.id}/members/${leaving.memberId}`;
    expect((await parley.call('DELETE', path, { token: desk.admin.secret })).status).toBe(200);
    await parley.database.query('DELETE FROM conversations WHERE workspace_id = $1', [desk.workspace.id]);
    await sweep();
    await sweep();
    expect(await rows()).toEqual([{ n: 0, own: 0 }]);
  });
});
