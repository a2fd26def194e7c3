import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FetchFailure } from '../../src/common/outbound/fetch-failure';
import { Outbound } from '../../src/common/outbound/outbound';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential } from '../factories/credential';
import { anErasure } from '../factories/erasure';
import { aMail, fateOf, intakeOf, MAIL_SETTINGS } from '../factories/mail';
import { aWorkspace } from '../factories/workspace';
import {
  CERTIFICATE_URL,
  FakeSns,
  fromVendor,
  RESEND_SECRET,
  sesNotification,
  svixHeaders,
  TOPIC,
  type VendorReply,
} from '../support/mail-vendors';
import { type Parley, startParley } from '../support/parley';

const sns = new FakeSns('sns');
const forger = new FakeSns('forger');
const expired = new FakeSns('expired');
let bucket: Server;
let parley: Parley;
let intake: string;
let workspace: { id: string };
let admin: { secret: string };
/** What the servers of vendors answer, by address. */
const answers = new Map<string, () => { status: number; body: Buffer }>();
const asked: { url: string; authorization: string | undefined }[] = [];
const objects = new Map<string, Buffer>();

beforeAll(async () => {
  bucket = createServer((request, response) => {
    const object = objects.get(request.url!);
    response.writeHead(object && request.headers.authorization?.startsWith('AWS4-HMAC-SHA256') ? 200 : 403);
    response.end(object);
  }).listen(0, '127.0.0.1');
  await once(bucket, 'listening');
  const { port } = bucket.address() as AddressInfo;
  const settings = {
    ...MAIL_SETTINGS,
    MAIL_INBOUND_MAX_BYTES: '65536',
    MAIL_INBOUND_SES_TOPICS: TOPIC,
    MAIL_INBOUND_SES_S3: `s3://AKIDEXAMPLE:secret%2Fkey@127.0.0.1:${port}/mails?region=eu-west-1&tls=false`,
    MAIL_INBOUND_RESEND_SECRET: RESEND_SECRET,
    MAIL_INBOUND_RESEND_KEY: 're_key_of_resend',
  };
  parley = await startParley({ settings });
  admin = await aCredential(parley, await anAccount(parley));
  workspace = await aWorkspace(parley, admin);
  intake = intakeOf(parley, await anAgent(parley, workspace, admin));
  jest.spyOn(parley.get(Outbound), 'get').mockImplementation(async (url, { headers, ensure }) => {
    await ensure?.(url);
    asked.push({ url: url.href, authorization: headers?.['authorization'] });
    const answer = answers.get(url.href);
    if (!answer) throw new FetchFailure('unreachable', 'The server could not be reached.');
    return { url, headers: {}, ...answer() };
  });
  answers.set(CERTIFICATE_URL, () => ({ status: 200, body: Buffer.from(sns.pem) }));
});
afterAll(async () => {
  bucket.close();
  await parley.stop();
});
beforeEach(() => void asked.splice(0));

const JSON_TYPE = { 'content-type': 'text/plain; charset=UTF-8' };
const ses = (body: string): Promise<VendorReply> => fromVendor(parley, 'ses', body, JSON_TYPE);
const count = async (table: string): Promise<number> =>
  Number((await parley.database.query(`SELECT count(*) FROM ${table}`))[0].count);
const fate = async ({ body }: VendorReply): Promise<unknown> => {
  await parley.drain();
  return fateOf(parley, body.inboundMailId!);
};
const notified = (content = aMail({ to: intake })): string => sesNotification(intake, { content });

