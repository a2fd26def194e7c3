import { createVerify, X509Certificate } from 'node:crypto';
import { isObject } from '../../../common/validation/is-object';

const TYPES = ['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation'] as const;

/** A message of Amazon SNS, as its HTTP endpoints get it. */
export interface SnsMessage {
  Type: (typeof TYPES)[number];
  MessageId: string;
  TopicArn: string;
  Message: string;
  Timestamp: string;
  SignatureVersion: string;
  Signature: string;
  SigningCertURL: string;
  Subject?: string;
  Token?: string;
  SubscribeURL?: string;
}

/** The fields that are signed, in this order. */
const SIGNED: Readonly<Record<SnsMessage['Type'], readonly (keyof SnsMessage)[]>> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
};
const REQUIRED = ['MessageId', 'TopicArn', 'Message', 'Timestamp', 'SignatureVersion', 'Signature', 'SigningCertURL'];
const OPTIONAL = ['Subject', 'Token', 'SubscribeURL'];
const ALGORITHMS: Readonly<Record<string, string>> = { '1': 'RSA-SHA1', '2': 'RSA-SHA256' };

/** A host of SNS. The form of a region excludes buckets of S3, such as `sns.s3.amazonaws.com`. */
const HOST = /^sns\.[a-z]{2}(?:-[a-z]+)+-\d{1,2}\.amazonaws\.com(?:\.cn)?$/;

/** Null if the text is no message of SNS. */
export function snsMessage(text: string): SnsMessage | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(value)) return null;
  const fields = value;
  const isWhole =
    TYPES.some((type) => type === fields['Type']) &&
    REQUIRED.every((name) => typeof fields[name] === 'string') &&
    OPTIONAL.every((name) => fields[name] === undefined || fields[name] === null || typeof fields[name] === 'string');
  return isWhole ? (fields as unknown as SnsMessage) : null;
}

/** The address of SNS in a field. Null for any other address. */
export function snsAddress(address: string | undefined): URL | null {
  const url = address !== undefined && URL.canParse(address) ? new URL(address) : null;
  const isPlain = url?.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '';
  return url !== null && isPlain && HOST.test(url.hostname) ? url : null;
}

/** Whether the certificate, which must be valid now, is that of SNS and its key has signed the message. `now` in milliseconds. */
export function isSignedBySns(message: SnsMessage, pem: string, now: number): boolean {
  const algorithm = ALGORITHMS[message.SignatureVersion];
  const certificate = certificateIn(pem);
  if (algorithm === undefined || certificate === null) return false;
  const isCurrent = now >= Date.parse(certificate.validFrom) && now <= Date.parse(certificate.validTo);
  const isOfSns = /^CN=sns(?:-[a-z0-9-]+)?\.amazonaws\.com(?:\.cn)?$/m.test(certificate.subject);
  if (!isCurrent || !isOfSns) return false;
  const text = SIGNED[message.Type]
    .filter((name) => typeof message[name] === 'string')
    .map((name) => `${name}\n${message[name]}\n`)
    .join('');
  return createVerify(algorithm).update(text, 'utf8').verify(certificate.publicKey, message.Signature, 'base64');
}

function certificateIn(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}
