import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base62 } from './base62';

/** The prefixes of the secrets that this service issues. */
export const SECRET_PREFIXES = [
  'ca_', // account credential
  'ck_', // workspace key
  'ct_', // access token
  'cs_', // session cookie
  'cm_', // single-use token of a mail: verification, password reset, invitation
  'cv_', // session of a visitor
] as const;
export type SecretPrefix = (typeof SECRET_PREFIXES)[number];

/** The session of a visitor goes on after a dot: what it says is sealed, so that nothing need be stored of it. */
const SECRET = new RegExp(
  `^(${SECRET_PREFIXES.join('|')})([0-9A-Za-z]{43})([0-9A-Za-z]{6})(?:(?<=^cv_.{49})[.][\\w-]+)?$`,
);

/**
 * A new secret: prefix, 43 base62 characters of 32 random bytes, 6 base62 characters of CRC-32, so that
 * a scanner recognises it and a typing error is refused without a query.
 */
export function issueSecret(prefix: SecretPrefix): string {
  const body = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43);
  return prefix + body + checksum(prefix + body);
}

/** The prefix of a well-formed secret, or null where form or checksum are wrong. */
export function secretPrefix(secret: string): SecretPrefix | null {
  const [, prefix = '', body = '', check] = SECRET.exec(secret) ?? [];
  return check === checksum(prefix + body) ? (prefix as SecretPrefix) : null;
}

/** What is stored: the SHA-256 of the whole secret. 256 random bits need no salt and no slow hash. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** The first characters of a secret, kept to recognise it in a list. */
export function visiblePrefix(secret: string): string {
  return secret.slice(0, 7);
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), 6);
}
