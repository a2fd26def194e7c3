import { connect, type Socket } from 'node:net';
import type { Parley } from './parley';

export interface RawAnswer {
  /** The first bytes that came: status line, headers, and perhaps some of the body. */
  head: string;
  /** The last 100. */
  tail: string;
}

/** Whether a chunked answer came to its end (RFC 9112 §7.1). */
export function isWhole({ tail }: RawAnswer): boolean {
  return tail.endsWith('\r\n0\r\n\r\n');
}

/** One request over a connection of its own, whose answer is read no faster than a test says. */
export class RawRequest {
  private head = '';
  private tail = Buffer.alloc(0);
  private readonly closed: Promise<void>;

  private constructor(private readonly socket: Socket) {
    socket.on('error', () => {});
    socket.on('data', (bytes: Buffer) => {
      this.head ||= bytes.toString('latin1');
      this.tail = Buffer.concat([this.tail, bytes.subarray(-100)]).subarray(-100);
    });
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
  }

  /** `path` is below `/api/v1`. */
  static send(
    parley: Parley,
    method: string,
    path: string,
    headers: Record<string, string>,
    { version = '1.1' } = {},
  ): RawRequest {
    const socket = connect(Number(new URL(parley.url).port), '127.0.0.1');
    const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`${method} /api/v1${path} HTTP/${version}\r\nconnection: close\r\n${lines.join('')}\r\n`);
    return new RawRequest(socket);
  }

  write(text: string): void {
    this.socket.write(text);
  }

  /** Resolves when the answer has begun, and reads no further. */
  async begun(): Promise<this> {
    await new Promise((resolve) => this.socket.once('data', resolve));
    this.socket.pause();
    return this;
  }

  /** Reads on to the end of the connection. */
  async rest(): Promise<RawAnswer> {
    this.socket.resume();
    await this.closed;
    return { head: this.head, tail: this.tail.toString('latin1') };
  }

  leave(): void {
    this.socket.destroy();
  }
}
