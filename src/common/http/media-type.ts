import { parse } from 'content-type';
import type { IncomingMessage } from 'node:http';

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The media type of the body in lower case, without parameters. */
export function mediaTypeOf({ headers }: IncomingMessage): string {
  return parse(headers['content-type'] ?? '', { parameters: false }).type;
}

/** Whether the body is plain UTF-8 by its headers: neither compressed nor in another character encoding. */
export function isPlainUtf8({ headers }: IncomingMessage): boolean {
  const { charset = 'utf-8' } = parse(headers['content-type'] ?? '').parameters;
  return /^(utf-?8|us-ascii)$/i.test(charset) && /^(identity)?$/i.test(headers['content-encoding'] ?? '');
}
