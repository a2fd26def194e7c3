import { storable } from '../../../common/text/storable';

/** Invisible characters that a model would read: zero-width characters, and tag characters outside of flags. */
export const INVISIBLE =
  /[\u00ad\u200b\u2060-\u2064\ufeff\u180e]|(?<![\u{1f3f4}\u{e0020}-\u{e007f}])[\u{e0000}-\u{e007f}]+/gu;

/** A text of a header on one line. `length` in code points. */
export function oneLine(text: string, length: number): string {
  const line = storable(text)
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .replace(INVISIBLE, '')
    .trim();
  return cutTo(line, length)[0];
}

/** The first `length` code points, and whether there are more. */
export function cutTo(text: string, length: number): [string, boolean] {
  if (text.length <= length) return [text, false];
  let end = 0;
  for (let points = 0; points < length && end < text.length; points += 1)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return [text.slice(0, end), end < text.length];
}
