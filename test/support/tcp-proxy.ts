import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/**
 * The behavior of connections: they work; they are refused; they are reset; nothing is ever answered; or the server
 * sends its last words and closes them.
 */
export type TcpCondition = 'working' | 'refusing' | 'resetting' | 'hanging' | { lastWords: Buffer };

/** Stands between a service and a server that it needs, to take that away and give it back. */
export class TcpProxy {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private condition: TcpCondition = 'working';
  private port = 0;

  constructor(private readonly connectToTarget: () => Socket) {
    this.server = createServer((incoming) => this.accept(incoming));
  }

  /** Host and port of what listens here. */
  get place(): string {
    return `127.0.0.1:${this.port}`;
  }

  async listen(): Promise<void> {
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Meets the connections that there are, and those that come. */
  async become(condition: TcpCondition): Promise<void> {
    const listened = this.condition !== 'refusing';
    this.condition = condition;
    if (condition === 'refusing' && listened) this.server.close();
    if (condition !== 'refusing' && !listened) await this.listen();
    for (const socket of this.sockets) this.meet(socket);
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    if (this.server.listening) await new Promise((resolve) => this.server.close(resolve));
  }

  private accept(incoming: Socket): void {
    this.sockets.add(incoming.on('error', () => {}));
    if (this.condition === 'working') {
      const outgoing = this.connectToTarget();
      incoming.once('close', () => outgoing.destroy());
      outgoing.once('close', () => incoming.destroy()).on('error', () => {});
      incoming.pipe(outgoing).pipe(incoming);
    }
    incoming.once('close', () => this.sockets.delete(incoming));
    // A refusal of the server comes once it knows who asks.
    if (typeof this.condition === 'object') incoming.once('data', () => this.meet(incoming));
    else this.meet(incoming);
  }

  private meet(socket: Socket): void {
    if (this.condition === 'refusing') socket.destroy();
    else if (this.condition === 'resetting') socket.resetAndDestroy();
    else if (this.condition === 'hanging') socket.unpipe().pause();
    else if (typeof this.condition === 'object') socket.end(this.condition.lastWords);
  }
}
