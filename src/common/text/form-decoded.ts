/**
 * Decodes a name or value of a query or a form (WHATWG URL §5.1). Returns null if it is not valid percent-encoded UTF-8, for which
 * parsers would silently use replacement characters.
 */
export function formDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    return null;
  }
}
