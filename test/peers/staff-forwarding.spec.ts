import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential } from '../factories/credential';
import { aMail, intakeOf, MAIL_SETTINGS, type MailFate, type MailFields, takeIn } from '../factories/mail';
import { MailDesk, person } from '../factories/mail-fixtures';
import { aMember } from '../factories/member';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: MailDesk;
let member: { id: string; email: string };

beforeAll(async () => {
  parley = await startParley({ settings: MAIL_SETTINGS });
  desk = await MailDesk.of(parley);
  [member] = (await desk.rows(
    'SELECT m.id, a.email FROM members m JOIN accounts a ON a.id = m.account_id WHERE m.workspace_id = $1',
    desk.workspace.id,
  )) as [{ id: string; email: string }];
});
afterAll(() => parley.stop());

const checked = (from: string, result = 'pass') => ({
  'Authentication-Results': `mx.ours.example; dmarc=${result} header.from=${from.split('@')[1]}`,
});
const caseOf = (name: string): string =>
  readFileSync(join(__dirname, '../fixtures/mail-cases', `${name}.eml`), 'utf8').replace(/\r?\n/g, '\r\n');

const arrives = (mail: string, recipient = desk.intake): Promise<MailFate> => takeIn(parley, mail, { recipient });
/** A mail of the member, whom the mail server has verified. */
const forwards = (fields: MailFields, from = member.email): Promise<MailFate> =>
  arrives(
    aMail({
      from: `Ops <${from}>`,
      subject: 'Fwd: Broken kettle',
      ...fields,
      headers: { ...checked(from), ...fields.headers },
    }),
  );

/** What the team sees of a conversation: its subject, contact, and messages with notes. */
async function seen({ conversationId }: MailFate) {
  const path = `/workspaces/${desk.workspace.id}/inbox/${conversationId}`;
  const { body } = await parley.call('GET', `${path}/messages`, { token: desk.admin.secret });
  const conversation = await desk.conversation(conversationId);
  const [contact] = await desk.rows(
    'SELECT email, name FROM contacts WHERE id = $1',
    conversation.contact_id as string,
  );
  return { subject: conversation.subject as string, contact, messages: (body.messages as object[]).toReversed() };
}

const ofCarla = (address: string, content: string) => ({
  role: 'customer',
  content,
  sender: { name: 'Carla Client', address, relation: 'contact', verified: 'unknown' },
  forwardedByMemberId: member.id,
  automatic: false,
});

const BODY = 'My kettle no longer switches off.\n\nCarla';
const block = (labels: string[], address: string): string =>
  [
    `${labels[0]} Carla Client <${address}>`,
    `${labels[1]} 23 Nov 2026 09:14`,
    `${labels[2]} Broken kettle`,
    `${labels[3]} ops@example.com`,
  ].join('\n');

