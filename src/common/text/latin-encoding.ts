import { TextDecoder } from '@exodus/bytes/encoding.js';

/** Of languages in Central Europe. */
const OTHERS = ['windows-1250', 'iso-8859-2'];
/** What no word has: a control character, or signs between letters. */
const MISPLACED = /[\x80-\x9f]|(?<=\p{L})(?:(?![\x00-\x7f])[\p{S}\p{No}¡¿§¶†‡‰ªº])+(?=\p{L})/gu;
/** One may be a typing error. */
const LEAST_MISPLACED = 2;
/** Letters from `A` to `z`. Latin text has at least as many of them as of other bytes. */
const ASCII_LETTER = /[A-Za-z]/g;
const BEYOND_ASCII = /[\x80-\xff]/g;
/** In bytes. */
const SAMPLE = 10_000;

/**
 * The encoding of Latin text that is not UTF-8. That is windows-1252, unless signs would stand within words by it that are letters by
 * another one.
 */
export function latinEncodingOf(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, SAMPLE);
  const misplaced = misplacedBy('windows-1252', sample);
  if (misplaced < LEAST_MISPLACED || !isLatin(sample)) return 'windows-1252';
  const [best] = OTHERS.map((encoding) => ({ encoding, misplaced: misplacedBy(encoding, sample) })).sort(
    (one, other) => one.misplaced - other.misplaced,
  );
  return best && best.misplaced * 4 < misplaced ? best.encoding : 'windows-1252';
}

function misplacedBy(encoding: string, bytes: Uint8Array): number {
  const found = new TextDecoder(encoding).decode(bytes).match(MISPLACED) ?? [];
  return found.join('').length;
}

function isLatin(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString('latin1');
  return (text.match(BEYOND_ASCII)?.length ?? 0) <= (text.match(ASCII_LETTER)?.length ?? 0);
}
