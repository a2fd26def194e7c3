import fc from 'fast-check';
import iconv from 'iconv-lite';
import PostalMime from 'postal-mime';
import { mailParts } from './mail-parts';

/** More than arguments of one call, and than a block of what is read; whole mails of 24 MB are in inbound-mail-arrival. */
const LINES = 300_000;
const attached = (encoding: string, body: string): Buffer =>
  Buffer.from(
    [
      'From: ada@example.com\r\nSubject: A file\r\nContent-Type: multipart/mixed; boundary="b"\r\n',
      '--b\r\n\r\nSee the file.',
      `--b\r\nContent-Type: text/csv; name="a.csv"\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: ${encoding}\r\n`,
      body,
      '--b--\r\n',
    ].join('\r\n'),
  );
const contentOf = async (mail: Buffer): Promise<Buffer> => {
  const [file] = (await mailParts(mail)).email.attachments;
  return Buffer.from(file!.content as ArrayBuffer);
};

describe('a body', () => {
  const line = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom(
      '',
      '--',
      '--b',
      '--b2',
      '--b ',
      '--c',
      '--b--',
      '--bb',
      'a=',
      '=41',
      '=4',
      '=3D=',
      'QUJD',
      'QQ==',
      'QUI=QUJD',
      'a\rb',
      '\r',
    ),
  );
  const mail = fc
    .record({
      encoding: fc.constantFrom('7bit', 'base64', 'quoted-printable', '8bit', 'no-such'),
      type: fc.constantFrom('text/plain', 'text/html', 'application/x-a', 'text/csv'),
      lines: fc.array(line, { maxLength: 20 }),
      end: fc.constantFrom('\r\n', '\n'),
      isNested: fc.boolean(),
    })
    .map(({ encoding, type, lines, end, isNested }) => {
      const part = [`Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`, '', ...lines];
      const inner = isNested
        ? ['Content-Type: multipart/mixed; boundary=c', '', '--c', ...part, '--c--', 'after']
        : part;
      return [
        'From: a@b.c',
        'Content-Type: multipart/mixed; boundary=b',
        '',
        'before',
        '--b',
        ...inner,
        '--b',
        '',
        'more',
        '--b--',
        'after',
      ].join(end);
    });

  it('equals the result of postal-mime alone', async () => {
    await fc.assert(
      fc.asyncProperty(mail, async (text) => {
        const bytes = Buffer.from(text);
        const alone = await PostalMime.parse(bytes, { forceRfc822Attachments: true });
        const { email } = await mailParts(bytes);
        expect(email.attachments).toEqual(alone.attachments);
        expect(email.headers).toEqual(alone.headers);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['short lines', 'a,b\r\n'],
    ['empty lines', '\r\n'],
    ['lines like boundaries', '--\r\n'],
    ['lines that are almost one', '--bc\r\n'],
  ])('of many %s without encoding is complete', async (_what, one) => {
    const body = one.repeat(LINES);
    const content = await contentOf(attached('7bit', body));
    expect(content.equals(Buffer.from(`${body}\n`.replaceAll('\r\n', '\n')))).toBe(true);
  });

  it.each([
    ['base64', 'QQ==', 'A'],
    ['quoted-printable', '=41', 'A\n'],
  ])('of short lines of %s is complete', async (encoding, line, decoded) => {
    const content = await contentOf(attached(encoding, `${line}\r\n`.repeat(LINES)));
    expect(content.toString('latin1', 0, 4)).toBe(decoded.repeat(4).slice(0, 4));
    expect(content.length).toBeGreaterThanOrEqual(LINES * decoded.length);
  });
});

describe('an email designed to be expensive', () => {
  it.each([
    ['parts', `--b\r\n\r\n`.repeat(20_000), 'more than 10000 parts'],
    ['headers', `--b\r\n${'a: b\r\n'.repeat(250_000)}`, 'more than 200000 lines of headers'],
  ])('by its many %s is not read', async (_what, body, problem) => {
    await expect(mailParts(attached('7bit', body))).rejects.toThrow(problem);
  });
});

describe('characters', () => {
  const partOf = async (head: string, body: Buffer): Promise<{ subject?: string; text: string | null }> => {
    const { email, texts } = await mailParts(
      Buffer.concat([Buffer.from(`From: a@b.c\r\n${head}\r\n\r\n`, 'latin1'), body]),
    );
    const [{ plain, html } = { plain: null, html: null }] = texts;
    return {
      ...(email.subject === undefined ? {} : { subject: email.subject }),
      text: (plain ?? html)?.trim() ?? null,
    };
  };

  it('of a header in JIS are letters', async () => {
    expect((await partOf('Subject: \x1b$B%F%9%H\x1b(B', Buffer.from('x'))).subject).toBe('テスト');
  });

  it.each([
    ['no encoding', 'text/html', '<meta charset="koi8-r">', 'koi8-r'],
    [
      'another one',
      'text/html; charset=utf-8',
      '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">',
      'koi8-r',
    ],
    ['ASCII', 'text/html; charset=us-ascii', '<?xml version="1.0" encoding="iso-8859-5"?>', 'iso-8859-5'],
  ])('of HTML are those of its own declaration where the mail names %s', async (_what, type, declares, encoding) => {
    const body = Buffer.concat([Buffer.from(`${declares}<p>`), iconv.encode('Где', encoding), Buffer.from('</p>')]);
    expect((await partOf(`Content-Type: ${type}`, body)).text).toBe(`${declares}<p>Где</p>`);
  });

  it.each(['windows1251', 'koi8r', 'unknown-8bit', 'us-ascii'])('are found under the label %s', async (label) => {
    const encoding = label === 'koi8r' ? 'koi8-r' : 'windows-1251';
    const text = 'Здравствуйте, где мой заказ?';
    expect((await partOf(`Content-Type: text/plain; charset=${label}`, iconv.encode(text, encoding))).text).toBe(text);
  });

  it.each([
    ['utf-7', 'utf-7', 'Größe: 5 €'],
    ['"unicode-1-1-utf-7"', 'utf-7', 'Größe: 5 €'],
    ['cp-850', 'cp850', 'Grüße ñ é'],
    ['macroman', 'macintosh', 'Grüße – 5'],
    ['windows-936', 'gbk', '订单'],
    ['"utf8mb4"', 'utf-8', 'Grüße'],
    ['ansi', 'windows-1252', 'Grüße – 5 €'],
  ])('are read under the label %s', async (label, encoding, text) => {
    expect((await partOf(`Content-Type: text/plain; charset=${label}`, iconv.encode(text, encoding))).text).toBe(text);
  });

  it.each([
    [
      'a letter split between words of padded Base64',
      '=?UTF-8?B?R3LDvMOfZSBhdXMgS8M=?=\r\n =?UTF-8?B?tmxu?=',
      'Grüße aus Köln',
    ],
    ['a letter split between words', '=?UTF-8?Q?Gr=C3?=\r\n =?UTF-8?Q?=BC=C3=9Fe?=', 'Grüße'],
    [
      'words in JIS, each with its escapes',
      '=?iso-2022-jp?B?GyRCJUYbKEI=?=\r\n =?iso-2022-jp?B?GyRCJTklSBsoQg==?=',
      'テスト',
    ],
    ['an old encoding', 'Re: =?cp-850?Q?Gr=81=E1e?= =?utf-7?Q?+IKw-?=', 'Re: Grüße€'],
    [
      'a wrong encoding',
      `=?utf-8?B?${iconv.encode('Где мой заказ', 'windows-1251').toString('base64')}?=`,
      'Где мой заказ',
    ],
  ])('of a subject with %s are read', async (_what, subject, text) => {
    expect((await partOf(`Subject: ${subject}`, Buffer.from('x'))).subject).toBe(text);
  });

  it.each([
    ['=?utf-8?Q?M=C3=BCller,_J?= <a@x.example>', 'Müller, J'],
    ['"=?utf-8?Q?M=C3=BCller=2C_J?=" <a@x.example>', 'Müller, J'],
    ['=?utf-8?Q?Ann_<b=40y.example>?= <a@x.example>', 'Ann <b@y.example>'],
  ])('of the name in “%s” do not end the address', async (from, name) => {
    const { email } = await mailParts(Buffer.from(`From: ${from}\r\n\r\nx`));
    expect(email.from).toEqual({ name, address: 'a@x.example' });
  });

  it.each([
    [
      'spaces behind a soft line break',
      'quoted-printable',
      'Gr=C3= \r\n=BC=C3=9Fe aus K=C3=B6=\t\r\nln',
      'Grüße aus Köln',
    ],
    ['letters of links', 'base64', Buffer.from('Grüße?>~ÿ ¿¿').toString('base64url'), 'Grüße?>~ÿ ¿¿'],
    ['other signs between', 'base64', 'R3LD-!*vM\r\nOf  ZSBh\r\n\0dXMg\r\nS8O2bG4=\r\n', 'Grüße aus Köln'],
    [
      'a text instead',
      'base64',
      'Hello, this is not base64 at all, sorry!',
      'Hello, this is not base64 at all, sorry!',
    ],
  ])('are read in a body with %s', async (_what, encoding, body, text) => {
    const head = `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}`;
    expect((await partOf(head, Buffer.from(body))).text).toBe(text);
  });
});

it.each([
  ['the footer of a list', '\r\n_______\r\nOur mailing list\r\n', 'abc'],
  ['a sentence of a scanner', '\r\nThis email was scanned.\r\n', 'abc'],
  ['more Base64', '\r\nZGVm\r\n', 'abcdef'],
])('Base64 ends before an empty line and %s', async (_what, behind, text) => {
  expect((await contentOf(attached('base64', `YWJj\r\n${behind}`))).toString()).toBe(text);
});
