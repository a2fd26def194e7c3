import { ExpiredRows } from '../../src/common/jobs/expired-rows';
import { anAccount } from '../factories/account';
import { aCredential } from '../factories/credential';
import { aMail, handOver, MAIL_SETTINGS, takeIn } from '../factories/mail';
import { MailDesk, person } from '../factories/mail-fixtures';
import { aMember } from '../factories/member';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: MailDesk;

beforeAll(async () => {
  parley = await startParley({ settings: MAIL_SETTINGS });
  desk = await MailDesk.of(parley);
});
afterAll(() => parley.stop());

/** More than two chunks. */
const LONG = aMail({ from: person(), text: 'Where is my order? ✓ '.repeat(80_000) });

async function messageOf(mail: string): Promise<string> {
  const { conversationId, messageId } = await takeIn(parley, mail, { recipient: desk.intake });
  return `/workspaces/${desk.workspace.id}/inbox/${conversationId}/messages/${messageId}/raw`;
}

const download = (path: string, token = desk.admin.secret): Promise<Response> =>
  fetch(`${parley.url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });

describe('getRawMail', () => {
  it.each([aMail({ from: person(), text: 'Grüße' }), LONG])(
    '200 with every byte as a file that nothing opens',
    async (mail) => {
      const response = await download(await messageOf(mail));
      expect(response.status).toBe(200);
      expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(mail))).toBe(true);
      expect(response.headers.get('content-type')).toBe('application/octet-stream');
      expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[0-9a-f-]{36}\.eml"/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-security-policy')).toBe('sandbox');
      expect(response.headers.get('cache-control')).toBe('no-store');
    },
  );

  it('403 to who is no admin, and 404 to another workspace', async () => {
    const path = await messageOf(aMail({ from: person() }));
    const member = await aCredential(parley, await aMember(parley, desk.workspace, await anAccount(parley)));
    expect((await download(path, member.secret)).status).toBe(403);
    const other = await MailDesk.of(parley);
    expect((await download(path, other.admin.secret)).status).toBe(404);
    const elsewhere = path.replace(desk.workspace.id, other.workspace.id);
    expect((await download(elsewhere, other.admin.secret)).status).toBe(404);
  });

  it('404 once the email was deleted, and for what was no email', async () => {
    const path = await messageOf(aMail({ from: person() }));
    const messageId = path.split('/').at(-2)!;
    await desk.rows(
      `UPDATE inbound_mails SET received_at = now() - interval '31 days' WHERE message_id = $1`,
      messageId,
    );
    expect((await download(path)).status).toBe(200);
    await parley.get(ExpiredRows).runOnce();
    expect((await download(path)).status).toBe(404);
    const content = { content: 'We have found it.' };
    const base = path.slice(0, path.lastIndexOf('/', path.length - 5));
    const { body } = await parley.call('POST', base, { token: desk.admin.secret, body: content });
    expect((await download(`${base}/${body.id as string}/raw`)).status).toBe(404);
  });
});

describe('getRawQuarantinedMail', () => {
  it('200 with what was put aside, and 404 once it was taken in', async () => {
    const mail = aMail({ from: 'no-reply@shop.example' });
    const { body } = await handOver(parley, mail, { recipient: desk.intake });
    await parley.drain();
    const path = `/workspaces/${desk.workspace.id}/quarantined-mail/${body.inboundMailId}`;
    expect(await (await download(`${path}/raw`)).text()).toBe(mail);
    await parley.call('POST', `${path}/replay`, { token: desk.admin.secret });
    await parley.drain();
    expect((await download(`${path}/raw`)).status).toBe(404);
  });
});
