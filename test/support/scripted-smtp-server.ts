import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * What the server does: it says so many lines, one after the other, and then waits for the client, or hangs up. A text
 * that ends in no line break is left unfinished.
 */
export interface ScriptedAnswer {
  say?: string;
  then?: 'wait' | 'hang up' | 'reset';
  afterMs?: number;
}

type Answer = string | ScriptedAnswer;

/** One answer for each thing that a client does; what is left out is answered as a server does that takes the mail. */
export interface SmtpScript {
  greeting?: Answer;
  ehlo?: Answer;
  auth?: Answer;
  mail?: Answer;
  rcpt?: Answer;
  data?: Answer;
  /** To DATA after a refused recipient. */
  refusedData?: Answer;
  /** To the mail, once its last line has come. */
  message?: Answer;
  quit?: Answer;
}

const POLITE: Required<SmtpScript> = {
  greeting: '220 scripted.example',
  ehlo: '250 scripted.example',
  auth: '235 2.7.0 welcome',
  mail: '250 2.1.0 ok',
  rcpt: '250 2.1.5 ok',
  data: '354 go on',
  refusedData: '554 5.5.1 no recipients',
  message: '250 2.0.0 taken',
  quit: '221 bye',
};

/** A minimal mail server on its own socket: it sends the scripted answers, right or wrong. */
export class ScriptedSmtpServer {
  /** What clients said, line by line, without the mails. */
  readonly commands: string[] = [];
  /** The mails whose dot has arrived, as they came. */
  readonly mails: string[] = [];
  /** Connections that were made. */
  connections = 0;
  private script: Required<SmtpScript> = POLITE;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(): Promise<ScriptedSmtpServer> {
    const server = createServer({ noDelay: true });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
    const scripted = new ScriptedSmtpServer(server, (server.address() as AddressInfo).port);
    server.on('connection', (socket) => scripted.serve(socket));
    return scripted;
  }

  /** From now on it does this, and has heard nothing yet. */
  play(script: SmtpScript): void {
    this.script = { ...POLITE, ...script };
    this.commands.length = 0;
    this.mails.length = 0;
    this.connections = 0;
  }

  stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    return new Promise((resolve) => void this.server.close(() => resolve()));
  }

  private serve(socket: Socket): void {
    this.connections += 1;
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('error', () => {});
    const script = this.script;
    const data = textOf(script.rcpt).startsWith('250') ? 'data' : 'refusedData';
    let waiting = '';
    let inMail = false;
    const answer = (to: keyof SmtpScript): void => void this.answer(socket, script[to]);
    socket.on('data', (chunk: Buffer) => {
      waiting += chunk.toString('latin1');
      for (;;) {
        // A mail may be nothing but the dot.
        const mail = /^(?:([^]*?)\r\n)?\.\r\n/;
        const [all, piece = ''] = (inMail ? mail : /^([^]*?)\r\n/).exec(waiting) ?? [];
        if (all === undefined) return;
        waiting = waiting.slice(all.length);
        if (inMail) {
          inMail = false;
          if (data === 'data') this.mails.push(piece);
          answer('message');
          continue;
        }
        this.commands.push(piece);
        const verb = /^[A-Z]+/.exec(piece)?.[0] ?? '';
        inMail = verb === 'DATA' && textOf(script[data]).startsWith('354');
        if (verb === 'EHLO' || verb === 'HELO') answer('ehlo');
        else if (verb === 'MAIL') answer('mail');
        else if (verb === 'RCPT') answer('rcpt');
        else if (verb === 'DATA') answer(data);
        else if (verb === 'QUIT') answer('quit');
        else answer('auth');
      }
    });
    answer('greeting');
  }

  private async answer(socket: Socket, answer: Answer): Promise<void> {
    const { say, then, afterMs } = typeof answer === 'string' ? { say: `${answer}\r\n` } : answer;
    if (afterMs !== undefined) await new Promise((resolve) => setTimeout(resolve, afterMs));
    if (socket.destroyed) return;
    if (say !== undefined) socket.write(say);
    if (then === 'hang up') socket.end();
    if (then === 'reset') socket.resetAndDestroy();
  }
}

function textOf(answer: Answer): string {
  return typeof answer === 'string' ? answer : (answer.say ?? '');
}
