/** A reply code of a mail server (RFC 5321 §4.2). Null without a code, and for invalid numbers, which some servers send. */
export function replyCode(code: number | null | undefined): number | null {
  return code !== null && code !== undefined && code >= 200 && code <= 599 ? code : null;
}
