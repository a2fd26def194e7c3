import { aMail, MAIL_SETTINGS, takeIn } from '../factories/mail';
import { MailDesk, person } from '../factories/mail-fixtures';
import { type Parley, startParley } from '../support/parley';
import { EICAR, TestClamd } from '../support/virus-scanner';

interface Item {
  id: string;
  content: string;
  attachments: { id: string; fileName: string; status: string; scan: string | null; inline: boolean }[];
}

let clamd: TestClamd;
let parley: Parley;
let desk: MailDesk;
beforeAll(async () => {
  clamd = await TestClamd.start();
  parley = await startParley({ settings: { ...MAIL_SETTINGS, FILES_SCANNER: clamd.setting } });
  desk = await MailDesk.of(parley);
});
afterAll(async () => {
  await parley.stop();
  await clamd.stop();
});

const file = (name: string, bytes: Buffer): string =>
  `--b\nContent-Type: application/octet-stream; name="${name}"\nContent-Disposition: attachment\n` +
  `Content-Transfer-Encoding: base64\n\n${bytes.toString('base64').replace(/(.{76})/g, '$1\n')}\n`;

async function arrived(parts: string): Promise<{ conversationId: string; read: () => Promise<Item> }> {
  const text = `--b\nContent-Type: text/plain\n\nSee the files.\n${parts}--b--`;
  const mail = aMail({ from: person(), headers: { 'Content-Type': 'multipart/mixed; boundary="b"' }, text });
  const { conversationId } = await takeIn(parley, mail, { recipient: desk.intake });
  const path = `/workspaces/${desk.workspace.id}/inbox/${conversationId}/messages`;
  const read = async (): Promise<Item> =>
    (await parley.call('GET', path, { token: desk.admin.secret })).body.messages[0] as Item;
  return { conversationId: conversationId!, read };
}

async function statusOfDownload(conversationId: string, messageId: string, id: string): Promise<number> {
  const path = `/workspaces/${desk.workspace.id}/inbox/${conversationId}/messages/${messageId}/attachments/${id}`;
  const response = await fetch(`${parley.url}/api/v1${path}`, {
    headers: { authorization: `Bearer ${desk.admin.secret}` },
  });
  await response.arrayBuffer();
  return response.status;
}

async function scanAgain(): Promise<void> {
  await desk.rows(
    'UPDATE files SET work_due_at = now() WHERE work_due_at IS NOT NULL AND workspace_id = $1',
    desk.workspace.id,
  );
  await parley.drain();
}

describe('files of incoming email', () => {
  it('are scanned: the text is there at once, an infected file loses its bytes, and the others can be read', async () => {
    clamd.isAway = true;
    const large = Buffer.alloc(1_200_000, 'figures\n');
    const { conversationId, read } = await arrived(file('invoice.pdf', EICAR) + file('figures.csv', large));
    const before = await read();
    expect(before.content).toBe('See the files.');
    expect(before.attachments.map(({ fileName, status, scan }) => [fileName, status, scan])).toEqual([
      ['invoice.pdf', 'scanning', null],
      ['figures.csv', 'scanning', null],
    ]);
    const statuses = (): Promise<number[]> =>
      Promise.all(before.attachments.map(({ id }) => statusOfDownload(conversationId, before.id, id)));
    expect(await statuses()).toEqual([409, 409]);
    clamd.isAway = false;
    clamd.scanned.length = 0;
    await scanAgain();
    expect((await read()).attachments.map(({ status, scan }) => [status, scan])).toEqual([
      ['infected', 'infected'],
      ['ready', 'clean'],
    ]);
    expect(clamd.scanned.map(({ length }) => length).sort()).toEqual([EICAR.length, large.length].sort());
    expect(await statuses()).toEqual([409, 200]);
    const events = await desk.rows(
      `SELECT data FROM inbox_events WHERE conversation_id = $1 AND type = 'message.updated'`,
      conversationId,
    );
    expect(events).toHaveLength(2);
    expect(events[0]!['data']).toMatchObject({ messageId: before.id, channel: 'email', lifecycleStatus: null });
    expect(
      await desk.rows(
        'SELECT count(*)::int AS n FROM file_pieces p JOIN files f ON f.id = p.file_id WHERE f.conversation_id = $1',
        conversationId,
      ),
    ).toEqual([{ n: 3 }]);
  });

  it('go with their conversation', async () => {
    const { conversationId } = await arrived(file('figures.csv', Buffer.alloc(100_000)));
    await parley.drain();
    await desk.rows('DELETE FROM conversations WHERE id = $1', conversationId);
    expect(await desk.rows('SELECT id FROM files WHERE conversation_id = $1', conversationId)).toEqual([]);
  });
});
