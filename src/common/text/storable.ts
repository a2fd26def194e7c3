const UNSTORABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/**
 * A text that PostgreSQL can store, of the same length, so that offsets stay true: NUL and halves of surrogate pairs
 * become U+FFFD.
 */
export function storable(text: string): string {
  return text.replace(UNSTORABLE, '\uFFFD');
}
