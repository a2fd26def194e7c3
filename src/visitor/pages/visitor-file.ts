import type { Request, Response } from 'express';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { matchesEtag } from '../../common/http/etag';

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  png: 'image/png',
};

/** A file of the build, in the encodings in which it is sent: made once, since it is sent often. */
export interface VisitorFile {
  type: string;
  etag: string;
  content: Buffer;
  /** By the names of RFC 9110 §8.4.1, the smallest first; none of what is compressed already. */
  encoded: readonly (readonly ['br' | 'gzip', Buffer])[];
}

export function readVisitorFile(path: string): VisitorFile {
  const content = readFileSync(path);
  const type = TYPES[path.split('.').at(-1)!] ?? 'application/octet-stream';
  return {
    type,
    etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    content,
    encoded: type.startsWith('text/')
      ? [
          ['br', brotliCompressSync(content)],
          ['gzip', gzipSync(content, { level: 9 })],
        ]
      : [],
  };
}

/** With the headers that the response has already. Documents are not sent like this: they have secrets beside what others choose. */
export function sendFile(request: Request, response: Response, { type, etag, content, encoded }: VisitorFile): void {
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
