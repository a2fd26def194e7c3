import { randomUUID } from 'node:crypto';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential, type IssuedCredential } from '../factories/credential';
import { aMail, fateOf, handOver, intakeOf, MAIL_SETTINGS, takeIn } from '../factories/mail';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let admin: IssuedCredential;
let workspace: { id: string };
let agent: { id: string };

beforeAll(async () => {
  parley = await startParley({ settings: { ...MAIL_SETTINGS, MAIL_INBOUND_MAX_BYTES: '65536' } });
  admin = await aCredential(parley, await anAccount(parley));
  workspace = await aWorkspace(parley, admin);
  agent = await anAgent(parley, workspace, admin);
});
afterAll(() => parley.stop());

const address = (local: string) => `${local}-${randomUUID()}@example.com`;
const open = (from: string, fields = {}) =>
  takeIn(parley, aMail({ from, ...fields }), { recipient: intakeOf(parley, agent) });
const conversation = async (id: string | null) =>
  (await parley.database.query('SELECT * FROM conversations WHERE id = $1', [id]))[0];
const messages = async (id: string | null) =>
  parley.database.query('SELECT * FROM messages WHERE conversation_id = $1 ORDER BY id', [id]);

describe('POST /internal/mail/inbound', () => {
  it('202 with an id once the mail is kept, and the same id for the same mail', async () => {
    const mail = aMail();
    const recipient = intakeOf(parley, agent);
    const first = await handOver(parley, mail, { recipient });
    expect([first.status, Object.keys(first.body)]).toEqual([202, ['inboundMailId']]);
    expect((await handOver(parley, mail, { recipient })).body).toEqual(first.body);
    await parley.drain();
    expect((await handOver(parley, mail, { recipient: recipient.toUpperCase() })).body).toEqual(first.body);
    expect((await handOver(parley, `Received: by another route\r\n${mail}`, { recipient })).body).toEqual(first.body);
    expect((await fateOf(parley, first.body.inboundMailId)).outcome).toBe('opened');
  });

  it.each([
    ['no secret', { secret: null }, 401, 'api_key_missing'],
    ['another secret', { secret: 'the-secret-of-the-mail-server-0123456788' }, 401, 'api_key_invalid'],
    ['another media type', { headers: { 'content-type': 'application/json' } }, 400, 'unsupported_media_type'],
    ['a compressed body', { headers: { 'content-encoding': 'gzip' } }, 400, 'unsupported_media_type'],
  ])('%s', async (_what, handed, status, code) => {
    const refused = await handOver(parley, aMail(), handed);
    expect([refused.status, refused.body.code]).toEqual([status, code]);
    if (status === 401) expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer realm="parley"/);
  });

  it('202 without a body, which a mail server would hand over for days, and put aside', async () => {
    const empty = await handOver(parley, '', { recipient: intakeOf(parley, agent) });
    expect([empty.status, Object.keys(empty.body)]).toEqual([202, ['inboundMailId']]);
    await parley.drain();
    expect(await fateOf(parley, empty.body.inboundMailId)).toMatchObject({
      outcome: 'quarantined',
      reason: 'no_sender',
    });
  });

  it('413 beyond MAIL_INBOUND_MAX_BYTES, and nothing stays', async () => {
    const count = async () => Number((await parley.database.query('SELECT count(*) FROM inbound_mails'))[0].count);
    const before = await count();
    expect((await handOver(parley, aMail({ text: 'x'.repeat(65_536) }))).status).toBe(413);
    expect(await count()).toBe(before);
  });
});

