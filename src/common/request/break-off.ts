import type { Response } from 'express';

/**
 * Ends an answer in its middle so that nobody takes the part for the whole: by a reset, because in HTTP/1.0, which
 * proxies speak, an orderly end of the connection is the end of the answer.
 */
export function breakOff(response: Response): void {
  const { socket } = response;
  // An inner request has no connection.
  if (socket && 'resetAndDestroy' in socket) socket.resetAndDestroy();
  response.destroy();
}
