import fc from 'fast-check';
import { aMail, fateOf, handOver, MAIL_SETTINGS, takeIn } from '../factories/mail';
import { MailDesk } from '../factories/mail-fixtures';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: MailDesk;

beforeAll(async () => {
  parley = await startParley({ settings: MAIL_SETTINGS });
  desk = await MailDesk.of(parley);
});
afterAll(() => parley.stop());

const line = fc.string({ unit: 'binary', maxLength: 60 });
const header = fc.tuple(
  fc.constantFrom(
    'From',
    'To',
    'Subject',
    'Message-ID',
    'References',
    'Date',
    'Content-Type',
    'Reply-To',
    'Content-Transfer-Encoding',
  ),
  fc.oneof(
    line,
    fc.constantFrom(
      '<>',
      '<@>',
      '=?utf-8?b?////?=',
      'multipart/mixed; boundary=""',
      'text/html; charset=no-such',
      'base64',
      'a@b, c@d',
    ),
  ),
);
const mailish = fc
  .tuple(fc.array(header, { maxLength: 12 }), fc.array(line, { maxLength: 10 }))
  .map(([headers, body]) =>
    Buffer.from([...headers.map(([name, value]) => `${name}: ${value}`), '', ...body].join('\r\n')),
  );

describe('any bytes as mail', () => {
  it('is answered with 202 and comes to an end', async () => {
    const bytes = fc.oneof(fc.uint8Array({ minLength: 1, maxLength: 400 }), mailish);
    const ids: string[] = [];
    await fc.assert(
      fc.asyncProperty(bytes, async (mail) => {
        fc.pre(mail.length > 0);
        const { status, body } = await handOver(parley, mail, { recipient: desk.intake });
        expect(status).toBe(202);
        ids.push(body.inboundMailId);
      }),
      { numRuns: 60 },
    );
    await parley.drain();
    for (const id of ids) expect((await fateOf(parley, id)).outcome).not.toBe('received');
  });

  it.each(['', '%00', '%FF', 'x'.repeat(5_000), '"><script>@x', 'a@b@c'])('for whomever: %s', async (recipient) => {
    const address = `${parley.url}/internal/mail/inbound?recipient=${recipient}&sender=${recipient}&else=1`;
    const headers = { authorization: `Bearer ${MAIL_SETTINGS.MAIL_INBOUND_SECRET}`, 'content-type': 'message/rfc822' };
    expect((await fetch(address, { method: 'POST', headers, body: aMail() })).status).toBe(202);
  });
});

describe('a sender who wants to be read by a model only', () => {
  it('is not: what people do not see is left out', async () => {
    const html = `<html><head><title>no1</title><style>.x{}</style></head><body>
      <p>Hello<span style="display: none">no2</span> there</p><div hidden>no3</div><p aria-hidden="true">no4</p>
      <p style="font-size:0">no5</p><p style="FONT-SIZE: 0.9em">yes1</p><p style="opacity:0">no6</p><p style="opacity:.5">yes2</p>
      <p style="visibility:hidden">no7</p><!-- no8 --><p style="max-height:0px;overflow:hidden">no9</p><p style="mso-hide:all">no10</p>
      a\u200bb\u2060c</body></html>`;
    const mail = aMail({ headers: { 'Content-Type': 'text/html; charset=utf-8' }, text: html });
    const { conversationId } = await takeIn(parley, mail, { recipient: desk.intake });
    const [{ content }] = (await desk.messages(conversationId)) as [{ content: string }];
    expect(content).not.toMatch(/no\d/);
    expect(content).toContain('Hello there');
    expect(content).toContain('yes1');
    expect(content).toContain('yes2');
    expect(content).toContain('abc');
  });

  it('nor by an HTML part that hides beside one of plain text', async () => {
    const head = aMail({ headers: { 'Content-Type': 'multipart/mixed; boundary="b"' } }).split('\r\n\r\n')[0];
    const parts = ['text/plain\r\n\r\nHello', 'text/html\r\n\r\n<p style="display:none">no1</p><p>there</p>'];
    const mail = `${head}\r\n\r\n${parts.map((part) => `--b\r\nContent-Type: ${part}\r\n`).join('')}--b--\r\n`;
    const { conversationId } = await takeIn(parley, mail, { recipient: desk.intake });
    const [{ content }] = (await desk.messages(conversationId)) as [{ content: string }];
    expect(content.split(/\s+/)).toEqual(['Hello', 'there']);
  });
});

describe('a mail beyond all limits', () => {
  it('is bounded: text, attachments, receivers', async () => {
    const parts = Array.from(
      { length: 60 },
      (_, n) => `Content-Type: text/csv; name="${n}.csv"\r\nContent-Disposition: attachment\r\n\r\na,${n}`,
    );
    const head = aMail({
      headers: {
        'Content-Type': 'multipart/mixed; boundary="b"',
        Cc: Array.from({ length: 300 }, (_, n) => `p${n}@example.com`).join(', '),
      },
    }).split('\r\n\r\n')[0];
    const text = `Content-Type: text/plain\r\n\r\n${'word '.repeat(50_000)}`;
    const mail = `${head}\r\n\r\n${[text, ...parts].map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`;
    const { conversationId, outcome } = await takeIn(parley, mail, { recipient: desk.intake });
    expect(outcome).toBe('opened');
    const [{ content }] = (await desk.messages(conversationId)) as [{ content: string }];
    expect(content.length).toBeLessThan(200_200);
    expect(content).toContain('[The rest of this email was removed.]');
    expect(content).toContain('[10 more attachments were removed.]');
    const count = async (table: string) =>
      (await desk.rows(`SELECT count(*)::int FROM ${table} WHERE conversation_id = $1`, conversationId))[0] as object;
    expect(await count('files')).toEqual({ count: 50 });
    expect(await count('conversation_participants')).toEqual({ count: 50 });
  });
});
