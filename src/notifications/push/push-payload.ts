import { createHash } from 'node:crypto';
import { base62 } from '../../common/secrets/base62';
import type { PushMessage } from './push-message.types';

/**
 * Largest plaintext in bytes that every push service accepts once it is encrypted (RFC 8030 §7.2 promises 4096 for
 * that).
 */
export const MOST_BYTES = 3 * 1024;
/** Lets Safari show the message without a service worker (Declarative Web Push). */
const DECLARATIVE = 8030;
const TOPIC_CHARACTERS = 32;
/** Length of the title in the smallest payload, for push services that refuse even 3 KB. */
const SHORT_TITLE = 60;

/**
 * The hash of a tag: 32 letters and digits, as in a topic (RFC 8030 §5.4). Apple refuses longer topics and some
 * characters. A hash reveals nothing to push services.
 */
export function topicOf(tag: string): string {
  const digest = createHash('sha256').update(tag).digest('hex');
  return base62(BigInt(`0x${digest}`), TOPIC_CHARACTERS).slice(-TOPIC_CHARACTERS);
}

/**
 * The message in the format for browsers, shortened until it fits. `smallest`: only the beginning of the title, and no
 * body.
 */
export function payloadOf({ title, body, navigate, tag, lang, dir }: PushMessage, smallest = false): string {
  const written = (titleLength: number, bodyLength: number): string =>
    JSON.stringify({
      web_push: DECLARATIVE,
      notification: {
        title: beginning(title, titleLength),
        body: beginning(body, bodyLength),
        navigate,
        tag: topicOf(tag),
        lang,
        dir,
      },
    });
  if (smallest) return written(SHORT_TITLE, 0);
  const fits = (text: string): boolean => Buffer.byteLength(text) <= MOST_BYTES;
  const whole = written(title.length, body.length);
  if (fits(whole)) return whole;
  const bodyLength = longest(body.length, (length) => fits(written(title.length, length)));
  if (bodyLength > 0) return written(title.length, bodyLength);
  return written(
    longest(title.length, (length) => fits(written(length, 0))),
    0,
  );
}

/** The greatest length for which `holds` is true, if it is true for all smaller ones. */
function longest(most: number, holds: (length: number) => boolean): number {
  let [good, bad] = [0, most + 1];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (holds(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

/** Cuts the text to this many UTF-16 units, including an ellipsis, without splitting a character. */
function beginning(text: string, length: number): string {
  if (text.length <= length) return text.toWellFormed();
  if (length === 0) return '';
  const cut = text.slice(0, length - 1);
  return `${(/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut).toWellFormed()}…`;
}
