import { StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { Readable } from 'node:stream';
import { whileAuthorized } from '../auth/while-authorized';
import { logger } from '../logging/logger';
import { breakOff } from '../request/break-off';

/**
 * A file that is generated while it is sent, at the pace of the reader, until the reader disconnects or is no longer authorized. A
 * failure aborts the connection, so that no client takes a part for the whole.
 */
export function streamedText(
  pieces: AsyncIterable<string>,
  { mediaType, fileName }: { mediaType: string; fileName: string },
): StreamableFile {
  return streamed(pieces, {
    type: `${mediaType}; charset=utf-8`,
    disposition: `attachment; filename="${fileName}"`,
  });
}

/** Sends existing bytes as a file. The name can come from any user. */
export function streamedFile(
  pieces: AsyncIterable<Buffer>,
  { mediaType, fileName, sizeBytes }: { mediaType: string; fileName: string; sizeBytes: number },
): StreamableFile {
  return streamed(pieces, { type: mediaType, disposition: attachmentNamed(fileName), length: sizeBytes });
}

function streamed(pieces: AsyncIterable<string | Buffer>, options: StreamableFile['options']): StreamableFile {
  const { length } = options;
  const watched = whileAuthorized(pieces, length === undefined ? {} : { length });
  const bytes = Readable.from(watched, { objectMode: false, highWaterMark: 65_536 });
  return new StreamableFile(bytes, options).setErrorHandler((error, response) => {
    if (response.destroyed) return;
    logger.error({ err: error }, 'a streamed response failed');
    breakOff(response as unknown as Response);
  });
}

/** RFC 6266 §4.3: the name in ASCII for old clients, and the full name for all others. */
function attachmentNamed(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
