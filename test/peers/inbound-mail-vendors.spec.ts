import { randomUUID } from 'node:crypto';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential } from '../factories/credential';
import { aMail, fateOf, handOver, intakeOf, MAIL_SECRET, MAIL_SETTINGS } from '../factories/mail';
import { aWorkspace } from '../factories/workspace';
import { basic, fixture, fromVendor, MAILGUN_KEY, mailgunProof, type VendorReply } from '../support/mail-vendors';
import { type Parley, startParley } from '../support/parley';

const MOST_BYTES = 65_536;
let parley: Parley;
let intake: string;

beforeAll(async () => {
  parley = await startParley({
    settings: { ...MAIL_SETTINGS, MAIL_INBOUND_MAX_BYTES: String(MOST_BYTES), MAIL_INBOUND_MAILGUN_KEY: MAILGUN_KEY },
  });
  const admin = await aCredential(parley, await anAccount(parley));
  intake = intakeOf(parley, await anAgent(parley, await aWorkspace(parley, admin), admin));
});
afterAll(() => parley.stop());

const FORM = 'multipart/form-data; boundary=form-boundary';
const mails = async (): Promise<number> =>
  Number((await parley.database.query('SELECT count(*) FROM inbound_mails'))[0].count);
/** Another Message-ID, so that each test has an email of its own. */
const named = (text: string): string => text.replaceAll('vendor@customer.test', `${randomUUID()}@customer.test`);

async function opened({ status, body }: VendorReply): Promise<void> {
  expect([status, Object.keys(body)]).toEqual([202, ['inboundMailId']]);
  await parley.drain();
  expect(await fateOf(parley, body.inboundMailId!)).toMatchObject({ outcome: 'opened' });
}

interface Case {
  headers: Record<string, string>;
  body: () => string;
  large: (text: string) => string;
}
const CASES: Record<string, Case> = {
  postmark: {
    headers: { ...basic(MAIL_SECRET), 'content-type': 'application/json' },
    body: () => named(fixture('postmark.json', { INTAKE: intake })),
    large: (text) => text.replace('\\r\\n\\r\\nhello', `\\r\\n\\r\\n${'x'.repeat(MOST_BYTES)}`),
  },
  sendgrid: {
    headers: { ...basic(MAIL_SECRET), 'content-type': FORM },
    body: () => named(fixture('sendgrid-raw.form', { INTAKE: intake })),
    large: (text) => text.replace('\r\n\r\nhello', `\r\n\r\n${'x'.repeat(MOST_BYTES)}`),
  },
  mailgun: {
    headers: { 'content-type': FORM },
    body: () => named(fixture('mailgun-mime.form', { INTAKE: intake, ...mailgunProof() })),
    large: (text) => text.replace('\r\n\r\nhello', `\r\n\r\n${'x'.repeat(MOST_BYTES)}`),
  },
  rails: {
    headers: { ...basic(MAIL_SECRET, 'actionmailbox'), 'content-type': 'message/rfc822' },
    body: () => named(fixture('raw.eml', { INTAKE: intake })),
    large: (text) => text.replace('\r\n\r\nhello', `\r\n\r\n${'x'.repeat(MOST_BYTES)}`),
  },
};

