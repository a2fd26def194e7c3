const LF = 0x0a;
const CR = 0x0d;
const HYPHENS = Buffer.from('--');
const LINE_OF_HYPHENS = Buffer.from('\n--');

/**
 * The end of the current body: the next line that is one of these boundaries (RFC 2046 §5.1.1), or the end of the email. Only checks
 * lines that begin like a boundary.
 */
export function endOfBody(mail: Buffer, from: number, boundaries: readonly Uint8Array[]): number {
  if (boundaries.length === 0) return mail.length;
  for (let line = from; line >= 0;) {
    if (isBoundary(mail, line, boundaries)) return line;
    const hyphens = mail.indexOf(LINE_OF_HYPHENS, line);
    line = hyphens < 0 ? -1 : hyphens + 1;
  }
  return mail.length;
}

function isBoundary(mail: Buffer, line: number, boundaries: readonly Uint8Array[]): boolean {
  const from = line + HYPHENS.length;
  if (mail.compare(HYPHENS, 0, HYPHENS.length, line, from) !== 0) return false;
  return boundaries.some((boundary) => {
    let at = from + boundary.length;
    if (at > mail.length || mail.compare(boundary, 0, boundary.length, from, at) !== 0) return false;
    if (mail[at] === HYPHENS[0] && mail[at + 1] === HYPHENS[0]) at += HYPHENS.length;
    while (mail[at] === 0x20 || mail[at] === 0x09) at += 1;
    while (mail[at] === CR) at += 1;
    return at >= mail.length || mail[at] === LF;
  });
}
