/** The most marks in a row that Unicode's stream-safe format has (UAX #15 §13), where one more follows. */
const MOST_MARKS = /(?:(?!\u034f)\p{M}){30}(?=\p{M})(?!\u034f)/gu;
/** Shorter texts have no such row. */
const SHORT = 30;
/** A mark that is combined with nothing, and begins a new row. */
const COMBINING_GRAPHEME_JOINER = '\u034f';

/**
 * A text in a normal form of Unicode, in time that grows with its length. Marks on one letter are sorted by carrying each past
 * those before it, which takes minutes for as many as fit into a request; so longer rows of them than any writing has are
 * cut first, as the standard says.
 */
export function normalForm(text: string, form: 'NFC' | 'NFD' | 'NFKC'): string {
  const safe = text.length <= SHORT ? text : text.replace(MOST_MARKS, `$&${COMBINING_GRAPHEME_JOINER}`);
  return safe.normalize(form);
}
