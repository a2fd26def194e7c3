import { array, assert, asyncProperty, constantFrom, oneof, string } from 'fast-check';
import PostalMime, { type Email } from 'postal-mime';
import type { OutgoingReply, ReplyEnvelope } from '../../inbox/replies/reply-mail.port';
import { composeReply } from './reply-message';

const ID = '0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c';
const SENDER = { mailFrom: 'Parley <parley@example.com>', bounceAddress: 'bounces+b2@example.com' };
const ENVELOPE: ReplyEnvelope = {
  recipient: 'ann@elsewhere.example',
  fromName: 'Help desk',
  replyTo: 'reply+c2@example.com',
  subject: 'Re: Weight',
  inReplyTo: '<2@elsewhere.example>',
  references: ['<c.1@example.com>', '<1@elsewhere.example>', '<2@elsewhere.example>'],
  signature: null,
};

const reply = (content: string, envelope: Partial<ReplyEnvelope> = {}): OutgoingReply => ({
  workspaceId: ID,
  conversationId: ID,
  messageId: ID,
  revision: 1,
  content,
  attachments: [],
  createdAt: new Date('2026-11-20T09:30:00.000Z'),
  envelope: { ...ENVELOPE, ...envelope },
  visible: [],
});

interface Written {
  text: string;
  headers: Map<string, string>;
  read: Email;
}

async function written(outgoing: OutgoingReply): Promise<Written> {
  const { bytes } = await composeReply(outgoing, SENDER);
  const text = bytes.toString('latin1');
  const [head = ''] = text.split('\r\n\r\n');
  const fields = head.replace(/\r\n[ \t]/g, ' ').split('\r\n');
  const headers = new Map(fields.map((field) => [field.slice(0, field.indexOf(':')).toLowerCase(), field]));
  expect(headers.size).toBe(fields.length);
  expect(text).not.toMatch(/[^\r]\n|\r[^\n]|[\x80-\xff]/);
  for (const line of text.split('\r\n')) expect(line.length).toBeLessThan(998);
  return { text, headers, read: await PostalMime.parse(bytes) };
}

/** The text as the customer's email client shows it. */
async function shown(content: string): Promise<string> {
  const { read } = await written(reply(content));
  return (read.text ?? '').replace(/\n+$/, '');
}

/** Removes trailing spaces and empty lines at the end, which format=flowed cannot represent. */
const sayable = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/ +$/, ''))
    .join('\n')
    .replace(/\n+$/, '');

describe('composeReply', () => {
  it('has these headers and no others', async () => {
    const { read, headers } = await written(reply('Hello'));
    expect([...headers.keys()].sort()).toEqual(
      [
        'from',
        'to',
        'reply-to',
        'subject',
        'date',
        'message-id',
        'in-reply-to',
        'references',
        'mime-version',
        'content-type',
        'content-transfer-encoding',
      ].sort(),
    );
    expect(headers.get('content-type')).toBe('Content-Type: text/plain; charset=utf-8; format=flowed');
    expect(read).toMatchObject({
      from: { name: 'Help desk', address: 'parley@example.com' },
      to: [{ address: 'ann@elsewhere.example' }],
      replyTo: [{ address: 'reply+c2@example.com' }],
      subject: 'Re: Weight',
      date: '2026-11-20T09:30:00.000Z',
      messageId: `<${ID}.1@example.com>`,
      inReplyTo: '<2@elsewhere.example>',
      references: '<c.1@example.com> <1@elsewhere.example> <2@elsewhere.example>',
    });
  });

  it('leaves out headers without a value', async () => {
    const { headers } = await written(reply('Hello', { replyTo: null, inReplyTo: null, references: [] }));
    for (const name of ['reply-to', 'in-reply-to', 'references']) expect(headers.has(name)).toBe(false);
  });

  it('goes to one recipient, from the address for its reports', async () => {
    expect(await composeReply(reply('Hello'), SENDER)).toMatchObject({
      id: ID,
      from: 'bounces+b2@example.com',
      to: 'ann@elsewhere.example',
      reports: true,
    });
    const { from } = await composeReply(reply('Hello'), { ...SENDER, bounceAddress: null });
    expect(from).toBe('parley@example.com');
  });

  it('is the same for every attempt, and another for every revision', async () => {
    const bytes = async (outgoing: OutgoingReply) => (await composeReply(outgoing, SENDER)).bytes.toString();
    expect(await bytes(reply('Hello'))).toBe(await bytes(reply('Hello')));
    expect(await bytes({ ...reply('Hello'), revision: 2 })).toContain(`<${ID}.2@example.com>`);
  });

  it('has a signature below the usual separator', async () => {
    const { text } = await written(reply('Hello\n-- \nnot signed', { signature: 'Ann\n> Help desk' }));
    expect(text.split('\r\n\r\n')[1]?.split('\r\n')).toEqual([
      'Hello',
      '--',
      'not signed',
      '-- ',
      'Ann',
      ' > Help desk',
      '',
    ]);
  });

  it.each(['Help\r\nBcc: eve@example.com', 'a" <eve@example.com>, "b', 'Zoë, 日本語 & Co.', '<@>', 'a\\'])(
    'is from one sender, named %j',
    async (fromName) => {
      const { read, headers } = await written(reply('Hello', { fromName, subject: fromName }));
      const oneLine = fromName.replace(/[\r\n]+/g, ' ');
      expect(read.from).toEqual({ name: oneLine, address: 'parley@example.com' });
      expect(read.subject).toBe(oneLine);
      expect([read.to?.length, headers.has('bcc')]).toEqual([1, false]);
    },
  );

  it('folds its references', async () => {
    const references = Array.from({ length: 20 }, (_, index) => `<${String(index).padStart(398, 'x')}@>`);
    const { read } = await written(reply('Hello', { references, inReplyTo: references[19] ?? null }));
    expect(read.references?.split(/\s+/)).toEqual(references);
    expect(read.inReplyTo).toBe(references[19]);
  });

  it.each([
    ['Latin', 'Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich. '],
    ['Greek', 'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία. '],
    ['Arabic', 'نص حكيم له سر قاطع وذو شأن عظيم مكتوب على ثوب أخضر. '],
    ['Han', '視野無限廣，窗外有藍天。'],
    ['Thai', 'เป็นมนุษย์สุดประเสริฐเลิศคุณค่า'],
    ['emoji', '👩‍👩‍👧‍👦🏳️‍🌈 '],
    ['marks', 'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘ '],
    ['no spaces at all', 'x'],
    ['dots', '.\n..\n.\n'],
  ])('brings 25 000 characters of %s unharmed', async (_script, some) => {
    const content = some
      .repeat(Math.ceil(25_000 / some.length))
      .slice(0, 25_000)
      .toWellFormed()
      .trimEnd();
    expect(await shown(content)).toBe(sayable(content));
  });

  it('can be read back for any text', async () => {
    const contents = array(
      oneof(
        constantFrom(' ', '  ', '\n', '\r\n', '-- ', '>', 'From ', '.', '=', '=20', '\t', '\u00a0', 'x'.repeat(1_200)),
        string({ unit: 'grapheme', maxLength: 12 }),
        string({ unit: 'binary', maxLength: 12 }),
      ),
      { minLength: 1, maxLength: 40 },
    ).map((parts) => parts.join('').replaceAll('\0', ''));
    await assert(
      asyncProperty(contents, async (content) => {
        expect(await shown(content)).toBe(sayable(content));
      }),
      { numRuns: 300 },
    );
  });
});
