import { type AddressInfo, connect, createServer } from 'node:net';
import type { Parley } from '../support/parley';

/** A port that is known before the service listens: what PUBLIC_URL names, as behind a reverse proxy. */
export interface Front {
  url: string;
  forwardTo(parley: Parley): void;
  close(): Promise<void>;
}

/** Forwards connections byte by byte; the service decides its own addresses by PUBLIC_URL, as it does anywhere. */
export async function openFront(): Promise<Front> {
  let port = 0;
  const server = createServer((incoming) => {
    const outgoing = connect(port, '127.0.0.1');
    incoming.pipe(outgoing).pipe(incoming);
    for (const socket of [incoming, outgoing]) socket.on('error', () => incoming.destroy(void outgoing.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    forwardTo: (parley) => {
      port = Number(new URL(parley.url).port);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
