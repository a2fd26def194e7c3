import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** How far a mail may come before its sender dies, in the order of SMTP. */
export const PHASES = ['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA', '354', 'body', 'dot', 'answer'] as const;
export type Phase = (typeof PHASES)[number];

export interface ArrivedMail {
  messageId: string;
  recipient: string;
  /** With headers. */
  text: string;
}

/** A mail server that counts what arrives, and can fall silent wherever a test wants to end the sender. */
export class CountingMailServer {
  /** Every mail whose dot has come, answered or not. */
  readonly arrived: ArrivedMail[] = [];
  /** Recipients of whose mail the server has asked for the text. */
  readonly commands = new Set<string>();
  /** Where the next connection is held; null: nowhere. */
  plan: () => Phase | null = () => null;
  onHeld: (phase: Phase) => void = () => {};
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(): Promise<CountingMailServer> {
    const server = createServer({ noDelay: true });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
    const started = new CountingMailServer(server, (server.address() as AddressInfo).port);
    server.on('connection', (socket) => started.serve(socket));
    return started;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    return new Promise((resolve) => void this.server.close(() => resolve()));
  }

  /** How often each mail has arrived. */
  counts(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { messageId } of this.arrived) counts.set(messageId, (counts.get(messageId) ?? 0) + 1);
    return counts;
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('error', () => {});
    const heldAt = this.plan();
    /** Says the line, unless the connection is held here. */
    const pass = (phase: Phase, line: string): void => {
      if (heldAt === phase) this.onHeld(phase);
      else socket.write(`${line}\r\n`);
    };
    let recipient = '';
    let waiting = '';
    let inMail = false;
    socket.on('data', (chunk: Buffer) => {
      waiting += chunk.toString('latin1');
      if (inMail && heldAt === 'body') return this.onHeld('body');
      for (;;) {
        const [all, piece = ''] = (inMail ? /^([^]*?)\r\n\.\r\n/ : /^([^]*?)\r\n/).exec(waiting) ?? [];
        if (all === undefined) return;
        waiting = waiting.slice(all.length);
        if (inMail) {
          inMail = false;
          const [, messageId = ''] = /^message-id: (\S+)/im.exec(piece) ?? [];
          this.arrived.push({ messageId, recipient, text: piece });
          pass('dot', '250 2.0.0 taken');
          if (heldAt === 'answer') this.onHeld('answer');
          continue;
        }
        const verb = /^[A-Z]+/.exec(piece)?.[0] ?? '';
        if (verb === 'EHLO') pass('EHLO', '250 counting.example');
        else if (verb === 'MAIL') pass('MAIL', '250 2.1.0 ok');
        else if (verb === 'RCPT') {
          recipient = /<(.*)>/.exec(piece)?.[1] ?? '';
          pass('RCPT', '250 2.1.5 ok');
        } else if (verb === 'DATA' && heldAt === 'DATA') this.onHeld('DATA');
        else if (verb === 'DATA') {
          inMail = true;
          this.commands.add(recipient);
          socket.write('354 go on\r\n');
          if (heldAt === '354') this.onHeld('354');
        } else socket.write('221 bye\r\n');
      }
    });
    pass('greeting', '220 counting.example');
  }
}