describe('POST /internal/mail/inbound/ses', () => {
  it.each(['1', '2'])('202 for an email with signature version %s, and the same id again', async (version) => {
    const text = sns.message({ Message: notified(), Subject: 'Amazon SES Email Receipt Notification' }, { version });
    const first = await ses(text);
    expect(first.status).toBe(202);
    expect(await fate(first)).toMatchObject({ outcome: 'opened' });
    expect(await ses(text)).toEqual(first);
  });

  it('decodes an email in Base64, and reads a stored one from the bucket', async () => {
    const content = Buffer.from(aMail({ to: intake })).toString('base64');
    const coded = sesNotification(intake, { content, action: { encoding: 'BASE64' } });
    expect(await fate(await ses(sns.message({ Message: coded })))).toMatchObject({ outcome: 'opened' });

    objects.set('/mails/in/one%20mail', Buffer.from(aMail({ to: intake })));
    const action = { type: 'S3', bucketName: 'mails', objectKey: 'in/one mail' };
    const stored = await ses(sns.message({ Message: sesNotification(intake, { action }) }));
    expect(await fate(stored)).toMatchObject({ outcome: 'opened' });
    objects.set('/mails/large', Buffer.from(aMail({ to: intake, text: 'x'.repeat(65_536) })));
    const large = await ses(
      sns.message({ Message: sesNotification(intake, { action: { ...action, objectKey: 'large' } }) }),
    );
    expect(await fate(large)).toMatchObject({ outcome: 'quarantined', reason: 'too_large' });
  });

  it('503 while the stored email or the certificate cannot be had, 401 for another bucket', async () => {
    const action = { type: 'S3', bucketName: 'mails', objectKey: 'gone' };
    const gone = sns.message({ Message: sesNotification(intake, { action }) });
    expect((await ses(gone)).status).toBe(503);
    const other = sesNotification(intake, { action: { ...action, bucketName: 'others' } });
    expect((await ses(sns.message({ Message: other }))).status).toBe(401);
    const away = CERTIFICATE_URL.replace('eu-west-1', 'us-east-1');
    expect((await ses(sns.message({ Message: notified(), SigningCertURL: away }))).status).toBe(503);
  });

  it('confirms subscriptions to a listed topic only, at an address of SNS', async () => {
    const SubscribeURL = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=t';
    const fields = { Type: 'SubscriptionConfirmation', Message: 'You have chosen …', Token: 't', SubscribeURL };
    answers.set(SubscribeURL, () => ({ status: 200, body: Buffer.from('<ok/>') }));
    expect(await ses(sns.message(fields))).toEqual({ status: 202, body: { inboundMailId: null } });
    expect(asked.map(({ url }) => url)).toContain(SubscribeURL);
    asked.splice(0);
    const unlisted = { ...fields, TopicArn: `${TOPIC}-2` };
    const elsewhere = { ...fields, SubscribeURL: 'https://sns.eu-west-1.amazonaws.com.evil.example/?Token=t' };
    for (const refused of [unlisted, elsewhere]) expect((await ses(sns.message(refused))).status).toBe(401);
    expect(asked.map(({ url }) => url).filter((url) => url.includes('Token'))).toEqual([]);
  });

  it('202 without an email for other notifications', async () => {
    for (const Message of ['Successfully validated SNS topic', JSON.stringify({ notificationType: 'Bounce' })]) {
      expect(await ses(sns.message({ Message }))).toEqual({ status: 202, body: { inboundMailId: null } });
    }
    const end = { Type: 'UnsubscribeConfirmation', Message: 'm', Token: 't', SubscribeURL: 'https://example.com' };
    expect((await ses(sns.message(end))).status).toBe(202);
  });

  it('400 or 401 for each forged one, and nothing is stored or fetched elsewhere', async () => {
    const before = await count('inbound_mails');
    const Message = notified();
    const at = (SigningCertURL: string): string => forger.message({ Message, SigningCertURL });
    for (const [url, pem] of [
      ['https://sns.eu-west-2.amazonaws.com/other.pem', new FakeSns('other').pem],
      ['https://sns.eu-west-3.amazonaws.com/none.pem', 'no certificate'],
      ['https://sns.eu-west-3.amazonaws.com/expired.pem', expired.pem],
    ] as const) {
      answers.set(url, () => ({ status: 200, body: Buffer.from(pem) }));
    }
    answers.set('https://sns.eu-west-3.amazonaws.com/gone.pem', () => ({ status: 404, body: Buffer.alloc(0) }));
    const forged = [
      forger.message({ Message }),
      sns.message({ Message }, { changed: { Message: notified() } }),
      sns.message({ Message }, { changed: { Subject: 'added' } }),
      sns.message({ Message, TopicArn: `${TOPIC}-2` }),
      sns.message({ Message, TopicArn: `${TOPIC}-2` }, { changed: { TopicArn: TOPIC } }),
      sns.message({ Message }, { changed: { SignatureVersion: '1' } }),
      sns.message({ Message }, { changed: { SignatureVersion: '0' } }),
      sns.message({ Message }, { changed: { Signature: '' } }),
      at('https://evil.example/SimpleNotificationService.pem'),
      at('https://sns.eu-west-1.amazonaws.com.evil.example/a.pem'),
      at('https://evil.example/sns.eu-west-1.amazonaws.com/a.pem'),
      at('https://sns.eu-west-1.amazonaws.com@evil.example/a.pem'),
      at('https://sns.s3.amazonaws.com/a.pem'),
      at('https://sns.s3-us-west-2.amazonaws.com/a.pem'),
      at('https://sns.eu-west-1.amazonaws.com:8443/a.pem'),
      at('http://sns.eu-west-1.amazonaws.com/a.pem'),
      at('https://sns.eu-west-1.amazonaws.com/a.txt'),
      at('https://sns.eu-west-2.amazonaws.com/other.pem'),
      at('https://sns.eu-west-3.amazonaws.com/none.pem'),
      at('https://sns.eu-west-3.amazonaws.com/gone.pem'),
      at('no address'),
      expired.message({ Message, SigningCertURL: 'https://sns.eu-west-3.amazonaws.com/expired.pem' }),
      new FakeSns('other').message({ Message, SigningCertURL: 'https://sns.eu-west-2.amazonaws.com/other.pem' }),
    ];
    for (const [n, text] of forged.entries()) expect([n, (await ses(text)).status]).toEqual([n, 401]);
    const malformed = ['', '{}', '[]', 'null', JSON.stringify({ Type: 'Notification' }), Message];
    for (const text of malformed) expect([text, (await ses(text)).status]).toEqual([text, 400]);
    expect(await count('inbound_mails')).toBe(before);
    expect(asked.filter(({ url }) => !/^https:\/\/sns\.eu-west-\d\.amazonaws\.com\/[\w.-]+$/.test(url))).toEqual([]);
  });
});

