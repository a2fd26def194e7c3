import type { AddressInfo, Socket } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** What the server does with a mail; chosen by the local part of its recipient. */
export const BEHAVIOURS = [
  'accept',
  'refuse-recipient',
  'defer-recipient',
  'refuse-message',
  'hang-after-message',
  'break-after-message',
  'break-before-message',
] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

export interface Received {
  /** Of the envelope, as is `to`. */
  from: string;
  to: string;
  subject: string;
  text: string;
  raw: string;
  user: string | undefined;
}

/** A mail server whose answers are chosen by the recipient: `refuse-recipient@example.com`. */
export class TestSmtpServer {
  /** Every message that arrived whole, answered or not. */
  readonly received: Received[] = [];

  private constructor(
    private readonly server: SMTPServer,
    readonly port: number,
  ) {}

  static async start(): Promise<TestSmtpServer> {
    const server = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ username }, _session, done) => done(null, { user: username }),
      onRcptTo: ({ address }, session, done) => {
        const behaviour = behaviourOf(address);
        if (behaviour === 'refuse-recipient') return done(reply(550, 'no such user'));
        if (behaviour === 'defer-recipient') return done(reply(451, 'try again later'));
        if (behaviour === 'break-before-message') return void socketOf(server, session.id).destroy();
        done();
      },
      onData: (stream, session, done) => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        const to = rcptTo[0]?.address ?? '';
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          void PostalMime.parse(Buffer.concat(chunks)).then(({ subject = '', text = '' }) => {
            const raw = Buffer.concat(chunks).toString('latin1');
            started.received.push({ from, to, subject, text, raw, user: session.user as string | undefined });
            const behaviour = behaviourOf(to);
            if (behaviour === 'refuse-message') return done(reply(554, 'spam'));
            if (behaviour === 'break-after-message') return void socketOf(server, session.id).destroy();
            if (behaviour !== 'hang-after-message') done();
          });
        });
      },
    });
    server.on('error', () => {});
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
    const started = new TestSmtpServer(server, (server.server.address() as AddressInfo).port);
    return started;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

function behaviourOf(address: string): Behaviour {
  return BEHAVIOURS.find((behaviour) => address.startsWith(`${behaviour}@`)) ?? 'accept';
}

function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

function socketOf(server: SMTPServer, sessionId: string): Socket {
  for (const connection of (server as unknown as { connections: Set<{ id: string; _socket: Socket }> }).connections) {
    if (connection.id === sessionId) return connection._socket;
  }
  throw new Error('The connection has ended');
}
