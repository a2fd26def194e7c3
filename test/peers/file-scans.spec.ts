import { InboxDesk } from '../factories/inbox-fixtures';
import { uploaded, type UploadReply } from '../factories/inbox-file';
import { Scrape } from '../support/scrape';
import { type Parley, startParley } from '../support/parley';
import { TestSmtpServer } from '../support/smtp-server';
import { EICAR, TestClamd } from '../support/virus-scanner';

let clamd: TestClamd;
let server: TestSmtpServer;
let parley: Parley;
let desk: InboxDesk;
beforeAll(async () => {
  [clamd, server] = await Promise.all([TestClamd.start(), TestSmtpServer.start()]);
  const SMTP_URL = `smtp://127.0.0.1:${server.port}`;
  parley = await startParley({ settings: { SMTP_URL, FILES_SCANNER: clamd.setting, MANAGEMENT_PORT: '0' } });
});
afterAll(async () => {
  await parley.stop();
  await Promise.all([server.stop(), clamd.stop()]);
});
beforeEach(async () => {
  desk = await InboxDesk.open(parley);
  server.received.length = 0;
  clamd.isAway = false;
  clamd.answer = null;
});

const path = (): string => `/workspaces/${desk.workspace.id}/inbox/files`;
const upload = (bytes: Buffer | string, fileName = 'manual.txt'): Promise<UploadReply> =>
  uploaded(parley, path(), desk.author.secret, { bytes, fileName });
const file = async (id: string): Promise<Record<string, unknown>> =>
  (await parley.call('GET', `${path()}/${id}`, { token: desk.author.secret })).body;

/** The scanner is asked again at once. */
async function scanAgain(): Promise<void> {
  await parley.database.query(
    'UPDATE files SET work_due_at = now() WHERE workspace_id = $1 AND work_due_at IS NOT NULL',
    [desk.workspace.id],
  );
  await parley.drain();
}

async function download(messageId: string, fileId: string): Promise<{ status: number; code: string; text: string }> {
  const url = `${parley.url}/api/v1${desk.path}/${messageId}/attachments/${fileId}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${desk.author.secret}` } });
  const text = await response.text();
  return { status: response.status, text, code: response.ok ? '' : (JSON.parse(text) as { code: string }).code };
}

async function listed(id: string): Promise<{ heldBy: string | null; attachments: Record<string, unknown>[] }> {
  const { body } = await desk.call('GET');
  return (body.messages as { id: string; heldBy: string | null; attachments: Record<string, unknown>[] }[]).find(
    (message) => message.id === id,
  )!;
}

/** Emails to the customer. */
const sent = (): string[] => server.received.filter(({ to }) => to === 'ann@example.com').map(({ raw }) => raw);

const pieces = async (): Promise<number> => {
  const [{ n }] = await parley.database.query<[{ n: number }]>(
    'SELECT count(*)::int AS n FROM file_pieces WHERE workspace_id = $1',
    [desk.workspace.id],
  );
  return n;
};