describe.each(Object.entries(CASES))('POST /internal/mail/inbound/%s', (vendor, { headers, body, large }) => {
  it('202 once the email is stored, and the same id again', async () => {
    const text = body();
    const first = await fromVendor(parley, vendor, text, headers);
    await opened(first);
    expect(await fromVendor(parley, vendor, text, headers)).toEqual(first);
  });

  it('202 for an email that is too large, which is put aside with its headers', async () => {
    const text = large(body());
    const first = await fromVendor(parley, vendor, text, headers);
    expect(first.status).toBe(202);
    await parley.drain();
    expect(await fateOf(parley, first.body.inboundMailId!)).toMatchObject({
      outcome: 'quarantined',
      reason: 'too_large',
    });
    const [mail] = await parley.database.query('SELECT from_address, agent_id FROM inbound_mails WHERE id = $1', [
      first.body.inboundMailId,
    ]);
    expect(mail).toMatchObject({ from_address: 'ann@customer.test', agent_id: expect.any(String) });
    expect(await fromVendor(parley, vendor, text, headers)).toEqual(first);
  });

  it('503 while the database is away', async () => {
    const query = jest.spyOn(parley.database, 'createQueryRunner').mockImplementation(() => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    });
    try {
      expect((await fromVendor(parley, vendor, body(), headers)).status).toBe(503);
    } finally {
      query.mockRestore();
    }
  });

  it.each([
    ['nothing', ''],
    ['no form and no JSON', 'hello'],
    ['a beginning', '--form-boundary\r\nContent-Disposition: form-data; name="email"\r\n\r\nFrom: a'],
    ['half a JSON', '{"RawEmail": "From: a'],
  ])('4xx, 202 or 503 for a body of %s, and no other email', async (_what, text) => {
    const { status } = await fromVendor(parley, vendor, text, headers);
    expect([202, 400, 401, 503]).toContain(status);
    if (vendor !== 'rails') expect(status).not.toBe(202);
  });
});

describe('requests with Basic', () => {
  const wrong: [string, Record<string, string>][] = [
    ['no credential', {}],
    ['a wrong secret', basic('the-secret-of-the-mail-server-0123456788')],
    ['the secret as the user', basic('', MAIL_SECRET)],
    ['an empty password', basic('')],
    ['a part of the secret', basic(MAIL_SECRET.slice(0, -1))],
    ['more than the secret', basic(`${MAIL_SECRET}x`)],
    ['the secret in capitals', basic(MAIL_SECRET.toUpperCase())],
    ['the secret as Bearer', { authorization: `Bearer ${MAIL_SECRET}` }],
    ['no colon', { authorization: `Basic ${Buffer.from(MAIL_SECRET).toString('base64')}` }],
    ['no Base64', { authorization: 'Basic ***' }],
    ['the secret after a line break', basic(`\n${MAIL_SECRET}`)],
    ['another scheme', { authorization: `Digest username="any", response="${MAIL_SECRET}"` }],
  ];

  it.each(['postmark', 'sendgrid', 'rails'])('401 at %s for each forged one, and nothing is stored', async (vendor) => {
    const { headers, body } = CASES[vendor]!;
    const before = await mails();
    for (const [what, forged] of wrong) {
      const sent = { 'content-type': headers['content-type']!, ...forged };
      expect([what, (await fromVendor(parley, vendor, body(), sent)).status]).toEqual([what, 401]);
    }
    const query = `rails?secret=${MAIL_SECRET}`;
    expect((await fromVendor(parley, query, body(), { 'content-type': 'message/rfc822' })).status).toBe(401);
    expect(await mails()).toBe(before);
  });

  it('the address itself takes Bearer only, and an email as application/octet-stream', async () => {
    const mail = aMail({ to: intake });
    const headers = { ...basic(MAIL_SECRET) };
    expect((await handOver(parley, mail, { secret: null, headers })).status).toBe(401);
    const octets = await handOver(parley, mail, { headers: { 'content-type': 'application/octet-stream' } });
    await opened(octets);
  });

  it.each(['X-Original-To', 'Delivered-To', 'Cc'])('finds the recipient in %s', async (header) => {
    const mail = aMail({ to: 'shop@customer.test', headers: { [header]: intake } });
    const { headers } = CASES['rails']!;
    await opened(await fromVendor(parley, 'rails', mail, headers));
  });
});

describe('emails that are parsed instead of raw', () => {
  it('400 from Postmark and Mailgun, 503 from SendGrid, which repeats nothing else', async () => {
    const before = await mails();
    const { headers: postmark } = CASES['postmark']!;
    const json = JSON.stringify({ From: 'ann@customer.test', OriginalRecipient: intake, TextBody: 'hello' });
    expect((await fromVendor(parley, 'postmark', json, postmark)).status).toBe(400);
    const { headers, body } = CASES['sendgrid']!;
    expect((await fromVendor(parley, 'sendgrid', body().replace('name="email"', 'name="text"'), headers)).status).toBe(
      503,
    );
    const mailgun = CASES['mailgun']!.body().replace('name="body-mime"', 'name="body-plain"');
    expect((await fromVendor(parley, 'mailgun', mailgun, headers)).status).toBe(400);
    expect(await mails()).toBe(before);
  });
});

