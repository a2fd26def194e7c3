import type { Request, Response } from 'express';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { matchesEtag } from './etag';

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  css: 'text/css; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  png: 'image/png',
};

/** Content in the encodings in which it is sent: made once, since it is sent often. */
export interface SentFile {
  type: string;
  etag: string;
  content: Buffer;
  /** By the names of RFC 9110 §8.4.1, the smallest first; none of what is compressed already. */
  encoded: readonly (readonly ['br' | 'gzip', Buffer])[];
}

/** Of a small file. */
export function readSentFile(path: string): SentFile {
  const content = readFileSync(path);
  const type = typeOf(path);
  return {
    type,
    etag: etagOf(content),
    content,
    encoded: type.startsWith('text/')
      ? [
          ['br', brotliCompressSync(content)],
          ['gzip', gzipSync(content, { level: 9 })],
        ]
      : [],
  };
}

/** Of a text of a megabyte: compressed beside the event loop, and not to the last byte, which would take seconds. */
export async function largeSentFile(name: string, text: string | Buffer): Promise<SentFile> {
  const content = Buffer.from(text);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  return {
    type: typeOf(name),
    etag: etagOf(content),
    content,
    encoded: [
      ['br', br],
      ['gzip', gz],
    ],
  };
}

function typeOf(path: string): string {
  return TYPES[path.split('.').at(-1)!] ?? 'application/octet-stream';
}

function etagOf(content: Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}

/** With the headers that the response has already. Documents are not sent like this: they have secrets beside what others choose. */
export function sendFile(request: Request, response: Response, { type, etag, content, encoded }: SentFile): void {
  // Weak: it is the same in each encoding (RFC 9110 §8.8.3.3).
  response.vary('Accept-Encoding').set('ETag', `W/${etag}`);
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    response.status(304).end();
    return;
  }
  const [encoding, bytes] = encoded.find(([name]) => request.acceptsEncodings(name) === name) ?? [null, content];
  if (encoding !== null) response.set('Content-Encoding', encoding);
  response.type(type).send(bytes);
}