describe('POST /internal/mail/inbound/resend', () => {
  const event = (emailId: string, data = {}): string =>
    JSON.stringify({
      type: 'email.received',
      data: {
        email_id: emailId,
        from: 'Ann <ann@customer.test>',
        to: [intake],
        subject: 'Parcel',
        message_id: `<${emailId}@customer.test>`,
        ...data,
      },
    });
  const resend = (body: string, headers = svixHeaders(body)): Promise<VendorReply> =>
    fromVendor(parley, 'resend', body, headers);
  const hands = (emailId: string, mail: string | null): void => {
    const download_url = `https://files.resend.example/${emailId}`;
    const described = Buffer.from(JSON.stringify({ id: emailId, raw: { download_url } }));
    answers.set(`https://api.resend.com/emails/receiving/${emailId}`, () => ({
      status: mail === null ? 500 : 200,
      body: described,
    }));
    answers.set(download_url, () => {
      if (mail !== null && mail.length > 65_536) throw new FetchFailure('too_large', 'It is too large.');
      return { status: 200, body: Buffer.from(mail ?? '') };
    });
  };
  /** Has postponed events done now. */
  const again = async (age = '0 s'): Promise<void> => {
    await parley.database.query(
      `UPDATE inbound_mail_events SET due_at = now(), received_at = now() - $1::interval WHERE due_at IS NOT NULL`,
      [age],
    );
    await parley.drain();
  };

  it('202 once the event is stored, and a worker fetches the email under the id of the response', async () => {
    const id = randomUUID();
    hands(id, aMail({ to: intake }));
    const headers = svixHeaders(event(id));
    const first = await resend(event(id), headers);
    expect([first.status, asked]).toEqual([202, []]);
    expect(await resend(event(id), headers)).toEqual(first);
    expect(await fate(first)).toMatchObject({ outcome: 'opened' });
    expect(await resend(event(id), headers)).toEqual(first);
    expect(asked).toEqual([
      { url: `https://api.resend.com/emails/receiving/${id}`, authorization: 'Bearer re_key_of_resend' },
      { url: `https://files.resend.example/${id}`, authorization: undefined },
    ]);
    expect(
      await parley.database.query('SELECT details FROM inbound_mail_events WHERE id = $1', [first.body.inboundMailId]),
    ).toEqual([{ details: null }]);
  });

  it('tries for 24 hours, then puts aside what the event says', async () => {
    const id = randomUUID();
    hands(id, null);
    const { body } = await resend(event(id));
    await again();
    await again('23 hours');
    expect(await parley.database.query('SELECT FROM inbound_mails WHERE id = $1', [body.inboundMailId])).toEqual([]);
    await again('25 hours');
    expect(await fateOf(parley, body.inboundMailId!)).toMatchObject({ outcome: 'quarantined', reason: 'not_fetched' });
  });

  it('puts an email aside that is too large', async () => {
    const id = randomUUID();
    hands(id, aMail({ to: intake, text: 'x'.repeat(65_536) }));
    expect(await fate(await resend(event(id)))).toMatchObject({ outcome: 'quarantined', reason: 'too_large' });
  });

  it('is erased with its sender, before the email is fetched', async () => {
    const contact = async (email: string): Promise<string> => {
      const path = `/workspaces/${workspace.id}/contacts`;
      return (await parley.call('POST', path, { token: admin.secret, body: { email } })).body.id as string;
    };
    const details = async (reply: VendorReply): Promise<unknown> =>
      (
        await parley.database.query('SELECT details FROM inbound_mail_events WHERE id = $1', [reply.body.inboundMailId])
      )[0]?.details;
    const announce = async (from: string, to = [intake]): Promise<VendorReply> => {
      const id = randomUUID();
      hands(id, null);
      return resend(event(id, { from, to }));
    };
    const elsewhere = intakeOf(parley, await anAgent(parley, await aWorkspace(parley, admin), admin));
    const erased = await announce('Eve <Eve@customer.test>');
    const other = await announce('Ann <ann2@customer.test>');
    const foreign = await announce('eve@customer.test', [elsewhere]);
    const shared = await announce('eve@customer.test', [intake, elsewhere]);
    expect((await anErasure(parley, workspace, admin, await contact('eve@customer.test'))).status).toBe(200);
    expect(await details(erased)).toBeUndefined();
    expect(await details(other)).toMatchObject({ from: 'Ann <ann2@customer.test>', subject: 'Parcel' });
    expect(await details(foreign)).toMatchObject({ from: 'eve@customer.test' });
    expect(await details(shared)).toMatchObject({ from: '', sender: '', subject: '', to: [intake, elsewhere] });
  });

  it('202 without an email for other events', async () => {
    const body = JSON.stringify({ type: 'email.sent', data: {} });
    expect(await resend(body)).toEqual({ status: 202, body: { inboundMailId: null } });
  });

  it('401 for each forged one, 400 for a malformed one, and nothing is stored', async () => {
    const before = await count('inbound_mail_events');
    const body = event(randomUUID());
    const now = Date.now() / 1_000;
    const good = svixHeaders(body);
    const forged: Record<string, string>[] = [
      svixHeaders(body, { secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }),
      svixHeaders(body, { at: now - 310 }),
      svixHeaders(body, { at: now + 310 }),
      svixHeaders(`${body} `),
      svixHeaders(event(randomUUID())),
      { ...good, 'svix-id': 'msg_other' },
      { ...good, 'svix-timestamp': String(Math.floor(now) - 1) },
      { ...good, 'svix-timestamp': 'NaN' },
      { ...good, 'svix-signature': good['svix-signature']!.replace('v1,', 'v2,') },
      { ...good, 'svix-signature': good['svix-signature']!.replace('v1,', '') },
      { ...good, 'svix-signature': 'v1,' },
      { ...good, 'svix-signature': good['svix-signature']!.slice(0, -4) },
      { 'content-type': 'application/json' },
      { 'content-type': 'application/json', authorization: `Bearer ${RESEND_SECRET}` },
    ];
    for (const [n, headers] of forged.entries()) expect([n, (await resend(body, headers)).status]).toEqual([n, 401]);
    for (const malformed of ['', 'x', event('../../accounts'), event('a b')]) {
      expect([malformed, (await resend(malformed)).status]).toEqual([malformed, 400]);
    }
    const both = { ...good, 'svix-signature': `v1,AAAA ${good['svix-signature']!}` };
    expect((await resend(body, both)).status).toBe(202);
    expect(await count('inbound_mail_events')).toBe(before + 1);
  });
});
