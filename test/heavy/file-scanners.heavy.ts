import { randomBytes } from 'node:crypto';
import { aMail, MAIL_SETTINGS, takeIn } from '../factories/mail';
import { uploaded } from '../factories/inbox-file';
import { MailDesk, person } from '../factories/mail-fixtures';
import type { Reply } from '../support/call';
import { ClamAv } from '../support/clamav';
import { type Parley, startParley } from '../support/parley';
import { TestSmtpServer } from '../support/smtp-server';
import { EICAR } from '../support/virus-scanner';

const KINDS = ['clamd', 'icap', 'command'] as const;
const itRuns = ClamAv.missing === null ? it : it.skip;
if (ClamAv.missing !== null) console.log(`Scanners: skipped for want of ${ClamAv.missing}.`);

let clamav: ClamAv;
beforeAll(async () => {
  if (ClamAv.missing === null) clamav = await ClamAv.start();
}, 120_000);
afterAll(() => clamav?.stop());

describe.each(KINDS)('a scanner by %s', (kind) => {
  let server: TestSmtpServer;
  let parley: Parley;
  let desk: MailDesk;
  beforeAll(async () => {
    if (ClamAv.missing !== null) return;
    server = await TestSmtpServer.start();
    const SMTP_URL = `smtp://127.0.0.1:${server.port}`;
    parley = await startParley({ settings: { ...MAIL_SETTINGS, SMTP_URL, FILES_SCANNER: clamav.settings[kind] } });
    desk = await MailDesk.of(parley);
  });
  afterAll(async () => {
    await parley?.stop();
    await server?.stop();
  });

  const inbox = (): string => `/workspaces/${desk.workspace.id}/inbox`;
  const get = async (path: string): Promise<Reply['body']> =>
    (await parley.call('GET', path, { token: desk.admin.secret })).body;

  async function upload(bytes: Buffer): Promise<string> {
    const { body } = await uploaded(parley, `${inbox()}/files`, desk.admin.secret, { bytes, fileName: 'a.bin' });
    return body.id;
  }

  async function begun(bytes: Buffer): Promise<string> {
    const text =
      '--b\nContent-Type: text/plain\n\nSee the file.\n--b\nContent-Type: application/octet-stream; name="a.bin"\n' +
      `Content-Transfer-Encoding: base64\n\n${bytes.toString('base64').replace(/(.{76})/g, '$1\n')}\n--b--`;
    const mail = aMail({ from: person(), headers: { 'Content-Type': 'multipart/mixed; boundary="b"' }, text });
    return (await takeIn(parley, mail, { recipient: desk.intake })).conversationId!;
  }

  async function scanAgain(): Promise<void> {
    await desk.rows(
      'UPDATE files SET work_due_at = now() WHERE work_due_at IS NOT NULL AND workspace_id = $1',
      desk.workspace.id,
    );
    await parley.drain();
  }

  itRuns('finds EICAR in email that comes in, and lets other files through', async () => {
    const [bad, good] = [await begun(EICAR), await begun(randomBytes(700_000))];
    await parley.drain();
    const scans = [bad, good].map(
      async (id) => (await get(`${inbox()}/${id}/messages`))['messages'][0].attachments[0].scan,
    );
    expect(await Promise.all(scans)).toEqual(['infected', 'clean']);
  });

  itRuns('keeps EICAR out of replies, also within 20 MB', async () => {
    const large = Buffer.concat([EICAR, Buffer.alloc(20_000_000, 'x')]);
    const ids = [
      await upload(EICAR),
      await upload(large),
      await upload(randomBytes(20_000_000)),
      await upload(Buffer.alloc(1)),
    ];
    await parley.drain();
    const files = await Promise.all(ids.map((id) => get(`${inbox()}/files/${id}`)));
    expect(files.map(({ scan }) => scan)).toEqual(['infected', 'infected', 'clean', 'clean']);
  });

  itRuns('lets nothing out while it is dead, and sends once it is back', async () => {
    if (kind === 'command') return;
    const conversationId = await begun(Buffer.from('figures'));
    await parley.drain();
    server.received.length = 0;
    await clamav.killClamd();
    const [good, bad] = [await upload(Buffer.from('figures')), await upload(EICAR)];
    const path = `${inbox()}/${conversationId}/messages`;
    const reply = async (id: string): Promise<string> =>
      (await parley.call('POST', path, { token: desk.admin.secret, body: { content: 'Here', attachmentIds: [id] } }))
        .body.id;
    const [first, second] = [await reply(good), await reply(bad)];
    await desk.rows(
      `UPDATE replies SET dispatch_after_at = now() - interval '1 s' WHERE workspace_id = $1`,
      desk.workspace.id,
    );
    for (let round = 0; round < 5; round += 1) await scanAgain();
    expect(server.received.filter(({ raw }) => raw.includes('multipart/mixed'))).toEqual([]);
    const states = await Promise.all([good, bad].map((id) => desk.rows('SELECT scan FROM files WHERE id = $1', id)));
    expect(states.flat()).toEqual([{ scan: 'waiting' }, { scan: 'waiting' }]);
    await clamav.startClamd();
    await scanAgain();
    const statuses = [first, second].map(async (id) => (await get(`${path}/${id}`))['message'].lifecycleStatus);
    expect(await Promise.all(statuses)).toEqual(['sent', 'failed']);
    expect(server.received.filter(({ raw }) => raw.includes('multipart/mixed'))).toHaveLength(1);
  });
});
