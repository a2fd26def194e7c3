import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { MOST_BYTES, withSmallReads } from './small-reads';

const SENT = Buffer.from(Array.from({ length: 100_000 }, (_, place) => place % 251));

let server: Server;
let socket: Socket;
beforeEach(async () => {
  server = createServer((peer) => peer.on('error', () => {}).end(SENT)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  socket = withSmallReads(connect((server.address() as AddressInfo).port, '127.0.0.1'));
});
afterEach(() => {
  socket.destroy();
  server.close();
});

it('returns all bytes in small pieces, and ends', async () => {
  const pieces: Buffer[] = [];
  socket.on('readable', () => {
    for (let piece = socket.read() as Buffer | null; piece !== null; piece = socket.read() as Buffer | null) {
      pieces.push(piece);
    }
  });
  await once(socket, 'end');
  expect(Math.max(...pieces.map(({ length }) => length))).toBe(MOST_BYTES);
  expect(Buffer.concat(pieces).equals(SENT)).toBe(true);
});

it('returns nothing of what was received once it is destroyed', async () => {
  await once(socket, 'readable');
  expect(socket.read()).toHaveLength(MOST_BYTES);
  socket.destroy();
  expect(socket.readableLength).toBeGreaterThan(0);
  expect(socket.read()).toBeNull();
});
