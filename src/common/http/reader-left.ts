import type { Socket } from 'node:net';
import type { Response } from 'express';

/**
 * Aborts once the response is closed: its reader has left, or has all of it. Aborts at once if the reader left before, for example while
 * the guards read, and also where the response waits behind others of its connection and has no socket, whose end it would hear of.
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
