import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

const SSL_REQUEST = 80_877_103;

/** A server that speaks just enough of PostgreSQL's protocol to refuse, to be silent, or to be of another version. */
export class FakePostgres {
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly place: string,
  ) {}

  /** `answer` gets each message of a client, the first one being who it is, and says what is sent back. */
  static async start(answer: (message: Buffer) => Buffer | null): Promise<FakePostgres> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const fake = new FakePostgres(server, `127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('connection', (socket) => {
      fake.sockets.add(socket.on('error', () => {}));
      socket.on('data', (message) => {
        const asksForTls = message.length === 8 && message.readInt32BE(4) === SSL_REQUEST;
        const answerBytes = asksForTls ? Buffer.from('N') : answer(message);
        if (answerBytes) socket.write(answerBytes);
      });
    });
    return fake;
  }

  stop(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }
}

/** The client is who it says, and may ask. */
export const letsIn = Buffer.concat([message('R', int32(0)), readyForQuery()]);

export function refuses(code: string, text: string): Buffer {
  return message('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`));
}

/** The answer to a simple query: one row of one text column. */
export function oneRow(column: string, value: string): Buffer {
  const described = Buffer.concat([int16(1), Buffer.from(`${column}\0`), int32(0), int16(0), int32(25), int16(-1)]);
  const description = message('T', Buffer.concat([described, int32(-1), int16(0)]));
  const row = message('D', Buffer.concat([int16(1), int32(Buffer.byteLength(value)), Buffer.from(value)]));
  return Buffer.concat([description, row, message('C', Buffer.from('SHOW\0')), readyForQuery()]);
}

function readyForQuery(): Buffer {
  return message('Z', Buffer.from('I'));
}

function message(type: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}
