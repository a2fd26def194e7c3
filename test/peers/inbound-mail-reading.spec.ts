import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aMail, aReply, MAIL_SETTINGS, type MailFields, takeIn } from '../factories/mail';
import { MailDesk, person } from '../factories/mail-fixtures';
import { aTnef, attribute, ofFile, ofMessage, storedRtf, unicode } from '../factories/tnef';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: MailDesk;

beforeAll(async () => {
  parley = await startParley({ settings: MAIL_SETTINGS });
  desk = await MailDesk.of(parley);
});
afterAll(() => parley.stop());

const caseOf = (name: string): Buffer => readFileSync(join(__dirname, '../fixtures/mail-cases', `${name}.eml`));

/** A mail of these parts: header lines of the content, and the content. */
function mailOf(type: string, parts: [string, string][]): string {
  const text = [...parts.map(([head, body]) => `--b\n${head}\n\n${body}\n`), '--b--'].join('');
  return aMail({ from: person(), headers: { 'Content-Type': `${type}; boundary="b"` }, text });
}

const winmail = (bytes: Buffer): [string, string] => [
  'Content-Type: application/ms-tnef; name="winmail.dat"\nContent-Transfer-Encoding: base64',
  bytes.toString('base64'),
];

/** The text that the team sees, and the names and content of its files. */
async function read(mail: string | Buffer) {
  const { conversationId } = await takeIn(parley, mail, { recipient: desk.intake });
  const path = `/workspaces/${desk.workspace.id}/inbox/${conversationId}/messages`;
  const { body } = await parley.call('GET', path, { token: desk.admin.secret });
  const [{ content, quotedFrom }] = body.messages as [{ content: string; quotedFrom: number | null }];
  const files = await desk.rows(
    'SELECT f.file_name, p.bytes FROM files f JOIN file_pieces p ON p.file_id = f.id WHERE f.conversation_id = $1 ORDER BY f.id',
    conversationId,
  );
  return { content, quotedFrom, files: files.map(({ file_name, bytes }) => [file_name, (bytes as Buffer).toString()]) };
}

describe('what Outlook packs into winmail.dat', () => {
  it.each(['tnef-only', 'tnef-with-empty-text'])('is text and files: %s', async (name) => {
    expect(await read(caseOf(name))).toEqual({
      content: 'The invoice for order 77 is attached.',
      quotedFrom: null,
      files: [['invoice.txt', 'Invoice 77: 40 EUR']],
    });
  });

  it('is text where RTF has it, with links and lists of the HTML within', async () => {
    const rtf = String.raw`{\rtf1\ansi\ansicpg1252\fromhtml1 {\*\htmltag <ol><li>}Gr\'fc\'dfe{\*\htmltag </li><li><a href="https://x.example/7">}order{\*\htmltag </a></li></ol>}}`;
    const bytes = aTnef(ofMessage([0x102, 0x1009, storedRtf(rtf)]));
    expect((await read(mailOf('multipart/mixed', [winmail(bytes)]))).content).toBe(
      '1. Grüße\n2. order <https://x.example/7>',
    );
  });

  it('stands behind the text of the mail itself, and brings its files', async () => {
    const bytes = aTnef(
      ofMessage([0x1f, 0x1000, unicode('The same')]),
      ...ofFile([[0x1f, 0x3707, unicode('Übersicht.csv')]], { data: Buffer.from('a,b') }),
    );
    const mail = mailOf('multipart/mixed', [['Content-Type: text/plain', 'See the file.'], winmail(bytes)]);
    expect(await read(mail)).toMatchObject({ content: 'See the file.', files: [['Übersicht.csv', 'a,b']] });
  });

  it('stays a file where it is none, or cannot be read to its end', async () => {
    const none = Buffer.from('this is no TNEF');
    expect((await read(mailOf('multipart/mixed', [winmail(none)]))).files).toEqual([['winmail.dat', none.toString()]]);
    const bytes = aTnef(attribute(1, 0x0002800c, Buffer.from('All of it\0')), Buffer.from([2, 1, 2]));
    const { content, files } = await read(mailOf('multipart/mixed', [winmail(bytes)]));
    expect([content, files.map(([name]) => name as string)]).toEqual(['All of it', ['winmail.dat']]);
  });

  it('is bounded, however much it says', async () => {
    const file = ofFile([], { title: 'a.txt', data: Buffer.from('a') });
    const bytes = aTnef(attribute(1, 0x0002800c, Buffer.alloc(3_000_000, 'word ')), ...Array(300).fill(file).flat());
    const { content, files } = await read(mailOf('multipart/mixed', [winmail(bytes)]));
    expect(files).toHaveLength(50);
    expect(content.length).toBeLessThan(200_200);
    expect(content).toContain('[151 more attachments were removed.]');
  });
});

describe('HTML', () => {
  it('is read where the plain text is only a stub', async () => {
    expect(await read(caseOf('stub-plain-part'))).toMatchObject({ content: 'Order 77 has not arrived. Please check.' });
  });

  it('is not where it cannot be read', async () => {
    const parts: [string, string][] = [
      ['Content-Type: text/plain', 'View it in a browser.'],
      ['Content-Type: text/html', `${'<b><i>'.repeat(30_000)}x`],
    ];
    expect((await read(mailOf('multipart/alternative', parts))).content).toBe('View it in a browser.');
  });
});

