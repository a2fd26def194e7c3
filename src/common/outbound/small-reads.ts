import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

/** Bytes of one read: some 200 of the shortest headers. */
export const MOST_BYTES = 1_024;

/** Reads of each connection are {@link withSmallReads}. */
export function smallReads(connected: buildConnector.Callback): buildConnector.Callback {
  return (...[error, socket]) => (error ? connected(error, null) : connected(null, withSmallReads(socket)));
}

/**
 * Makes a socket return what it has received in small pieces, and nothing once it is destroyed. The parser of undici goes on to the end of
 * a piece after it has refused the response, and makes an error for each header that is too much: for 64 KB of headers, that stops
 * the event loop for 160 ms.
 */
export function withSmallReads<S extends Socket>(socket: S): S {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  return Object.assign(socket, {
    read(size?: number): Buffer | null {
      if (socket.destroyed) return null;
      if (size !== undefined || socket.readableLength <= MOST_BYTES) return read(size);
      return read(MOST_BYTES);
    },
  });
}
