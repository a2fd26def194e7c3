import { createServer } from 'node:net';

/** All the addresses that a browser may take `localhost` for; another program may have only one of them. */
const LOCAL_ADDRESSES = ['127.0.0.1', '::1', '0.0.0.0', '::'];

/** Whether no program listens on the port, on any of this machine's own addresses. */
export async function isFree(port: number): Promise<boolean> {
  for (const host of LOCAL_ADDRESSES) if ((await listenBriefly(port, host)) === 'EADDRINUSE') return false;
  return true;
}

/** A port that the system says is free. */
export async function freePort(): Promise<number> {
  const port = await listenBriefly(0, '127.0.0.1');
  if (typeof port !== 'number') throw new Error(`This machine has no free port: ${port}`);
  return port;
}

/** The port that was listened on, or the code of the failure; without IPv6 that is another one than EADDRINUSE. */
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
