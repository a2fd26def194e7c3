import { createHmac, createPrivateKey, createSign, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Parley } from './parley';

export const MAILGUN_KEY = 'key-of-mailgun-0123456789abcdef';
export const RESEND_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
export const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:incoming-mail';
export const CERTIFICATE_URL = 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem';

export interface VendorReply {
  status: number;
  body: { inboundMailId: string | null; code?: string };
}

/** Sends a request as a vendor does. */
export async function fromVendor(
  parley: Parley,
  vendor: string,
  body: string | Buffer,
  headers: Record<string, string>,
): Promise<VendorReply> {
  const response = await fetch(`${parley.url}/internal/mail/inbound/${vendor}`, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
  return { status: response.status, body: (await response.json()) as VendorReply['body'] };
}

export const basic = (password: string, user = 'any'): { authorization: string } => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

/** A request of a vendor, with the placeholders of its file filled in. */
export function fixture(name: string, values: Record<string, string>): string {
  const text = readFileSync(join(__dirname, '../fixtures/mail-vendors', name), 'latin1');
  return Object.entries(values).reduce((filled, [key, value]) => filled.replaceAll(key, value), text);
}

export interface MailgunOptions {
  key?: string;
  timestamp?: number;
  token?: string;
}

/** What Mailgun signs, as its form has it. */
export function mailgunProof({ key = MAILGUN_KEY, timestamp = Date.now() / 1_000, token }: MailgunOptions = {}): {
  TIMESTAMP: string;
  TOKEN: string;
  SIGNATURE: string;
} {
  const TIMESTAMP = String(Math.floor(timestamp));
  const TOKEN = token ?? randomBytes(25).toString('hex');
  return {
    TIMESTAMP,
    TOKEN,
    SIGNATURE: createHmac('sha256', key)
      .update(TIMESTAMP + TOKEN)
      .digest('hex'),
  };
}

/** The headers of an event that Resend has signed. */
export function svixHeaders(
  body: string,
  { id = `msg_${randomUUID()}`, at = Date.now() / 1_000, secret = RESEND_SECRET } = {},
): Record<string, string> {
  const timestamp = String(Math.floor(at));
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'svix-id': id,
    'svix-timestamp': timestamp,
    'svix-signature': `v1,${signature}`,
  };
}

type SnsFields = Record<string, string>;

/** A signer of Amazon SNS with the key and the certificate of a fixture. */
export class FakeSns {
  readonly pem: string;
  private readonly key: KeyObject;

  constructor(name: 'sns' | 'forger' | 'other' | 'expired') {
    this.pem = readFileSync(join(__dirname, '../fixtures/mail-vendors', `${name}.pem`), 'latin1');
    this.key = createPrivateKey(this.pem);
    this.pem = this.pem.slice(this.pem.indexOf('-----BEGIN CERTIFICATE'));
  }

  /** The signed message as JSON. `changed` replaces fields after they are signed. */
  message(fields: SnsFields, { version = '2', changed = {} }: { version?: string; changed?: SnsFields } = {}): string {
    const all: SnsFields = {
      Type: 'Notification',
      MessageId: randomUUID(),
      TopicArn: TOPIC,
      Timestamp: new Date().toISOString(),
      SignatureVersion: version,
      SigningCertURL: CERTIFICATE_URL,
      ...fields,
    };
    const signed =
      all['Type'] === 'Notification'
        ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
        : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
    const text = signed
      .filter((name) => name in all)
      .map((name) => `${name}\n${all[name]}\n`)
      .join('');
    const Signature = createSign(version === '1' ? 'RSA-SHA1' : 'RSA-SHA256')
      .update(text)
      .sign(this.key, 'base64');
    return JSON.stringify({ ...all, Signature, ...changed });
  }
}

/** What SES publishes about an email. */
export function sesNotification(
  recipient: string,
  mail: { content?: string; action?: Record<string, string> },
): string {
  return JSON.stringify({
    notificationType: 'Received',
    mail: { source: 'ann@customer.test', destination: [recipient] },
    receipt: { recipients: [recipient], action: { type: 'SNS', topicArn: TOPIC, encoding: 'UTF-8', ...mail.action } },
    ...(mail.content === undefined ? {} : { content: mail.content }),
  });
}
