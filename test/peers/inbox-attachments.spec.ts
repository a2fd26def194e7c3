import { randomBytes, randomUUID } from 'node:crypto';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential, type IssuedCredential } from '../factories/credential';
import { aMail, anAttachment, intakeOf, MAIL_SETTINGS, takeIn } from '../factories/mail';
import { aMember } from '../factories/member';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let admin: IssuedCredential;
let workspace: { id: string };
let agent: { id: string };

beforeAll(async () => {
  parley = await startParley({ settings: MAIL_SETTINGS });
  admin = await aCredential(parley, await anAccount(parley));
  workspace = await aWorkspace(parley, admin);
  agent = await anAgent(parley, workspace, admin);
});
afterAll(() => parley.stop());

/** A mail with HTML that refers to one of its parts. */
function withParts(): string {
  const head = aMail({ headers: { 'Content-Type': 'multipart/mixed; boundary="b"' } }).split('\r\n\r\n')[0];
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const parts = [
    'Content-Type: text/html\r\n\r\n<p>See <img src="cid:shown@example.com"></p>',
    `Content-Type: image/png; name="shown.png"\r\nContent-ID: <shown@example.com>\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n\r\n${png}`,
    `Content-Type: image/png; name="not-shown.png"\r\nContent-ID: <other@example.com>\r\nContent-Disposition: inline\r\nContent-Transfer-Encoding: base64\r\n\r\n${png}`,
    `Content-Type: application/pdf; name="../../etc/\u0007pass.pdf"\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n\r\n${png}`,
    'Content-Type: text/csv; name="figures.csv"\r\nContent-Disposition: attachment\r\n\r\na,b\r\n1,2',
    'Content-Type: application/x-msdownload; name="run.exe"\r\nContent-Disposition: attachment\r\n\r\nwhatever',
  ];
  return `${head}\r\n\r\n${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`;
}

const path = (conversationId: string, messageId: string) =>
  `/workspaces/${workspace.id}/inbox/${conversationId}/messages/${messageId}/attachments`;

describe('getInboxAttachment', () => {
  it('gives what came with a mail: by its content, and inline only where the text shows it', async () => {
    const { conversationId, messageId } = await takeIn(parley, withParts(), { recipient: intakeOf(parley, agent) });
    const listed = await parley.call('GET', `/workspaces/${workspace.id}/inbox/${conversationId}/messages`, {
      token: admin.secret,
    });
    const { attachments } = listed.body.messages[0];
    expect(attachments).toMatchObject([
      { fileName: 'shown.png', mediaType: 'image/png', inline: true },
      { fileName: 'not-shown.png', mediaType: 'image/png', inline: false },
      { fileName: 'pass.pdf', mediaType: 'image/png', inline: false },
      { fileName: 'figures.csv', mediaType: 'text/csv', sizeBytes: 8, inline: false },
      { fileName: 'run.exe', mediaType: 'application/octet-stream', inline: false },
    ]);
    const file = await parley.call('GET', `${path(conversationId!, messageId!)}/${attachments[3].id}`, {
      token: admin.secret,
    });
    expect([file.status, file.text]).toEqual([200, 'a,b\n1,2\n']);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="figures.csv"; filename*=UTF-8''figures.csv`,
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-length': '8',
    });
  });

  it('gives large ones whole, and any name', async () => {
    const { conversationId, messageId } = await takeIn(parley, aMail(), { recipient: intakeOf(parley, agent) });
    const place = { workspaceId: workspace.id, conversationId: conversationId!, messageId: messageId! };
    const bytes = randomBytes(400_000);
    const id = await anAttachment(parley, place, { fileName: 'Größe "1".bin', bytes });
    const url = `${parley.url}/api/v1${path(conversationId!, messageId!)}/${id}`;
    const file = await fetch(url, { headers: { authorization: `Bearer ${admin.secret}` } });
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename="Gr__e _1_.bin"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.bin`,
    );
  });

  it('404 to callers who do not see the conversation, and for the attachment of another message', async () => {
    const one = await takeIn(parley, aMail(), { recipient: intakeOf(parley, agent) });
    const other = await takeIn(parley, aMail(), { recipient: intakeOf(parley, agent) });
    const place = { workspaceId: workspace.id, conversationId: one.conversationId!, messageId: one.messageId! };
    const id = await anAttachment(parley, place);
    const member = await aMember(parley, workspace, await anAccount(parley), { restrictedAgentIds: [randomUUID()] });
    const restricted = await aCredential(parley, member);
    const get = async (token: string, of: { conversationId: string | null; messageId: string | null }) =>
      (await parley.call('GET', `${path(of.conversationId!, of.messageId!)}/${id}`, { token })).status;
    expect(await get(admin.secret, one)).toBe(200);
    expect(await get(restricted.secret, one)).toBe(404);
    expect(await get(admin.secret, other)).toBe(404);
    expect(await get(admin.secret, { ...one, messageId: other.messageId })).toBe(404);
  });
});
