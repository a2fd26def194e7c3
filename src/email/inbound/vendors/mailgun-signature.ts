import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far Mailgun's clock may be from ours, in seconds. */
const MOST_SECONDS = 900;

export interface MailgunProof {
  timestamp: string;
  token: string;
  signature: string;
}

/** Whether Mailgun signed the token recently: hexadecimal HMAC-SHA-256 of timestamp and token. `now` in milliseconds. */
export function isSignedByMailgun({ timestamp, token, signature }: MailgunProof, key: string, now: number): boolean {
  if (!/^\d{1,12}$/.test(timestamp) || !/^[\w-]{1,200}$/.test(token) || !/^[0-9a-f]{64}$/i.test(signature))
    return false;
  if (Math.abs(now / 1_000 - Number(timestamp)) > MOST_SECONDS) return false;
  const expected = createHmac('sha256', key)
    .update(timestamp + token)
    .digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}
