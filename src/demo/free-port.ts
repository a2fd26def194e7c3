import { createServer } from 'node:net';

/** All addresses that a browser may use for `localhost`. Another program may use only one of them. */
const LOCAL_ADDRESSES = ['127.0.0.1', '::1', '0.0.0.0', '::'];

/** Whether no program listens on the port, on any local address. */
export async function isFree(port: number): Promise<boolean> {
  for (const host of LOCAL_ADDRESSES) if ((await listenBriefly(port, host)) === 'EADDRINUSE') return false;
  return true;
}

/** A port that the system reports as free. */
export async function freePort(): Promise<number> {
  const port = await listenBriefly(0, '127.0.0.1');
  if (typeof port !== 'number') throw new Error(`This machine has no free port: ${port}`);
  return port;
}

/** The port, or the code of the error. Without IPv6, the code is not EADDRINUSE. */
function listenBriefly(port: number, host: string): Promise<number | string> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, host, exclusive: true }, () => {
      const { port: taken } = server.address() as { port: number };
      server.close(() => resolve(taken));
    });
  });
}
