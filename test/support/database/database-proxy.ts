import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * What becomes of connections: they work; nobody listens; they are reset; nothing is ever answered; or the server is
 * there and ends them with an SQLSTATE.
 */
export type Condition = 'working' | 'refusing' | 'resetting' | 'hanging' | { sqlState: string };

/** Stands between a service and its database, to take that away and give it back. */
export class DatabaseProxy {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private condition: Condition = 'working';
  private port = 0;

  private constructor(private readonly target: URL) {
    this.server = createServer((incoming) => this.accept(incoming));
  }

  static async before(databaseUrl: string): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(new URL(databaseUrl));
    await proxy.listen();
    return proxy;
  }

  /** Of the same database, through here. With a password, so that a test sees whether it shows up anywhere. */
  get url(): string {
    const { username, password, pathname } = this.target;
    return `postgres://${username}:${password || 'a-password-of-the-database'}@127.0.0.1:${this.port}${pathname}`;
  }

  /** Meets the connections that there are, and those that come. */
  async become(condition: Condition): Promise<void> {
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

  private async listen(): Promise<void> {
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
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
    else if (typeof this.condition === 'object') socket.end(fatalError(this.condition.sqlState));
  }

  private connectToTarget(): Socket {
    const { hostname, port, searchParams } = this.target;
    const host = searchParams.get('host') ?? hostname;
    return host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port || '5432'}`) : connect(Number(port || 5432), host);
  }
}

/** As the server says it (PostgreSQL documentation, «Message Formats», ErrorResponse). */
function fatalError(sqlState: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${sqlState}\0Mnot now\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
