import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** The test file of the European Institute for Computer Antivirus Research. In two parts, so that no scanner takes this file for it. */
export const EICAR = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
);

type Answer = string | Buffer | null;

/**
 * A daemon of ClamAV for tests: it finds EICAR in what INSTREAM brings. `answer` can say something else, or with null nothing; `isAway`
 * refuses connections.
 */
export class TestClamd {
  answer: ((bytes: Buffer) => Answer) | null = null;
  isAway = false;
  /** Connections that were refused. */
  refused = 0;
  readonly scanned: Buffer[] = [];
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => this.serve(socket));
  }

  static async start(): Promise<TestClamd> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new TestClamd(server);
  }

  get setting(): string {
    return `clamd://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket)).on('error', () => {});
    if (this.isAway) {
      this.refused += 1;
      return void socket.destroy();
    }
    let received = Buffer.alloc(0);
    socket.on('data', (piece) => {
      received = Buffer.concat([received, piece]);
      const bytes = streamIn(received);
      if (bytes) this.judge(socket, bytes);
    });
  }

  private judge(socket: Socket, bytes: Buffer): void {
    this.scanned.push(bytes);
    const usual = bytes.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0';
    const answer = this.answer ? this.answer(bytes) : usual;
    if (answer !== null) socket.end(answer);
  }
}

/** The bytes of a whole INSTREAM; null: more follow. */
function streamIn(received: Buffer): Buffer | null {
  const pieces: Buffer[] = [];
  for (let at = 'zINSTREAM\0'.length; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at);
    at += 4;
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(received.subarray(at, at + length));
    at += length;
  }
  return null;
}
