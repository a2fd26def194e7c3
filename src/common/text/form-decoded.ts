/**
 * A name or value of a query or a form, read (WHATWG URL §5.1), or null for one that is no percent-encoded UTF-8: parsers
 * put other characters in its place.
 */
export function formDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    return null;
  }
}