const CLIENTS: [string, string, (address: string) => string][] = [
  [
    'Gmail',
    'Fwd: Broken kettle',
    (a) => `---------- Forwarded message ---------\n${block(['From:', 'Date:', 'Subject:', 'To:'], a)}\n\n\n${BODY}`,
  ],
  [
    'Gmail in German',
    'Fwd: Broken kettle',
    (a) => `---------- Forwarded message ---------\n${block(['Von:', 'Date:', 'Subject:', 'To:'], a)}\n\n\n${BODY}`,
  ],
  [
    'Outlook',
    'FW: Broken kettle',
    (a) =>
      `________________________________\nFrom: Carla Client <${a}>\nSent: Monday, November 23, 2026 9:14 AM\nTo: ops@example.com <ops@example.com>\nSubject: Broken kettle\n\n${BODY}`,
  ],
  [
    'Outlook in German',
    'WG: Broken kettle',
    (a) =>
      `Von: Carla Client <${a}>\nGesendet: Montag, 23. November 2026 09:14\nAn: ops@example.com\nBetreff: Broken kettle\n\n${BODY}`,
  ],
  [
    'Outlook in French',
    'TR: Broken kettle',
    (a) =>
      `De : Carla Client <${a}>\nEnvoyé : lundi 23 novembre 2026 09:14\nÀ : ops@example.com\nObjet : Broken kettle\n\n${BODY}`,
  ],
  [
    'Outlook in Spanish',
    'RV: Broken kettle',
    (a) =>
      `De: Carla Client <${a}>\nEnviado: lunes, 23 de noviembre de 2026 9:14\nPara: ops@example.com\nAsunto: Broken kettle\n\n${BODY}`,
  ],
  [
    'Outlook with links behind addresses',
    'FW: Broken kettle',
    (a) =>
      `From: Carla Client <${a}<mailto:${a}>>\nSent: Monday, November 23, 2026 9:14 AM\nTo: ops@example.com<mailto:ops@example.com>\nSubject: Broken kettle\n\n${BODY}`,
  ],
  [
    'Outlook in Turkish',
    'İLT: Broken kettle',
    (a) =>
      `Kimden: Carla Client <${a}>\nGönderildi: 23 Kasım 2026 Pazartesi 09:14\nKime: ops@example.com\nKonu: Broken kettle\n\n${BODY}`,
  ],
  [
    'Outlook in Greek',
    'ΠΡΘ: Broken kettle',
    (a) =>
      `Από: Carla Client <${a}>\nΣτάλθηκε: Δευτέρα, 23 Νοεμβρίου 2026 9:14 πμ\nΠρος: ops@example.com\nΘέμα: Broken kettle\n\n${BODY}`,
  ],
  [
    'Outlook in Italian',
    'Inoltra: Broken kettle',
    (a) =>
      `Da: Carla Client <${a}>\nInviato: lunedì 23 novembre 2026 09:14\nA: ops@example.com\nOggetto: Broken kettle\n\n${BODY}`,
  ],
  [
    'Outlook in Japanese',
    'FW: Broken kettle',
    (a) =>
      `差出人: Carla Client <${a}>\n送信日時: 2026年11月23日 9:14\n宛先: ops@example.com\n件名: Broken kettle\n\n${BODY}`,
  ],
  [
    'Yahoo in French',
    'Tr : Broken kettle',
    (a) =>
      `   ----- Mail transféré ----- De : Carla Client <${a}>À : "ops@example.com" <ops@example.com>Envoyé : lundi 23 novembre 2026 à 09:14:00 UTC+1Objet : Broken kettle\n ${BODY}`,
  ],
  [
    'Outlook 2019 with a sentence',
    'FW: Broken kettle',
    (a) => `On 23/11/2026 09:14, "Carla Client" <${a}> wrote:\n\n${BODY}`,
  ],
  [
    'Apple Mail',
    'Fwd: Broken kettle',
    (a) =>
      `Begin forwarded message:\n\n> From: Carla Client <${a}>\n> Subject: Broken kettle\n> Date: 23 November 2026 at 09:14:00 CET\n> To: ops@example.com\n> \n> My kettle no longer switches off.\n> \n> Carla`,
  ],
  [
    'Apple Mail in German',
    'Fwd: Broken kettle',
    (a) =>
      `Anfang der weitergeleiteten Nachricht:\n\n> Von: Carla Client <${a}>\n> Betreff: Broken kettle\n> Datum: 23. November 2026 um 09:14:00 MEZ\n> An: ops@example.com\n> \n> My kettle no longer switches off.\n> \n> Carla`,
  ],
  [
    'Thunderbird',
    'Fwd: Broken kettle',
    (a) =>
      `-------- Forwarded Message --------\nSubject: \tBroken kettle\nDate: \tMon, 23 Nov 2026 09:14:00 +0100\nFrom: \tCarla Client <${a}>\nTo: \tops@example.com\n\n\n\n${BODY}`,
  ],
  [
    'Thunderbird in French',
    'Fwd: Broken kettle',
    (a) =>
      `-------- Message transféré --------\nSujet : \tBroken kettle\nDate : \tMon, 23 Nov 2026 09:14:00 +0100\nDe : \tCarla Client <${a}>\nPour : \tops@example.com\n\n\n\n${BODY}`,
  ],
  [
    'Pine',
    'Broken kettle (fwd)',
    (a) => `---------- Forwarded message ----------\n${block(['From:', 'Date:', 'Subject:', 'To:'], a)}\n\n${BODY}`,
  ],
  [
    'Mutt',
    '[carla@customer.test: Broken kettle]',
    (a) =>
      `----- Forwarded message from Carla Client <${a}> -----\n\n${block(['From:', 'Date:', 'Subject:', 'To:'], a)}\n\n${BODY}\n\n----- End forwarded message -----`,
  ],
  [
    'Yahoo',
    'Fw: Broken kettle',
    (a) =>
      `   ----- Forwarded Message ----- From: Carla Client <${a}>To: "ops@example.com" <ops@example.com>Sent: Monday, November 23, 2026, 09:14:00 AM GMT+1Subject: Broken kettle\n ${BODY}`,
  ],
];

