const UNSTORABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/**
 * Replaces NUL and unpaired surrogates, which PostgreSQL cannot store, with U+FFFD. The length does not change, so offsets stay
 * correct.
 */
export function storable(text: string): string {
  return text.replace(UNSTORABLE, '\uFFFD');
}
