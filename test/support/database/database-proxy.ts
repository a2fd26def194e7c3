import { connect, type Socket } from 'node:net';
import { type TcpCondition, TcpProxy } from '../tcp-proxy';

/** That of a TCP proxy; or the server ends connections with an SQLSTATE. */
export type Condition = Exclude<TcpCondition, object> | { sqlState: string };

/** Stands between a service and its database, to take that away and give it back. */
export class DatabaseProxy {
  private readonly proxy: TcpProxy;

  private constructor(private readonly target: URL) {
    this.proxy = new TcpProxy(() => this.connectToTarget());
  }

  static async before(databaseUrl: string): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(new URL(databaseUrl));
    await proxy.proxy.listen();
    return proxy;
  }

  /** Of the same database, through here. With a password, so that a test sees whether it shows up anywhere. */
  get url(): string {
    const { username, password, pathname } = this.target;
    return `postgres://${username}:${password || 'a-password-of-the-database'}@${this.proxy.place}${pathname}`;
  }

  /** Meets the connections that there are, and those that come. */
  async become(condition: Condition): Promise<void> {
    await this.proxy.become(typeof condition === 'object' ? { lastWords: fatalError(condition.sqlState) } : condition);
  }

  close(): Promise<void> {
    return this.proxy.close();
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