describe('a mail that a member forwards', () => {
  it('opens a conversation of its original sender', async () => {
    const mail = caseOf('staff-forward-gmail')
      .replace('member@example.com', member.email)
      .replace(
        '\r\nTo: support',
        `\r\nAuthentication-Results: ${checked(member.email)['Authentication-Results']}\r\nTo: support`,
      );
    const fate = await arrives(mail);
    expect(fate.outcome).toBe('opened');
    expect(await seen(fate)).toMatchObject({
      subject: 'Broken kettle',
      contact: { email: 'carla@customer.test', name: 'Carla Client' },
      messages: [
        ofCarla('carla@customer.test', BODY),
        { role: 'note', content: 'Can somebody take this?', authorMemberId: member.id, forwardedByMemberId: null },
      ],
    });
    expect(await desk.requests(fate.conversationId)).toHaveLength(1);
    const participants = 'SELECT 1 FROM conversation_participants WHERE conversation_id = $1';
    expect(await desk.rows(participants, fate.conversationId)).toEqual([]);
    expect(await desk.rows('SELECT 1 FROM replies WHERE conversation_id = $1', fate.conversationId)).toEqual([]);
  });

  it.each(CLIENTS)('is recognized as %s writes it', async (_client, subject, text) => {
    const from = person();
    const fate = await forwards({ subject, text: `Please help.\n\n${text(from)}` });
    const { messages, ...rest } = await seen(fate);
    expect(rest).toEqual({ subject: 'Broken kettle', contact: { email: from, name: 'Carla Client' } });
    expect(messages).toHaveLength(2);
    expect(messages).toMatchObject([
      { sender: { address: from, verified: 'unknown' }, forwardedByMemberId: member.id },
      { role: 'note', content: 'Please help.' },
    ]);
    const [{ content }] = messages as [{ content: string }];
    expect(content.replace(/\s+/g, ' ')).toBe(BODY.replace(/\s+/g, ' '));
  });

  it('has no note without a text, and is recognized in HTML', async () => {
    const from = person();
    const html = `<div dir="ltr"><br><div class="gmail_quote">---------- Forwarded message ---------<br>From: <b>Carla Client</b> <span>&lt;<a href="mailto:${from}">${from}</a>&gt;</span><br>Date: Mon, Nov 23, 2026 at 9:14 AM<br>Subject: Broken kettle<br>To:  &lt;<a href="mailto:ops@example.com">ops@example.com</a>&gt;<br></div><br><br>My kettle no longer switches off.</div>`;
    const fate = await forwards({ headers: { 'Content-Type': 'text/html; charset=utf-8' }, text: html });
    expect((await seen(fate)).messages).toMatchObject([ofCarla(from, 'My kettle no longer switches off.')]);
    expect((await seen(fate)).messages).toHaveLength(1);
  });

  /** A mail with another one attached. */
  const attaching = (inner: string, more: string[] = []): MailFields => ({
    subject: 'A customer of ours',
    headers: { 'Content-Type': 'multipart/mixed; boundary="b"' },
    text: ['Content-Type: text/plain\n\nPlease help.', ...more, `Content-Type: message/rfc822\n\n${inner}`]
      .map((part) => `--b\n${part}\n`)
      .concat('--b--')
      .join(''),
  });

  it('may be attached, with its files', async () => {
    const from = person();
    const parts = 'multipart/mixed; boundary="i"';
    const text =
      '--i\nContent-Type: text/plain\n\nSee the picture.\n--i\nContent-Type: text/csv; name="a.csv"\nContent-Disposition: attachment\n\na,b\n--i--';
    const mailId = `<${from}>`;
    const inner = aMail({
      from: `Carla Client <${from}>`,
      subject: 'Broken kettle',
      headers: { 'Content-Type': parts, 'Message-ID': mailId },
      text,
    });
    const csv = 'Content-Type: text/csv; name="own.csv"\nContent-Disposition: attachment\n\nc,d';
    const fate = await forwards(attaching(inner.replace(/\r\n/g, '\n'), [csv]));
    const { subject, messages } = await seen(fate);
    expect(subject).toBe('Broken kettle');
    expect(messages).toMatchObject([
      { ...ofCarla(from, 'See the picture.'), attachments: [{ fileName: 'a.csv' }, { fileName: 'own.csv' }] },
      { role: 'note', content: 'Please help.' },
    ]);
    // Her next mail answers the one that the member has forwarded.
    const next = await arrives(aMail({ from, headers: { 'In-Reply-To': mailId } }));
    expect(next).toMatchObject({ outcome: 'threaded', conversationId: fate.conversationId });
  });

  it('from a contact form is that of the customer', async () => {
    const from = person().replace('example.com', 'web.example');
    const inner = aMail({
      from: 'Shop <no-reply@shop.example>',
      headers: { 'Reply-To': `Carla Client <${from}>` },
      text: 'Hi',
    });
    const fate = await forwards(attaching(inner.replace(/\r\n/g, '\n')));
    expect((await seen(fate)).messages[0]).toMatchObject(ofCarla(from, 'Hi'));
  });

  const gmail = CLIENTS[0]![2];
  const ownOf = async (fate: MailFate): Promise<unknown> => {
    const { messages } = await seen(fate);
    expect(messages).toHaveLength(1);
    return (messages as [{ sender: { address: string }; forwardedByMemberId: unknown }])[0];
  };

  it.each<[string, (from: string) => MailFields]>([
    ['whom the mail server has not checked', (a) => ({ text: gmail(a), headers: { 'Authentication-Results': 'x' } })],
    ['whose check failed', (a) => ({ text: gmail(a), headers: checked(member.email, 'fail') })],
    ['through a list', (a) => ({ text: gmail(a), headers: { 'List-Id': '<x.example.com>' } })],
    ['without a prefix', (a) => ({ subject: 'Broken kettle', text: gmail(a) })],
    ['without a header block', () => ({ text: 'Carla says that her kettle is broken.' })],
    ['without an address in it', () => ({ text: gmail('carla') })],
    ['about a mail of the member', () => ({ text: gmail(member.email) })],
    ['about a mail to us', () => ({ text: gmail('parley@ours.example') })],
    ['about a program', () => ({ text: gmail('no-reply@shop.example') })],
    [
      'with two mails attached',
      (a) => {
        const one = aMail({ from: a }).replace(/\r\n/g, '\n');
        return attaching(one, [`Content-Type: message/rfc822\n\n${one}`]);
      },
    ],
    [
      'with a report attached',
      () => attaching('From: MAILER-DAEMON@x.example\nAuto-Submitted: auto-generated\n\nfailed'),
    ],
    [
      'with a mail attached that nests too deep',
      () => {
        let inner = 'From: a@x.example\n\nHi';
        for (let n = 0; n < 30; n += 1)
          inner = `From: a@x.example\nContent-Type: multipart/mixed; boundary="n${n}"\n\n--n${n}\n${inner}\n--n${n}--`;
        return attaching(inner);
      },
    ],
  ])('stays the member’s own: %s', async (_why, fields) => {
    expect(await ownOf(await forwards(fields(person())))).toMatchObject({
      sender: { address: member.email },
      forwardedByMemberId: null,
    });
  });

  it('is nobody else’s right: not that of a stranger, nor of a member who does not see the agent', async () => {
    const stranger = person();
    expect(await ownOf(await forwards({ text: gmail(person()) }, stranger))).toMatchObject({
      sender: { address: stranger },
    });
    const account = await anAccount(parley);
    const restricted = await aMember(parley, desk.workspace, account);
    const other = await anAgent(parley, desk.workspace, desk.admin);
    await parley.database.query(
      'UPDATE members SET restricted_agent_ids = $1 WHERE workspace_id = $2 AND account_id = $3',
      [[other.id], desk.workspace.id, account.id],
    );
    expect(restricted).toBeDefined();
    const mail = (text: string) =>
      aMail({ from: account.email, subject: 'Fwd: x', headers: checked(account.email), text });
    expect(await ownOf(await arrives(mail(gmail(person()))))).toMatchObject({ forwardedByMemberId: null });
    const from = person();
    expect((await seen(await arrives(mail(gmail(from)), intakeOf(parley, other)))).contact).toMatchObject({
      email: from,
    });
  });

  it('is bounded in time, whatever it contains', async () => {
    for (const text of [
      '\n \n'.repeat(40_000),
      'a <a@b.c> '.repeat(20_000),
      '> '.repeat(60_000),
      'From: '.repeat(30_000),
    ]) {
      const fate = await forwards({ text: `x\n---------- Forwarded message ---------\n${text}` });
      expect(fate.outcome).toBe('opened');
    }
  });
});

