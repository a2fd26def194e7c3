import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far the sender's clock may be from ours, in seconds. */
const MOST_SECONDS = 300;
/** Signatures in one header: those under a new and a former secret. */
const MOST_SIGNATURES = 10;

export interface SvixProof {
  id: string;
  timestamp: string;
  /** Signatures with their version, separated by spaces: `v1,… v1,…`. */
  signatures: string;
}

/**
 * Whether a webhook of Svix is genuine and recent: HMAC-SHA-256 of id, timestamp and body in Base64, under the secret after `whsec_`.
 * `now` in milliseconds.
 */
export function isSignedBySvix(
  { id, timestamp, signatures }: SvixProof,
  body: Buffer,
  secret: string,
  now: number,
): boolean {
  if (id === '' || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now / 1_000 - Number(timestamp)) > MOST_SECONDS) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  return signatures
    .split(' ', MOST_SIGNATURES)
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice(3), 'base64'))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
}
