/** The longest run of marks that Unicode's stream-safe format allows (UAX #15 §13), if another mark follows. */
const MOST_MARKS = /(?:(?!\u034f)\p{M}){30}(?=\p{M})(?!\u034f)/gu;
/** Shorter texts cannot contain such a run. */
const SHORT = 30;
/** A mark that combines with nothing and begins a new run. */
const COMBINING_GRAPHEME_JOINER = '\u034f';

/**
 * The text in a Unicode normal form, in linear time. Normalization sorts the marks on one letter in quadratic time, which would
 * take minutes for a run as long as a request. Runs longer than in any script are therefore split first, as the standard
 * describes.
 */
export function normalForm(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  const safe = text.length <= SHORT ? text : text.replace(MOST_MARKS, `$&${COMBINING_GRAPHEME_JOINER}`);
  return safe.normalize(form);
}