describe('FILES_SCANNER', () => {
  it('scans what members upload, byte for byte, and lets a clean file pass', async () => {
    const bytes = Buffer.alloc(1_300_000, 'abcdefg\n');
    const { body } = await upload(bytes);
    expect([body.status, body.scan]).toEqual(['scanning', null]);
    clamd.scanned.length = 0;
    await parley.drain();
    expect(await file(body.id)).toMatchObject({ status: 'ready', scan: 'clean' });
    expect(clamd.scanned.map((scanned) => scanned.equals(bytes))).toEqual([true]);
    const reply = await desk.reply({ channel: 'widget', attachmentIds: [body.id] });
    expect(await listed(reply.body.id)).toMatchObject({
      heldBy: null,
      attachments: [{ status: 'ready', scan: 'clean' }],
    });
    expect((await download(reply.body.id, body.id)).text).toBe(bytes.toString());
  });

  it('of an infected file deletes the bytes and keeps the facts; it cannot be used', async () => {
    const { body } = await upload(EICAR, 'invoice.pdf');
    await parley.drain();
    expect(await file(body.id)).toMatchObject({ fileName: 'invoice.pdf', status: 'infected', scan: 'infected' });
    expect(await pieces()).toBe(0);
    const reply = await desk.reply({ attachmentIds: [body.id] });
    expect([reply.status, reply.body.code, reply.body.details[0].path]).toEqual([
      409,
      'file_infected',
      '/attachmentIds/0',
    ]);
    const note = { content: 'See', attachmentIds: [body.id] };
    const notes = `/workspaces/${desk.workspace.id}/inbox/${desk.conversationId}/notes`;
    expect((await parley.call('POST', notes, { token: desk.author.secret, body: note })).status).toBe(409);
    expect((await upload('clean')).status).toBe(201);
  });

  it('holds a reply until its files are clean, and sends it once then', async () => {
    clamd.isAway = true;
    const { body } = await upload('figures');
    const reply = await desk.reply({ channel: 'email', attachmentIds: [body.id] });
    expect(reply.status).toBe(201);
    const story = await desk.dispatched(reply.body.id);
    expect(story.body).toMatchObject({ heldBy: 'scan', message: { lifecycleStatus: 'queued' } });
    expect(await listed(reply.body.id)).toMatchObject({
      heldBy: 'scan',
      attachments: [{ status: 'scanning', scan: null }],
    });
    expect(await download(reply.body.id, body.id)).toMatchObject({ status: 409, code: 'file_not_ready' });
    await scanAgain();
    expect(sent()).toEqual([]);
    clamd.isAway = false;
    const heard = await desk.heardOf(scanAgain);
    expect(heard.filter((type) => type === 'message.updated').length).toBeGreaterThanOrEqual(3);
    expect((await desk.get(reply.body.id)).body).toMatchObject({ heldBy: null, message: { lifecycleStatus: 'sent' } });
    expect(sent()).toHaveLength(1);
    expect(sent()[0]).toContain(Buffer.from('figures').toString('base64'));
  });

  it('can be undone while it is held, also after its time', async () => {
    clamd.isAway = true;
    const { body } = await upload('figures');
    const reply = await desk.reply({ attachmentIds: [body.id] });
    await desk.dispatched(reply.body.id);
    expect((await desk.undo(reply.body.id, 1)).status).toBe(200);
    clamd.isAway = false;
    await scanAgain();
    expect((await desk.get(reply.body.id)).body).toMatchObject({
      heldBy: null,
      message: { lifecycleStatus: 'undone' },
    });
  });

  it('fails a reply with an infected file, and refuses to send it again', async () => {
    const [bad, good] = [await upload(EICAR), await upload('figures')];
    const reply = await desk.reply({ channel: 'email', attachmentIds: [good.body.id, bad.body.id] });
    const story = await desk.dispatched(reply.body.id);
    expect(story.body).toMatchObject({
      heldBy: null,
      failure: { class: 'file_infected' },
      message: { lifecycleStatus: 'failed' },
    });
    expect(sent()).toEqual([]);
    expect(await download(reply.body.id, bad.body.id)).toMatchObject({ status: 409, code: 'file_infected' });
    expect((await download(reply.body.id, good.body.id)).text).toBe('figures');
    const retried = await desk.retry(reply.body.id, story.body.message.lifecycleVersion);
    expect([retried.status, retried.body.code]).toEqual([409, 'file_infected']);
  });

  it('fails a reply after an hour without the scanner; a retry waits again', async () => {
    clamd.isAway = true;
    const { body } = await upload('figures');
    const reply = await desk.reply({ channel: 'email', attachmentIds: [body.id] });
    await desk.dispatched(reply.body.id);
    await parley.database.query(
      `UPDATE replies SET awaits_files_until = now() - interval '1 s' WHERE message_id = $1`,
      [reply.body.id],
    );
    await parley.database.query(`UPDATE files SET created_at = now() - interval '61 minutes' WHERE id = $1`, [body.id]);
    await scanAgain();
    const story = await desk.get(reply.body.id);
    expect(story.body).toMatchObject({
      failure: { class: 'scan_unavailable' },
      message: { lifecycleStatus: 'failed' },
    });
    expect(await listed(reply.body.id)).toMatchObject({ attachments: [{ status: 'failed', scan: null }] });
    expect(await download(reply.body.id, body.id)).toMatchObject({ status: 409, code: 'file_not_ready' });
    expect((await desk.retry(reply.body.id, story.body.message.lifecycleVersion)).status).toBe(200);
    expect((await desk.dispatched(reply.body.id)).body).toMatchObject({ heldBy: 'scan' });
    clamd.isAway = false;
    await scanAgain();
    expect((await desk.get(reply.body.id)).body.message.lifecycleStatus).toBe('sent');
    expect(sent()).toHaveLength(1);
  });

  it('takes no unclear answer for a verdict', async () => {
    const { body } = await upload('figures');
    const unclear = [
      '',
      'stream: OK',
      'OK\0',
      'stream: ERROR\0',
      'INSTREAM size limit exceeded. ERROR\0',
      'x'.repeat(200_000),
    ];
    for (const answer of unclear) {
      clamd.answer = () => answer;
      await scanAgain();
      expect([answer.slice(0, 20), (await file(body.id))['status']]).toEqual([answer.slice(0, 20), 'scanning']);
    }
    clamd.answer = null;
    await scanAgain();
    expect((await file(body.id))['status']).toBe('ready');
  });

  it('counts verdicts', async () => {
    const counted = async (result: string): Promise<number> =>
      (await Scrape.of(parley)).value('parley_file_scans_total', { result }) ?? NaN;
    // On a slow machine, files of earlier tests come before the scanner once more.
    await scanAgain();
    const before = await Promise.all(['clean', 'infected', 'failed'].map(counted));
    await Promise.all([upload('a'), upload('b'), upload(EICAR)]);
    await parley.drain();
    const refusedBefore = clamd.refused;
    clamd.isAway = true;
    await upload('c');
    await parley.drain();
    const after = await Promise.all(['clean', 'infected', 'failed'].map(counted));
    // On a slow machine, a scan that failed is tried again before the count is read.
    const refused = clamd.refused - refusedBefore;
    expect(refused).toBeGreaterThanOrEqual(1);
    expect(after.map((n, at) => n - before[at]!)).toEqual([2, 1, refused]);
  });
});
