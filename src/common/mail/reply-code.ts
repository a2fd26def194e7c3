/** A reply code of a mail server (RFC 5321 §4.2); null for another number, which some servers send, and for none. */
export function replyCode(code: number | null | undefined): number | null {
  return code !== null && code !== undefined && code >= 200 && code <= 599 ? code : null;
}
