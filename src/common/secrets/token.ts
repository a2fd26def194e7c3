import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base62 } from './base62';

/** The prefixes of the secrets that this service issues. */
export const SECRET_PREFIXES = [
  'ca_', // account credential
  'ck_', // workspace key
  'ct_', // access token
  'cs_', // session cookie
  'cm_', // single-use token in an email: verification, password reset, invitation
  'cv_', // visitor session
] as const;
export type SecretPrefix = (typeof SECRET_PREFIXES)[number];

/** A visitor session has sealed data after a dot, so that the service need not store it. */
const SECRET = new RegExp(
  `^(${SECRET_PREFIXES.join('|')})([0-9A-Za-z]{43})([0-9A-Za-z]{6})(?:(?<=^cv_.{49})[.][\\w-]+)?$`,
);

/**
 * A new secret: prefix, 43 base62 characters of 32 random bytes, 6 base62 characters of CRC-32. Secret scanners recognize the
 * form, and the checksum refuses a typing error without a query.
 */
export function issueSecret(prefix: SecretPrefix): string {
  const body = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43);
  return prefix + body + checksum(prefix + body);
}

/** The prefix of a well-formed secret. Null if the form or the checksum is wrong. */
export function secretPrefix(secret: string): SecretPrefix | null {
  const [, prefix = '', body = '', check] = SECRET.exec(secret) ?? [];
  return check === checksum(prefix + body) ? (prefix as SecretPrefix) : null;
}

const ANYWHERE = new RegExp(`\\b(?:${SECRET_PREFIXES.join('|')})[0-9A-Za-z]{49}`);

/** Whether the text has a secret of this service in it, for example pasted into the wrong field. */
export function containsSecret(text: string): boolean {
  return ANYWHERE.test(text);
}

/** The SHA-256 of the whole secret, which is stored in its place. 256 random bits need no salt and no slow hash. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** The first characters of a secret, stored to recognize it in a list. */
export function visiblePrefix(secret: string): string {
  return secret.slice(0, 7);
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), 6);
}
