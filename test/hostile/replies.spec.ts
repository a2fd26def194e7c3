import PostalMime, { type Email } from 'postal-mime';
import { newId } from '../../src/common/database/uuid';
import { MailThreadsRepository } from '../../src/email/threads/mail-threads.repository';
import { InboxDesk } from '../factories/inbox-fixtures';
import { type Parley, startParley } from '../support/parley';
import { TestSmtpServer } from '../support/smtp-server';

const INJECTED = 'Hi\r\nBcc: eve@evil.example\r\nX-Evil: yes\r\n\r\nAnother body';
const RIGHT_TO_LEFT = '\u202etxt.exe\u2066 \u200fabc\u2069';

let server: TestSmtpServer;
let parley: Parley;
let desk: InboxDesk;
beforeAll(async () => {
  server = await TestSmtpServer.start();
  parley = await startParley({ settings: { SMTP_URL: `smtp://127.0.0.1:${server.port}` } });
});
afterAll(async () => {
  await parley.stop();
  await server.stop();
});
beforeEach(async () => {
  desk = await InboxDesk.open(parley);
  server.received.length = 0;
});

/** The one mail that has left, whose headers are those of every reply, each once, in lines that any server takes. */
async function mailOf(content: string): Promise<Email> {
  const { status, body } = await desk.reply({ content, channel: 'email' });
  expect(status).toBe(201);
  expect((await desk.dispatched(body.id)).body.message.lifecycleStatus).toBe('sent');
  expect(server.received).toHaveLength(1);
  const { raw, to } = server.received[0]!;
  expect(to).toBe('ann@example.com');
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'));
  expect(head).toMatch(/^[\x20-\x7e\r\n\t]*$/);
  expect(Math.max(...raw.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(998);
  const email = await PostalMime.parse(raw);
  const names = email.headers.map(({ key }) => key);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => /^(bcc|cc|x-evil)$/.test(name))).toEqual([]);
  expect(email.to).toEqual([expect.objectContaining({ address: 'ann@example.com' })]);
  expect([email.from?.address, email.attachments]).toEqual([expect.stringMatching(/^[^\s<>]+$/), []]);
  return email;
}
const textOf = ({ text = '' }: Email): string => text.replace(/\n$/, '');

it.each([
  ['the end of a mail and another one', 'Hi\r\n.\r\nMAIL FROM:<eve@evil.example>\r\nRCPT TO:<bob@example.com>\r\nDATA'],
  ['headers', INJECTED],
  ['the end of a part', 'Hi\r\n--boundary--\r\nContent-Type: text/html\r\n\r\n<script>alert(1)</script>'],
])('a text that looks like %s is the text of one mail', async (_what, content) => {
  const email = await mailOf(content);
  expect(email.html).toBeUndefined();
  for (const line of content.split('\r\n')) expect(textOf(email)).toContain(line);
});

it('a text of 25,000 astral characters, and one that runs backwards, arrive whole', async () => {
  expect(textOf(await mailOf('🙂'.repeat(25_000)))).toBe('🙂'.repeat(25_000));
  server.received.length = 0;
  expect(textOf(await mailOf(RIGHT_TO_LEFT))).toBe(RIGHT_TO_LEFT);
});

it.each([
  ['a lone surrogate', 'a\ud800b'],
  ['the other half alone', 'a\udc00b'],
  ['U+0000', 'a\u0000b'],
  ['a character too many', '🙂'.repeat(25_001)],
])('%s is refused, and nothing is written', async (_what, content) => {
  const { status, body } = await desk.reply({ content, channel: 'email' });
  expect([status, body.code, body.details[0].path]).toEqual([400, 'validation_failed', '/content']);
  await parley.drain();
  expect(server.received).toEqual([]);
  const written = 'SELECT FROM replies WHERE workspace_id = $1';
  expect(await parley.database.query(written, [desk.workspace.id])).toEqual([]);
});

it('the subject of a customer’s mail starts no header and has no control character', async () => {
  const { workspace, conversationId, agent } = desk;
  const messageId = newId();
  await parley.database.query(
    `INSERT INTO messages (workspace_id, conversation_id, id, role, channel, content)
     VALUES ($1, $2, $3, 'customer', 'email', 'Hi')`,
    [workspace.id, conversationId, messageId],
  );
  await parley.get(MailThreadsRepository).insert({
    ...{ workspaceId: workspace.id, conversationId, messageId, agentId: agent.id, mailId: '<1@mail.example>' },
    ...{
      referenceIds: [],
      receivers: [],
      subject: INJECTED,
      replyTo: 'ann@example.com',
      automatic: false,
      answerable: true,
    },
  });
  const { subject } = await mailOf('Yes.');
  expect(subject).toMatch(/^Re: Hi/);

  expect(subject).not.toMatch(/[\u0000-\u001f\u007f]/);
});

it('the name of an agent starts no header and is no other address', async () => {
  const name = `Desk <eve@evil.example>${INJECTED}`;
  await parley.database.query('UPDATE agents SET name = $2 WHERE workspace_id = $1', [desk.workspace.id, name]);
  const { from } = await mailOf('Yes.');
  expect(from?.address).not.toContain('evil');

  expect(from?.name).not.toMatch(/[\u0000-\u001f\u007f]/);
});

it('a signature of 2,000 astral characters arrives behind the text, and one more is refused', async () => {
  const token = desk.author.secret;
  const sign = async (length: number): Promise<number> =>
    (await parley.call('PATCH', '/account/preferences', { token, body: { signature: '🙂'.repeat(length) } })).status;
  expect([await sign(2_001), await sign(2_000)]).toEqual([400, 200]);
  expect(textOf(await mailOf('Yes.'))).toBe(`Yes.\n-- \n${'🙂'.repeat(2_000)}`);
});