describe('staffForwarding', () => {
  const path = () => `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}/mail-address`;

  it('is verified at first, and turned off by admins', async () => {
    const token = desk.admin.secret;
    expect((await parley.call('GET', path(), { token })).body.staffForwarding).toBe('verified');
    const off = await parley.call('PATCH', path(), { token, body: { staffForwarding: 'off' } });
    expect([off.status, off.body]).toEqual([
      200,
      { agentId: desk.agent.id, address: desk.intake, staffForwarding: 'off' },
    ]);
    const fate = await forwards({ text: CLIENTS[0]![2](person()) });
    expect((await seen(fate)).contact).toMatchObject({ email: member.email });
    expect((await parley.call('PATCH', path(), { token, body: {} })).body.staffForwarding).toBe('off');
    const on = await parley.call('PATCH', path(), { token, body: { staffForwarding: 'verified' } });
    expect(on.body.staffForwarding).toBe('verified');
    const wrong = await parley.call('PATCH', path(), { token, body: { staffForwarding: 'always' } });
    expect([wrong.status, wrong.body.details]).toMatchObject([400, [{ path: '/staffForwarding' }]]);
    const other = await aCredential(parley, await aMember(parley, desk.workspace, await anAccount(parley)));
    expect((await parley.call('PATCH', path(), { token: other.secret, body: { staffForwarding: 'off' } })).status).toBe(
      403,
    );
  });
});

describe('the header of Yahoo in one line', () => {
  it('is where the quote begins', async () => {
    const fate = await arrives(caseOf('yahoo-html-forward'));
    const [{ content, quotedFrom }] = (await seen(fate)).messages as [{ content: string; quotedFrom: number }];
    expect(content.slice(0, quotedFrom).trim()).toBe('Can you check this?');
    expect(content.slice(quotedFrom).trim()).toMatch(/^----- Forwarded Message ----- From: Zed/);
  });
});
