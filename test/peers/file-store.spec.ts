import { randomBytes } from 'node:crypto';
import { ObjectSweep } from '../../src/files/store/object-sweep';
import { InboxDesk } from '../factories/inbox-fixtures';
import { PNG, uploaded, type UploadedFile } from '../factories/inbox-file';
import { type Parley, startParley } from '../support/parley';
import { Scrape } from '../support/scrape';
import { TestS3 } from '../support/s3-server';
import { TestSmtpServer } from '../support/smtp-server';

let s3: TestS3;
let server: TestSmtpServer;
let parley: Parley;
let desk: InboxDesk;
beforeAll(async () => {
  [s3, server] = await Promise.all([TestS3.start(), TestSmtpServer.start()]);
  const SMTP_URL = `smtp://127.0.0.1:${server.port}`;
  parley = await startParley({ settings: { SMTP_URL, FILES_STORE: s3.setting, MANAGEMENT_PORT: '0' } });
});
afterAll(async () => {
  await parley.stop();
  await Promise.all([server.stop(), s3.stop()]);
});
beforeEach(async () => {
  desk = await InboxDesk.open(parley);
  s3.trouble = null;
  s3.requests.length = 0;
});

async function upload(bytes: Buffer | string, fileName = 'manual.txt'): Promise<UploadedFile> {
  const path = `/workspaces/${desk.workspace.id}/inbox/files`;
  const { status, body } = await uploaded(parley, path, desk.author.secret, { bytes, fileName });
  if (status !== 201) throw new Error(`uploadInboxFile answered ${status}`);
  return body;
}

