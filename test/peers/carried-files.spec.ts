import PostalMime from 'postal-mime';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { PlansService } from '../../src/workspaces/plans/plans.service';
import { InboxDesk } from '../factories/inbox-fixtures';
import { PNG, uploaded, type UploadedFile } from '../factories/inbox-file';
import { type Parley, startParley } from '../support/parley';
import { TestSmtpServer } from '../support/smtp-server';

let server: TestSmtpServer;
let parley: Parley;
let desk: InboxDesk;
beforeAll(async () => {
  server = await TestSmtpServer.start();
  parley = await startParley({
    settings: { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_MAX_BYTES: '4194304' },
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

async function items(): Promise<{ id: string; role: string; attachments: Record<string, unknown>[] }[]> {
  return (await desk.call('GET')).body.messages;
}

async function download(messageId: string, fileId: string, query = ''): Promise<{ response: Response; bytes: Buffer }> {
  const url = `${parley.url}/api/v1${desk.path}/${messageId}/attachments/${fileId}${query}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${desk.author.secret}` } });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Files that mail programs and encodings are known to change. */
const FILES: [string, Buffer][] = [
  ['Größe "1" – 日本語; a=b.txt', Buffer.from(`one\ntwo\r\nthree\rfour ${'x'.repeat(2_000)}\n.\nFrom me\n`)],
  ['picture.png', PNG],
  ['noise.bin', randomBytes(900_001)],
  ['mail.eml', Buffer.from('From: a@example.com\nSubject: x\n\nHello\n')],
];

describe('replyToConversation with files', () => {
  it('sends them by email, byte for byte, and lists them with the message, in the order of the request', async () => {
    const files: UploadedFile[] = [];
    // Which upload begins first is chance where several are chosen at once.
    for (const [fileName, bytes] of [...FILES].reverse()) files.unshift(await upload(bytes, fileName));
    const attachmentIds = files.map(({ id }) => id);
    const reply = await desk.reply({ content: 'Grüße, see\nhere', channel: 'email', attachmentIds });
    expect([reply.status, reply.body.attachmentIds]).toEqual([201, undefined]);
    expect((await desk.dispatched(reply.body.id)).body.message.lifecycleStatus).toBe('sent');

    const [mail] = server.received;
    const read = await PostalMime.parse(Buffer.from(mail!.raw, 'latin1'));
    expect(read.text?.trimEnd()).toBe('Grüße, see\nhere');
    expect(read.attachments.map(({ filename, disposition }) => [filename, disposition])).toEqual(
      FILES.map(([fileName]) => [fileName.replaceAll('/', ''), 'attachment']),
    );
    read.attachments.forEach(({ content }, at) => {
      const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
      expect(bytes.equals(FILES[at]![1])).toBe(true);
    });
    expect(mail!.raw).not.toMatch(/[^\r]\n|\r[^\n]|[\x80-\xff]/);

    const [item] = await items();
    expect(item!.attachments).toEqual(
      files.map(({ id, fileName, mediaType, sizeBytes, sha256, previewable }) => {
        return {
          id,
          fileName,
          mediaType,
          sizeBytes,
          sha256,
          previewable,
          inline: false,
          status: 'ready',
          scan: 'none',
        };
      }),
    );
  });

  it('sends the same bytes again after a failure, an edit and a retry', async () => {
    desk = await InboxDesk.open(parley, { email: 'defer-recipient@example.com' });
    const bytes = randomBytes(10_000);
    const { id } = await upload(bytes, 'noise.bin');
    const { body } = await desk.reply({ channel: 'email', attachmentIds: [id] });
    const edited = await desk.edit(body.id, 1, 'It weighs much.');
    expect(edited.status).toBe(200);
    await parley.database.query(
      `UPDATE replies SET status = 'failed', envelope = jsonb_set(envelope, '{recipient}', '"ann@example.com"') WHERE message_id = $1`,
      [body.id],
    );
    const { version } = (
      await parley.database.query('SELECT version::int FROM replies WHERE message_id = $1', [body.id])
    )[0];
    expect((await desk.retry(body.id, version)).status).toBe(200);
    await parley.drain();
    const read = await PostalMime.parse(Buffer.from(server.received[0]!.raw, 'latin1'));
    expect(read.text?.trim()).toBe('It weighs much.');
    expect(Buffer.from(read.attachments[0]!.content as ArrayBuffer).equals(bytes)).toBe(true);
  });

  it('400 for a file of another member, an unknown one, one that is used, and one twice; nothing is written', async () => {
    const mine = await upload('x');
    const theirs = await upload('x', 'a.txt', await desk.member());
    const before = await items();
    for (const attachmentIds of [
      [mine.id, theirs.id],
      [mine.id, randomUUID()],
    ]) {
      const { status, body } = await desk.reply({ attachmentIds });
      expect([status, body.code, body.details]).toMatchObject([
        400,
        'association_invalid',
        [{ path: '/attachmentIds/1', code: 'association_invalid' }],
      ]);
    }
    for (const attachmentIds of [[mine.id, mine.id], ['x'], Array.from({ length: 11 }, () => randomUUID())]) {
      expect((await desk.reply({ attachmentIds })).body.code).toBe('validation_failed');
    }
    expect(await items()).toEqual(before);
    // It was never taken by a request that was refused.
    const both = await Promise.all([
      desk.reply({ attachmentIds: [mine.id] }),
      desk.reply({ attachmentIds: [mine.id] }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect((await desk.reply({ attachmentIds: [mine.id] })).status).toBe(400);
    const got = await parley.call('GET', `/workspaces/${desk.workspace.id}/inbox/files/${mine.id}`, {
      token: desk.author.secret,
    });
    expect(got.status).toBe(404);
  });

  it('413 for more than MAIL_MAX_BYTES as an email is encoded, not in the widget', async () => {
    const { id } = await upload(randomBytes(3_000_000), 'noise.bin');
    const large = await desk.reply({ channel: 'email', attachmentIds: [id] });
    expect([large.status, large.body.code]).toEqual([413, 'payload_too_large']);
    expect(large.body.error).toContain('4194304');
    expect((await desk.reply({ channel: 'widget', attachmentIds: [id] })).status).toBe(201);
  });

  it('keeps the files of a reply that is undone', async () => {
    const { id } = await upload('x');
    const { body } = await desk.reply({ attachmentIds: [id] });
    expect((await desk.undo(body.id, 1)).status).toBe(200);
    expect((await download(body.id, id)).bytes.toString()).toBe('x');
  });
});

describe('createInboxNote with files', () => {
  it('lists and gives them to members, and never to the customer', async () => {
    const { id, sha256 } = await upload('a,b\n', 'figures.csv');
    const path = `/workspaces/${desk.workspace.id}/inbox/${desk.conversationId}/notes`;
    const body = { content: 'As discussed.', attachmentIds: [id] };
    const note = await parley.call('POST', path, { token: desk.author.secret, body });
    expect(note.status).toBe(201);
    const again = await parley.call('POST', path, { token: desk.author.secret, body });
    expect([again.status, again.body.details[0].path]).toEqual([400, '/attachmentIds/0']);
    const [item] = await items();
    expect(item).toMatchObject({ role: 'note', attachments: [{ id, fileName: 'figures.csv', sha256 }] });
    expect((await download(note.body.id, id)).bytes.toString()).toBe('a,b\n');
    expect((await desk.get(note.body.id)).status).toBe(404);
  });
});

describe('getInboxAttachment of an uploaded file', () => {
  it('gives it to save; an image also to show', async () => {
    const [text, image] = [await upload('<script>', 'a.html'), await upload(PNG, 'a.svg')];
    const { body } = await desk.reply({ attachmentIds: [text.id, image.id] });
    const saved = await download(body.id, image.id);
    const shown = await download(body.id, image.id, '?preview=true');
    for (const { response, bytes } of [saved, shown]) {
      expect(bytes.equals(PNG)).toBe(true);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-disposition': `attachment; filename="a.svg"; filename*=UTF-8''a.svg`,
        'content-security-policy': 'sandbox',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'content-length': String(PNG.length),
      });
    }
    expect([saved, shown].map(({ response }) => response.headers.get('content-type'))).toEqual([
      'application/octet-stream',
      'image/png',
    ]);
    const refused = await download(body.id, text.id, '?preview=true');
    expect([refused.response.status, JSON.parse(refused.bytes.toString()).code]).toEqual([400, 'validation_failed']);
    const large = await upload(randomBytes(1_200_000), 'noise.bin');
    const { body: other } = await desk.reply({ channel: 'widget', attachmentIds: [large.id] });
    const { bytes } = await download(other.id, large.id);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(large.sha256);
    expect((await download(body.id, large.id)).response.status).toBe(404);
  });

  it('goes with its conversation, and counts for the plan until then', async () => {
    const { id, sizeBytes } = await upload(Buffer.alloc(600_000, 'x'));
    await desk.reply({ attachmentIds: [id] });
    const plans = parley.get(PlansService);
    const limit = plans.limit.bind(plans);
    jest
      .spyOn(plans, 'limit')
      .mockImplementation((plan, name) => (name === 'storageBytes' ? sizeBytes : limit(plan, name)));
    await expect(upload('x')).rejects.toThrow('403');
    const contacts = `/workspaces/${desk.workspace.id}/contacts`;
    const found = await parley.call('GET', contacts, { token: desk.admin.secret });
    const subject = `${contacts}/${found.body.contacts[0].id}/erasure`;
    const preview = await parley.call('GET', subject, { token: desk.admin.secret });
    expect(preview.body.records.files).toBe(1);
    const body = { confirm: preview.body.confirmation };
    const erased = await parley.call('POST', subject, { token: desk.admin.secret, body });
    expect(erased.status).toBeLessThan(300);
    await parley.drain();
    expect(
      await parley.database.query('SELECT count(*)::int AS n FROM file_pieces WHERE workspace_id = $1', [
        desk.workspace.id,
      ]),
    ).toEqual([{ n: 0 }]);
    expect((await upload('x')).id).toBeDefined();
    jest.restoreAllMocks();
  });
});
