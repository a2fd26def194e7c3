import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server that records when each mail arrived, including its last line. */
export class BenchMailServer {
  private readonly waiting = new Map<string, (at: number) => void>();
  private readonly arrived = new Map<string, number>();

  private constructor(private readonly server: SMTPServer) {}

  static async start(): Promise<BenchMailServer> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData: (stream, session, done) => {
        const recipient = session.envelope.rcptTo[0]?.address ?? '';
        stream.resume().on('end', () => {
          started.note(recipient, performance.now());
          done();
        });
      },
    });
    const started = new BenchMailServer(server);
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
    return started;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  /** When the mail to this address arrived, by this process's clock. Can be read once for each mail. */
  arrival(recipient: string): Promise<number> {
    const at = this.arrived.get(recipient);
    if (at === undefined) return new Promise((resolve) => this.waiting.set(recipient, resolve));
    this.arrived.delete(recipient);
    return Promise.resolve(at);
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private note(recipient: string, at: number): void {
    const waiting = this.waiting.get(recipient);
    this.waiting.delete(recipient);
    if (waiting) waiting(at);
    else this.arrived.set(recipient, at);
  }
}
