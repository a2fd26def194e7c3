/** Removes line breaks from a header value, so that a text cannot begin another header (RFC 5322 §2.2). */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
