/** The most values in a JSON text: more than any request needs, and few enough to parse quickly. */
export const MOST_VALUES = 20_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;

/**
 * Whether a JSON text in UTF-8 contains more than {@link MOST_VALUES} members, items and openings of objects and lists. It counts
 * without parsing: half a million nested empty lists fit into a body, and would take a hundred milliseconds to parse.
 */
export function hasTooManyValues(json: Uint8Array): boolean {
  if (json.length <= MOST_VALUES) return false;
  let values = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfString(json, at + 1);
    else if (byte === COMMA || byte === OPEN_BRACKET || byte === OPEN_BRACE) values++;
    if (values > MOST_VALUES) return true;
  }
  return false;
}

/** The index of the closing quote. */
function endOfString(json: Uint8Array, from: number): number {
  let at = from;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