describe('the characters of a mail', () => {
  const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
  const mail = (headers: string[], text: string): Buffer =>
    latin(['To: support@example.com', ...headers, '', text, ''].join('\r\n'));
  const headers = (subject: string, type: string, encoding = '8bit') => [
    `From: Wim Weber <${address('wim')}>`,
    `Subject: ${subject}`,
    `Content-Type: ${type}`,
    `Content-Transfer-Encoding: ${encoding}`,
  ];

  it.each([
    [
      'windows-1252, with its punctuation',
      mail(
        headers('=?windows-1252?Q?It=92s_=80_249?=', 'text/plain; charset=windows-1252', 'quoted-printable'),
        'It=92s =80 249 =96 =93not included=94=85 Brand=99',
      ),
      'It’s € 249',
      'It’s € 249 – “not included”… Brand™',
    ],
    [
      'windows-1252 that is declared as ISO-8859-1',
      mail(headers('=?iso-8859-1?B?gCAyNDk=?=', 'text/html; charset=ISO-8859-1'), '<p>It\x92s \x80 249</p>'),
      '€ 249',
      'It’s € 249',
    ],
    [
      'ISO-2022-JP without a label',
      mail(headers('=?ISO-2022-JP?B?GyRCJUYlOSVIGyhC?=', 'text/plain', '7bit'), '\x1b$B%F%9%H\x1b(B'),
      'テスト',
      'テスト',
    ],
    [
      'Latin-1 that is declared as UTF-8',
      mail(headers('=?utf-8?Q?Gr=FC=DFe?=', 'text/plain; charset=utf-8'), 'Gr\xfc\xdfe aus K\xf6ln'),
      'Grüße',
      'Grüße aus Köln',
    ],
    [
      'UTF-8 that is declared as Latin-1',
      mail(headers('=?iso-8859-1?B?R3LDvMOfZQ==?=', 'text/plain; charset=iso-8859-1'), latin1Of('Grüße aus Köln ✓')),
      'Grüße',
      'Grüße aus Köln ✓',
    ],
    [
      'headers that are not encoded, in the encoding of the text',
      mail(headers('\xef\xf2\xe2\xe5\xf2', 'text/plain; charset=windows-1251'), '\xef\xf2\xe2\xe5\xf2'),
      'птвет',
      'птвет',
    ],
  ])('are those of its writer: %s', async (_kind, bytes, subject, content) => {
    const fate = await takeIn(parley, bytes, { recipient: intakeOf(parley, agent) });
    expect(await conversation(fate.conversationId)).toMatchObject({ subject });
    expect(await messages(fate.conversationId)).toMatchObject([{ content }]);
  });

  it('are right in the name of a sender that is not encoded', async () => {
    const from = address('jm');
    const [, ...others] = headers('Gr\xfc\xdfe', 'text/plain; charset=iso-8859-1');
    const bytes = mail([`From: J\xfcrgen M\xfcller <${from}>`, ...others], 'K\xf6ln');
    await takeIn(parley, bytes, { recipient: intakeOf(parley, agent) });
    const [contact] = await parley.database.query('SELECT name FROM contacts WHERE email = $1', [from]);
    expect(contact).toEqual({ name: 'Jürgen Müller' });
  });
});

/** One character for each byte of the UTF-8. */
function latin1Of(text: string): string {
  return Buffer.from(text).toString('latin1');
}

describe('a mail to an agent', () => {
  it('opens a conversation with people, a contact and a support request', async () => {
    const from = address('new');
    const fate = await open(`"Ada L." <${from}>`, { subject: 'Where is my parcel?', text: 'Tell me.' });
    expect(fate.outcome).toBe('opened');
    const opened = await conversation(fate.conversationId);
    expect(opened).toMatchObject({
      workspace_id: workspace.id,
      agent_id: agent.id,
      channel: 'email',
      subject: 'Where is my parcel?',
      status: 'open',
      handler: 'human',
      live_support_request_count: 1,
    });
    const [contact] = await parley.database.query('SELECT * FROM contacts WHERE id = $1', [opened.contact_id]);
    expect(contact).toMatchObject({ email: from, name: 'Ada L.', agent_ids: [agent.id] });
    expect(await messages(fate.conversationId)).toMatchObject([
      {
        id: fate.messageId,
        role: 'customer',
        channel: 'email',
        content: 'Tell me.',
        automatic: false,
        sender: { name: 'Ada L.', address: from, relation: 'contact', verified: 'unknown' },
        // The date in the mail is not trusted: the conversation uses the time of arrival.
        written_at: new Date('2026-03-01T09:30:00.000Z'),
        created_at: opened.last_message_at,
      },
    ]);
  });

  it('is shown whole, with the place where it only quotes', async () => {
    const answer = 'Yes, blue. 🌕\n\n';
    const text = `${answer}On 2 May 2026 at 10:15, Ann <ann@example.com> wrote:\n> Is it blue?`;
    const { conversationId } = await open(address('quoting'), { text });
    const path = `/workspaces/${workspace.id}/inbox/${conversationId}/messages`;
    const { body } = await parley.call('GET', path, { token: admin.secret });
    expect(body.messages).toMatchObject([{ content: text, quotedFrom: answer.length }]);
  });
});
