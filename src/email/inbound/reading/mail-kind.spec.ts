import { MailHeaders } from './mail-headers';
import { copiedIds, mailKind } from './mail-kind';
import { mailParts } from './mail-parts';

const status =
  'Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822;<gone@buyer.example>\nAction: failed\nStatus: 5.1.1\n';
const mail = `Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nFailed\n--b\nContent-Type: message/delivery-status\n\n${status}\n--b--\n`;

async function kindOf(isOfServer: boolean) {
  const { email } = await mailParts(Buffer.from(mail.replaceAll('\n', '\r\n')));
  return mailKind(new MailHeaders(email.headers), email.attachments, { ownText: 'Failed', isOfServer, subject: '' });
}

it('the report of a mail server counts under any type', async () => {
  const report = { action: 'failed', recipient: 'gone@buyer.example', status: '5.1.1', diagnostic: null };
  expect(await kindOf(true)).toEqual({ kind: 'delivery_report', report });
});

it('a report that a person passes on is a message', async () => {
  expect(await kindOf(false)).toEqual({ kind: 'mail' });
});

describe('an email without parts', () => {
  const kindBy = (ownText: string, subject: string, ...lines: [string, string][]) =>
    mailKind(new MailHeaders(lines.map(([key, value]) => ({ key, value }))), [], {
      ownText,
      isOfServer: false,
      subject,
    }).kind;

  it.each([
    'Liked “Your parcel is on the way”',
    'Loved an image',
    'Reacted 🎉 to “Done”',
    'Laughed at “Oh no”',
    'Gefällt „Ihr Paket ist da“',
    'A aimé « Votre colis »',
    'Le gustó «Su pedido»',
  ])('is a reaction of a phone: %s', (text) => expect(kindBy(text, '')).toBe('reaction'));

  it.each([
    'Liked your offer, please send two',
    'Loved “it”, but where is my parcel?',
    'Mag sein, dass es „morgen“ kommt',
  ])('is a message: %s', (text) => expect(kindBy(text, '')).toBe('mail'));

  it('is automatic by a rule of Exchange, which has the subject of one and asks for no answer', () => {
    const all: [string, string] = ['x-auto-response-suppress', 'All'];
    expect(kindBy('Away', 'Automatische Antwort: Order', all)).toBe('automatic');
    expect(kindBy('Away', 'Automatic reply: Order', ['x-ms-exchange-inbox-rules-loop', 'a@b.c'])).toBe('automatic');
    expect(kindBy('Hello', 'Order', all)).toBe('mail');
    expect(kindBy('Hello', 'Automatic reply: Order', ['x-auto-response-suppress', 'DR, OOF'])).toBe('mail');
  });
});

it('the copy in a report of qmail names its id', () => {
  const report =
    '<z@x.example>:\nno such user\n\n--- Below this line is a copy of the message.\n\nMessage-ID: <7@corp.example>\nSubject: x';
  expect(copiedIds(report)).toEqual(['<7@corp.example>']);
  expect(copiedIds('see Message-ID: <7@corp.example>')).toEqual([]);
});
