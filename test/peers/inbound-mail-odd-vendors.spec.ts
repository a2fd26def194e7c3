import { randomUUID } from 'node:crypto';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential } from '../factories/credential';
import { fateOf, intakeOf, MAIL_SECRET, MAIL_SETTINGS } from '../factories/mail';
import { aWorkspace } from '../factories/workspace';
import { basic, fixture, fromVendor, MAILGUN_KEY, mailgunProof } from '../support/mail-vendors';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let intake: string;

beforeAll(async () => {
  parley = await startParley({ settings: { ...MAIL_SETTINGS, MAIL_INBOUND_MAILGUN_KEY: MAILGUN_KEY } });
  const admin = await aCredential(parley, await anAccount(parley));
  intake = intakeOf(parley, await anAgent(parley, await aWorkspace(parley, admin), admin));
});
afterAll(() => parley.stop());

const named = (text: string): string => text.replaceAll('vendor@customer.test', `${randomUUID()}@customer.test`);
const form = (): string => named(fixture('sendgrid-raw.form', { INTAKE: intake }));
const mailgun = (): string => named(fixture('mailgun-mime.form', { INTAKE: intake, ...mailgunProof() }));
const postmark = (change: (fields: Record<string, unknown>) => void): string => {
  const fields = JSON.parse(named(fixture('postmark.json', { INTAKE: intake })));
  change(fields);
  return JSON.stringify(fields);
};
const part = (name: string, value: string): string =>
  `--form-boundary\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const renamed = (text: string, boundary: string): string => text.replaceAll('form-boundary', boundary);

describe('odd but valid requests of vendors', () => {
  it.each<[string, string, () => string, Record<string, string>]>([
    [
      'postmark',
      'as text/json with a charset',
      () => postmark(() => undefined),
      { 'content-type': 'text/json;charset=UTF8' },
    ],
    ['postmark', 'without a type', () => postmark(() => undefined), {}],
    [
      'postmark',
      'without what is not needed',
      () =>
        postmark((fields) => {
          for (const name of Object.keys(fields)) if (name !== 'RawEmail') Reflect.deleteProperty(fields, name);
        }),
      { 'content-type': 'application/json' },
    ],
    [
      'postmark',
      'with nulls and a field of the same name further in',
      () =>
        postmark((fields) =>
          Object.assign(fields, { OriginalRecipient: null, Attachments: [{ RawEmail: 'no' }], MailboxHash: '' }),
        ),
      { 'content-type': 'application/json' },
    ],
    [
      'sendgrid',
      'with charsets, verdicts and empty fields',
      () =>
        part('charsets', '{"to":"UTF-8","subject":"iso-8859-1"}') +
        part('spam_score', '') +
        part('dkim', 'none') +
        form(),
      { 'content-type': 'multipart/form-data; boundary=form-boundary' },
    ],
    [
      'sendgrid',
      'without an envelope',
      () => form().replace('name="envelope"', 'name="other"'),
      { 'content-type': 'multipart/form-data; boundary=form-boundary' },
    ],
    [
      'sendgrid',
      'with a boundary in quotes, with signs',
      () => renamed(form(), 'xYzZY_+=b'),
      { 'content-type': 'multipart/form-data; boundary="xYzZY_+=b"' },
    ],
    [
      'sendgrid',
      'with a preamble',
      () => `ignore this\r\n${form()}`,
      { 'content-type': 'Multipart/Form-Data; charset=utf-8; boundary=form-boundary' },
    ],
    [
      'sendgrid',
      'with a type for the field of the email',
      () => form().replace('name="email"', 'name="email"\r\nContent-Type: text/plain; charset=us-ascii'),
      { 'content-type': 'multipart/form-data; boundary=form-boundary' },
    ],
    [
      'sendgrid',
      'with the email as a file',
      () => form().replace('name="email"', 'name="email"; filename="email.eml"\r\nContent-Type: message/rfc822'),
      { 'content-type': 'multipart/form-data; boundary=form-boundary' },
    ],
    [
      'mailgun',
      'with fields that it adds, and its sender empty',
      () => part('from', 'x') + part('X-Mailgun-Incoming', 'Yes') + part('message-headers', '[]') + mailgun(),
      { 'content-type': 'multipart/form-data; boundary=form-boundary' },
    ],
    [
      'mailgun',
      'without a sender',
      () => mailgun().replace('name="sender"', 'name="from-address"'),
      { 'content-type': 'multipart/form-data; boundary=form-boundary' },
    ],
    [
      'rails',
      'as application/octet-stream',
      () => named(fixture('raw.eml', { INTAKE: intake })),
      { 'content-type': 'application/octet-stream' },
    ],
    [
      'rails',
      'with the line of a mailbox file first',
      () => `From ann@customer.test Fri Nov 27 10:00:00 2026\n${named(fixture('raw.eml', { INTAKE: intake }))}`,
      { 'content-type': 'message/rfc822' },
    ],
    [
      'rails',
      'with line feeds alone',
      () => named(fixture('raw.eml', { INTAKE: intake })).replaceAll('\r\n', '\n'),
      { 'content-type': 'message/rfc822' },
    ],
  ])('%s: %s', async (vendor, _what, body, headers) => {
    const proof = vendor === 'mailgun' ? {} : basic(MAIL_SECRET);
    const text = body();
    const reply = await fromVendor(parley, vendor, text, { ...proof, ...headers });
    expect([reply.status, Object.keys(reply.body)]).toEqual([202, ['inboundMailId']]);
    await parley.drain();
    expect(await fateOf(parley, reply.body.inboundMailId!)).toMatchObject({ outcome: 'opened' });
    const again = await fromVendor(parley, vendor, text, { ...proof, ...headers });
    expect([again.status, again.body.inboundMailId]).toEqual([202, reply.body.inboundMailId]);
  });

  it.each<[string, string, string, number]>([
    ['postmark', 'application/json', '', 400],
    ['postmark', 'application/json', '[]', 400],
    ['postmark', 'application/json', '{"RawEmail":null}', 400],
    ['sendgrid', 'application/json', '{}', 400],
    ['sendgrid', 'multipart/form-data', '--form-boundary--\r\n', 400],
    ['sendgrid', 'application/x-www-form-urlencoded', '', 503],
    ['mailgun', 'application/x-www-form-urlencoded', '', 401],
    // Put aside, since the relay would bounce it after a refusal.
    ['rails', 'message/rfc822', '', 202],
  ])('%s, %s: %j is %d', async (vendor, type, body, status) => {
    const reply = await fromVendor(parley, vendor, body, { ...basic(MAIL_SECRET), 'content-type': type });
    expect(reply.status).toBe(status);
  });
});
