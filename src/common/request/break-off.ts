import type { Response } from 'express';

/**
 * Aborts a response so that no client takes the part for the whole. It resets the connection, because in HTTP/1.0, which proxies
 * use, an orderly close of the connection marks the end of the response.
 */
export function breakOff(response: Response): void {
  const { socket } = response;
  // A call inside the process has no connection.
  if (socket && 'resetAndDestroy' in socket) socket.resetAndDestroy();
  response.destroy();
}