describe('requests of Mailgun', () => {
  const { headers } = CASES['mailgun']!;
  const send = (values: Record<string, string>): Promise<VendorReply> =>
    fromVendor(parley, 'mailgun', named(fixture('mailgun-mime.form', { INTAKE: intake, ...values })), headers);
  const seconds = (difference: number): number => Date.now() / 1_000 + difference;

  it('401 for each forged one, and nothing is stored', async () => {
    const before = await mails();
    const proof = mailgunProof();
    const forged: [string, Record<string, string>][] = [
      ['another key', mailgunProof({ key: 'key-of-mailgun-0123456789abcdee' })],
      ['no key', mailgunProof({ key: '' })],
      ['the secret of the mail server', mailgunProof({ key: MAIL_SECRET })],
      ['16 minutes old', mailgunProof({ timestamp: seconds(-960) })],
      ['16 minutes ahead', mailgunProof({ timestamp: seconds(960) })],
      ['another time', { ...proof, TIMESTAMP: String(Number(proof.TIMESTAMP) - 1) }],
      ['another token', { ...proof, TOKEN: mailgunProof().TOKEN }],
      [
        'a digit moved from the token to the time',
        { ...proof, TIMESTAMP: proof.TIMESTAMP.slice(0, -1), TOKEN: proof.TIMESTAMP.slice(-1) + proof.TOKEN },
      ],
      ['half a signature', { ...proof, SIGNATURE: proof.SIGNATURE.slice(0, 32) }],
      ['an empty signature', { ...proof, SIGNATURE: '' }],
      ['a time that is no number', { ...mailgunProof(), TIMESTAMP: 'NaN' }],
      ['a time with an exponent', { ...mailgunProof(), TIMESTAMP: '1e99' }],
    ];
    for (const [what, values] of forged) expect([what, (await send(values)).status]).toEqual([what, 401]);
    const without = named(fixture('mailgun-mime.form', { INTAKE: intake, ...proof })).replace(
      'name="signature"',
      'name="x"',
    );
    expect((await fromVendor(parley, 'mailgun', without, headers)).status).toBe(401);
    expect(await mails()).toBe(before);
  });

  it('401 for a genuine token with another email, or another recipient', async () => {
    const proof = mailgunProof();
    const form = named(fixture('mailgun-mime.form', { INTAKE: intake, ...proof }));
    expect((await fromVendor(parley, 'mailgun', form, headers)).status).toBe(202);
    const before = await mails();
    expect((await send({ ...proof })).status).toBe(401);
    const other = form.replace(`\r\n\r\n${intake}\r\n--form`, '\r\n\r\nother@customer.test\r\n--form');
    expect(other).not.toBe(form);
    expect((await fromVendor(parley, 'mailgun', other, headers)).status).toBe(401);
    expect((await fromVendor(parley, 'mailgun', form, headers)).status).toBe(202);
    expect(await mails()).toBe(before);
  });

  it('takes a form in URL encoding, with bytes of any encoding', async () => {
    const { TIMESTAMP, TOKEN, SIGNATURE } = mailgunProof();
    const mail = aMail({
      to: intake,
      headers: { 'Content-Type': 'text/plain; charset=iso-8859-1' },
      text: 'Gr\u00fc\u00dfe',
    });
    const encoded = Buffer.from(mail, 'latin1')
      .toString('latin1')
      .replace(/[^\w.-]/g, (c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`);
    const fields = {
      recipient: intake,
      sender: 'ann@customer.test',
      timestamp: TIMESTAMP,
      token: TOKEN,
      signature: SIGNATURE,
    };
    const body = `body-mime=${encoded}&${new URLSearchParams(fields).toString()}`;
    const reply = await fromVendor(parley, 'mailgun', body, { 'content-type': 'application/x-www-form-urlencoded' });
    await opened(reply);
    const { messageId } = await fateOf(parley, reply.body.inboundMailId!);
    const [{ content }] = await parley.database.query('SELECT content FROM messages WHERE id = $1', [messageId]);
    expect(content).toContain('Grüße');
  });
});
