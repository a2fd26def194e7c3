import { StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { Readable } from 'node:stream';
import { whileAuthorized } from '../auth/while-authorized';
import { logger } from '../logging/logger';
import { breakOff } from '../request/break-off';

/**
 * A file that is made while it is sent: as fast as its reader takes it, and no further than until they leave or may not
 * have it any more. A failure on the way breaks the connection, so that nobody takes a part for the whole.
 */
export function streamedText(
  pieces: AsyncIterable<string>,
  { mediaType, fileName }: { mediaType: string; fileName: string },
): StreamableFile {
  const bytes = Readable.from(whileAuthorized(pieces), { objectMode: false, highWaterMark: 65_536 });
  const file = new StreamableFile(bytes, {
    type: `${mediaType}; charset=utf-8`,
    disposition: `attachment; filename="${fileName}"`,
  });
  return file.setErrorHandler((error, response) => {
    if (response.destroyed) return;
    logger.error({ err: error }, 'a streamed answer broke off');
    breakOff(response as unknown as Response);
  });
}