const rows = (sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
  parley.database.query(sql, values);

async function keyOf(id: string): Promise<string | null> {
  const [file] = await rows('SELECT object_key FROM files WHERE id = $1', id);
  return (file?.['object_key'] ?? null) as string | null;
}
const piecesOf = async (id: string): Promise<number> =>
  (await rows('SELECT count(*)::int AS n FROM file_pieces WHERE file_id = $1', id))[0]!['n'] as number;

/** A file in a message, moved to the store. */
async function sent(bytes: Buffer, fileName = 'a.bin'): Promise<{ messageId: string; file: UploadedFile }> {
  const file = await upload(bytes, fileName);
  const { body } = await desk.reply({ channel: 'widget', attachmentIds: [file.id] });
  await parley.drain();
  return { messageId: body.id, file };
}

function get(messageId: string, id: string, query = ''): Promise<Response> {
  const url = `${parley.url}/api/v1${desk.path}/${messageId}/attachments/${id}${query}`;
  return fetch(url, { headers: { authorization: `Bearer ${desk.author.secret}` } });
}
const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

/** What is moved or swept only later is due now. */
async function later(): Promise<void> {
  await rows(
    'UPDATE files SET work_due_at = now() WHERE work_due_at IS NOT NULL AND workspace_id = $1',
    desk.workspace.id,
  );
  await rows(`UPDATE file_objects SET put_at = now() - interval '1 hour' WHERE workspace_id = $1`, desk.workspace.id);
  await parley.drain();
}

const errors = async (): Promise<number> => (await Scrape.of(parley)).value('parley_file_store_errors_total') ?? NaN;

describe('FILES_STORE', () => {
  it('gets files after they have arrived, under random keys, by plain signed requests', async () => {
    const bytes = randomBytes(2_700_000);
    const { messageId, file } = await sent(bytes, 'figures.bin');
    const key = await keyOf(file.id);
    expect(key).toMatch(/^[\w-]{32}$/);
    expect([await piecesOf(file.id), (await s3.keys()).includes(key!)]).toEqual([0, true]);
    const put = s3.requests.find(({ line }) => line === `PUT /files/${key}`)!;
    expect(put.headers).toMatchObject({ 'content-length': '2700000', 'x-amz-content-sha256': file.sha256 });
    expect(put.headers['authorization']).toMatch(/^AWS4-HMAC-SHA256 /);
    expect(
      Object.keys(put.headers).filter((name) => /checksum|sdk|transfer-encoding|content-encoding/.test(name)),
    ).toEqual([]);
    s3.requests.length = 0;
    expect((await bytesOf(await get(messageId, file.id))).equals(bytes)).toBe(true);
    expect(s3.requests.map(({ headers }) => headers['range'])).toEqual([
      'bytes=0-1048575',
      'bytes=1048576-2097151',
      'bytes=2097152-2699999',
    ]);
  });

  it('shows images, and sends files by email, from the store', async () => {
    const { messageId, file } = await sent(PNG, 'a.png');
    const shown = await get(messageId, file.id, '?preview=true');
    expect([shown.headers.get('content-type'), (await bytesOf(shown)).equals(PNG)]).toEqual(['image/png', true]);
    const other = await upload('figures in an email');
    await parley.drain();
    expect(await keyOf(other.id)).not.toBeNull();
    const { body } = await desk.reply({ channel: 'email', attachmentIds: [other.id] });
    expect((await desk.dispatched(body.id)).body.message.lifecycleStatus).toBe('sent');
    expect(server.received.at(-1)!.raw).toContain(Buffer.from('figures in an email').toString('base64'));
  });

  it('may be away: uploads and downloads work, and files move later', async () => {
    s3.trouble = (_asked, reply) => Boolean(reply.destroy());
    const before = await errors();
    const { messageId, file } = await sent(Buffer.from('figures'));
    expect([await keyOf(file.id), await piecesOf(file.id)]).toEqual([null, 1]);
    expect(await errors()).toBeGreaterThan(before);
    expect((await bytesOf(await get(messageId, file.id))).toString()).toBe('figures');
    s3.trouble = null;
    await later();
    expect([await keyOf(file.id), await piecesOf(file.id)]).toEqual([expect.any(String), 0]);
    expect((await bytesOf(await get(messageId, file.id))).toString()).toBe('figures');
  });

  it.each<[string, TestS3['trouble']]>([
    ['refuses', (_asked, reply) => Boolean(reply.writeHead(403).end('<Error>no</Error>'))],
    [
      'takes the object and keeps nothing',
      (asked, reply) => asked.method === 'PUT' && Boolean(asked.resume().on('end', () => reply.end())),
    ],
    ['breaks off', (asked, reply) => asked.method === 'PUT' && Boolean(asked.once('data', () => reply.destroy()))],
    [
      'says another length',
      (asked, reply) => asked.method === 'HEAD' && Boolean(reply.writeHead(200, { 'content-length': '1' }).end()),
    ],
  ])('loses nothing if it %s', async (_what, trouble) => {
    s3.trouble = trouble;
    const bytes = randomBytes(1_500_000);
    const { messageId, file } = await sent(bytes);
    expect([await keyOf(file.id), await piecesOf(file.id)]).toEqual([null, 3]);
    expect((await bytesOf(await get(messageId, file.id))).equals(bytes)).toBe(true);
    s3.trouble = null;
    await later();
    expect((await bytesOf(await get(messageId, file.id))).equals(bytes)).toBe(true);
    // The second attempt took the key of the first.
    expect(await rows('SELECT key FROM file_objects WHERE file_id = $1', file.id)).toEqual([
      { key: await keyOf(file.id) },
    ]);
  });

  it('503 and counted where an object is missing, or the store is away', async () => {
    const { messageId, file } = await sent(Buffer.from('figures'));
    const before = await errors();
    s3.trouble = (_asked, reply) => Boolean(reply.destroy());
    const away = await get(messageId, file.id);
    expect([away.status, ((await away.json()) as { code: string }).code]).toEqual([503, 'file_unavailable']);
    s3.trouble = null;
    expect((await get(messageId, file.id)).status).toBe(200);
    await s3.remove((await keyOf(file.id))!);
    expect((await get(messageId, file.id)).status).toBe(503);
    expect((await errors()) - before).toBe(2);
  });

  it('breaks the transfer where a part is missing, shorter or of another place', async () => {
    const { messageId, file } = await sent(randomBytes(2_000_000));
    for (const end of [
      [404, ''],
      [206, 'short'],
      [200, 'x'.repeat(951_424)],
    ] as const) {
      s3.trouble = (asked, reply) =>
        asked.headers.range?.startsWith('bytes=1048576') === true && Boolean(reply.writeHead(end[0]).end(end[1]));
      await expect(get(messageId, file.id).then(bytesOf)).rejects.toThrow();
    }
  });

  it('loses the objects of what is erased, and the transfer of an erased file breaks', async () => {
    const { messageId, file } = await sent(randomBytes(6_000_000));
    const { file: kept } = await sent(Buffer.from('kept'));
    const key = (await keyOf(file.id))!;
    let isErased = false;
    s3.trouble = (asked, reply) => {
      if (!isErased && asked.headers.range?.startsWith('bytes=2097152')) {
        isErased = true;
        void rows('DELETE FROM files WHERE id = $1', file.id).then(() => reply.destroy());
        return true;
      }
      return false;
    };
    await expect(get(messageId, file.id).then(bytesOf)).rejects.toThrow();
    s3.trouble = null;
    await parley.drain();
    // An upload could still be under way.
    expect(await s3.keys()).toContain(key);
    await later();
    expect(await s3.keys()).not.toContain(key);
    expect(await s3.keys()).toContain(await keyOf(kept.id));
    expect(await rows('SELECT key FROM file_objects WHERE file_id = $1', file.id)).toEqual([]);
  });

  it('is swept again where the object could not be deleted', async () => {
    const { file } = await sent(Buffer.from('figures'));
    const key = (await keyOf(file.id))!;
    await rows('DELETE FROM files WHERE id = $1', file.id);
    s3.trouble = (_asked, reply) => Boolean(reply.writeHead(500).end());
    await later();
    expect(await rows('SELECT deleting FROM file_objects WHERE key = $1', key)).toEqual([{ deleting: true }]);
    s3.trouble = null;
    await parley.get(ObjectSweep).runOnce(new AbortController().signal);
    expect([await s3.keys(), await rows('SELECT deleting FROM file_objects WHERE key = $1', key)]).toEqual([
      expect.not.arrayContaining([key]),
      [],
    ]);
  });

  it('forgets the object of a file that is never sent', async () => {
    const { id } = await upload('x');
    await parley.drain();
    const key = (await keyOf(id))!;
    await rows(`UPDATE files SET due_at = now() - interval '10 minutes' WHERE id = $1`, id);
    await later();
    await later();
    expect(await s3.keys()).not.toContain(key);
  });
});
