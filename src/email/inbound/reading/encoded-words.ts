import { normalizeEncoding } from '@exodus/bytes/encoding.js';
import { readText } from '../../../common/text/read-text';

/** A word of RFC 2047, perhaps with its language (RFC 2231 §5). */
const WORD = String.raw`=\?([^?\s*]{1,40})(?:\*[^?\s]{0,20})?\?([QB])\?([^?]{0,2000})\?=`;
const RUN = new RegExp(`${WORD}(?:[ \\t\\r\\n]*${WORD.replaceAll('(', '(?:').replaceAll('(?:?:', '(?:')})*`, 'gi');
const WORDS = new RegExp(WORD, 'gi');
/** Signs with a meaning in a list of addresses. Some programs leave them in a word. */
const SPECIAL = /[,;:<>()[\]@"\\]/;

interface Word {
  charset: string;
  encoding: string;
  text: string;
}

/**
 * The lines of headers, with words in UTF-8 for those that postal-mime 4.0.0 cannot read: in an encoding that the standard leaves out, with a
 * letter that is split between two words of padded Base64, or with signs that end an address.
 */
export function withReadableWords(lines: readonly string[]): string[] {
  if (!lines.some((line) => line.includes('=?'))) return [...lines];
  return unfolded(lines).map((line) => (line.includes('=?') ? line.replace(RUN, readableRun) : line));
}

/** Each header in one line. */
function unfolded(lines: readonly string[]): string[] {
  const headers: string[][] = [];
  for (const line of lines) {
    const last = headers.at(-1);
    if (last && /^[ \t]/.test(line)) last.push(line);
    else headers.push([line]);
  }
  return headers.map((parts) => parts.join(''));
}

function readableRun(run: string): string {
  const words = [...run.matchAll(WORDS)].map(([, charset = '', encoding = '', text = '']) => ({
    charset,
    encoding: encoding.toUpperCase(),
    text,
  }));
  if (!words.some((word, at) => isUnreadable(word, words[at + 1]))) return run;
  return alike(words)
    .map((group) => `=?UTF-8?B?${Buffer.from(textOf(group)).toString('base64')}?=`)
    .join(' ');
}

function isUnreadable({ charset, encoding, text }: Word, next: Word | undefined): boolean {
  if (normalizeEncoding(charset) === null) return true;
  if (encoding === 'Q') return SPECIAL.test(text);
  return next?.encoding === 'B' && text.endsWith('=');
}

/** Words of one encoding in a row belong together: a letter may be split between them. */
function alike(words: readonly Word[]): Word[][] {
  const groups: Word[][] = [];
  for (const word of words) {
    const last = groups.at(-1);
    if (last?.[0]?.charset.toLowerCase() === word.charset.toLowerCase()) last.push(word);
    else groups.push([word]);
  }
  return groups;
}

function textOf(words: readonly Word[]): string {
  const charset = words[0]?.charset ?? null;
  // Each of these ends in ASCII, so that no letter is split.
  if (/^iso-2022/i.test(charset ?? '')) return words.map((word) => readText(bytesOf(word), charset)).join('');
  return readText(Buffer.concat(words.map(bytesOf)), charset);
}

function bytesOf({ encoding, text }: Word): Buffer {
  if (encoding === 'B') return Buffer.from(text, 'base64');
  const bytes = text
    .replace(/[_\s]/g, ' ')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return /[^\x00-\xff]/.test(bytes) ? Buffer.from(text.replaceAll('_', ' ')) : Buffer.from(bytes, 'latin1');
}
