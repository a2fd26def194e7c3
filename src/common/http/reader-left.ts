import type { Socket } from 'node:net';
import type { Response } from 'express';

/**
 * Aborts once the response is closed: its reader has left, or has all of it. If the reader left before, for example while the guards
 * read, it aborts at once. A response that waits behind others of its connection emits no `close`, so the socket counts as well.
 */
export function readerLeft(response: Response): AbortSignal {
  const left = new AbortController();
  // A request inside the process has none.
  const socket: Socket | undefined = response.req.socket;
  const leave = (): void => {
    response.off('close', leave);
    socket?.off('close', leave);
    left.abort();
  };
  if (response.closed || socket?.destroyed) leave();
  else {
    response.once('close', leave);
    socket?.once('close', leave);
  }
  return left.signal;
}
