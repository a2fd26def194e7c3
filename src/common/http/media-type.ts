import type { IncomingMessage } from 'node:http';

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The media type of the body in lower case, without parameters. */
export function mediaTypeOf({ headers }: IncomingMessage): string {
  return (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
}

/** Whether the body is plain UTF-8, as far as the headers tell: neither compressed nor in another encoding of characters. */
export function isPlainUtf8({ headers }: IncomingMessage): boolean {
  const [, charset = 'utf-8'] = /;\s*charset="?([^\s";]+)/i.exec(headers['content-type'] ?? '') ?? [];
  return /^(utf-?8|us-ascii)$/i.test(charset) && /^(identity)?$/i.test(headers['content-encoding'] ?? '');
}
