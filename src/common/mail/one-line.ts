/** For a header, which ends at a line break: without one, nobody's text can begin another header (RFC 5322 §2.2). */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