describe('an invitation', () => {
  const calendar =
    'BEGIN:VCALENDAR\nVERSION:2.0\nMETHOD:REQUEST\nBEGIN:VEVENT\nUID:1\nSUMMARY:Review\nDTSTART;TZID=Europe/Berlin:20261126T140000\nDTEND;TZID=Europe/Berlin:20261126T150000\nLOCATION:Room 4\nORGANIZER;CN=Ann:mailto:ann@x.example\nEND:VEVENT\nEND:VCALENDAR';
  const SUMMARY =
    'Invitation: Review\nWhen: Thu, 26 Nov 2026, 14:00–15:00 (Europe/Berlin)\nWhere: Room 4\nOrganizer: Ann <ann@x.example>';
  const part: [string, string] = ['Content-Type: text/calendar; charset=utf-8; method=REQUEST', calendar];

  it('is read without a text', async () => {
    const mail = aMail({
      from: person(),
      headers: { 'Content-Type': 'text/calendar; method=REQUEST' },
      text: calendar,
    });
    expect((await read(mail)).content).toBe(SUMMARY);
  });

  it('stands above the text, whose quote begins where it did', async () => {
    const text = 'Does this suit you?\n\n> Can we meet?';
    const { content, quotedFrom, files } = await read(
      mailOf('multipart/alternative', [['Content-Type: text/plain', text], part]),
    );
    expect(content).toBe(`${SUMMARY}\n\n${text}`);
    expect(content.slice(quotedFrom ?? 0)).toBe('> Can we meet?');
    expect(files).toHaveLength(1);
  });

  it('of no calendar stays a file', async () => {
    const { content, files } = await read(
      mailOf('multipart/mixed', [
        ['Content-Type: text/plain', 'See this.'],
        [part[0], 'BEGIN:NOTHING'],
      ]),
    );
    expect([content, files.length]).toEqual(['See this.', 1]);
  });
});

describe('a reaction', () => {
  const quote =
    '________________________________\nFrom: Help <parley@ours.example>\nSent: Sunday, March 1, 2026 9:30 AM\nTo: Ada <ada@example.com>\nSubject: Re: A question\n\nWe have found it.';

  /** As Gmail sends it: three alternatives, and the second one is the sign. */
  const gmail = (
    sign: string,
    plain = '👍 Ada reacted via Gmail',
    html = `<p>👍</p><p>Ada reacted via <a href="https://www.google.com/gmail/about/">Gmail</a></p>`,
  ) => ({
    headers: { 'Content-Type': 'multipart/alternative; boundary="b"' },
    text: [
      ['text/plain; charset="UTF-8"', plain],
      ['text/vnd.google.email-reaction+json; charset="UTF-8"', sign],
      ['text/html; charset="UTF-8"', html],
    ]
      .map(([type, body]) => `--b\nContent-Type: ${type}\n\n${body}\n`)
      .concat('--b--')
      .join(''),
  });

  it.each<[string, MailFields]>([
    ['of Gmail', gmail('{"emoji":"👍","version":1}')],
    ['of Gmail in German', gmail('{"emoji":"🎉","version":1}', 'Ada hat über Gmail reagiert')],
    ['of Gmail with a sign only', gmail('{"emoji":"❤️","version":1}', '❤️')],
    ['of Outlook', { subject: 'Re: A question', text: `Ada Lovelace reacted to your message:\n\n${quote}` }],
    ['of Exchange, with the sign', { text: `👍\n\nAda Lovelace reacted to your message:\n${quote}` }],
    ['in German', { text: 'Ada Lovelace hat auf Ihre Nachricht reagiert:\n\nWir haben es gefunden.' }],
    ['in French', { text: 'Ada Lovelace a réagi à votre message :\n\nNous l’avons trouvé.' }],
    ['in Spanish', { text: 'Ada Lovelace ha reaccionado a su mensaje:' }],
    ['in Dutch', { text: 'Ada heeft gereageerd op uw bericht:' }],
    [
      'as HTML',
      {
        headers: { 'Content-Type': 'text/html' },
        text: '<div><img alt="👍"> <b>Ada</b> reacted to your message:</div>',
      },
    ],
  ])('changes nothing and starts no clock: %s', async (_kind, fields) => {
    const { id, from } = await desk.begun();
    const { mailId } = await aReply(parley, id, from);
    await desk.change(id, `status = 'waiting'`);
    const state = async () => [
      await desk.conversation(id),
      await desk.messages(id),
      await desk.requests(id),
      await desk.rows(
        'SELECT * FROM sla_clocks WHERE support_request_id IN (SELECT id FROM support_requests WHERE conversation_id = $1)',
        id,
      ),
    ];
    const before = await state();
    const headers = { 'In-Reply-To': mailId, ...fields.headers };
    expect(await desk.answer(id, { ...fields, from, headers })).toMatchObject({
      outcome: 'ignored',
      reason: 'reaction',
    });
    expect(await state()).toEqual(before);
    expect(await takeIn(parley, aMail({ ...fields, from: person() }), { recipient: desk.intake })).toMatchObject({
      outcome: 'ignored',
      reason: 'reaction',
    });
  });

  it.each<[string, MailFields]>([
    ['tells of one', { text: 'Ada reacted to your message: she wants her money back.' }],
    ['says more below', { text: 'Ada reacted to your message\n\nBut where is my parcel?' }],
    ['has words of its own beside a sign', gmail('{"emoji":"👍"}', 'Thanks!\nBut where is my parcel?', '<p>x</p>')],
    ['has a sign that is none', gmail('not JSON', 'Where is my parcel?\nAda', '<p>x</p>')],
    ['only has a sign in its text', { text: '👍 great, when will it come?' }],
  ])('is none of a mail that %s', async (_how, fields) => {
    const { id, from } = await desk.begun();
    expect((await desk.answer(id, { ...fields, from })).outcome).toBe('threaded');
  });
});
