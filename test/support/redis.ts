import { execFileSync } from 'node:child_process';
import { connect } from 'node:net';
import { TcpProxy } from './tcp-proxy';

/** A database of a Redis for tests; each suite has a SECRET_KEY, and so keys, of its own. */
const url = new URL(process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379/11');

const LOOK = `
  const socket = require('node:net').connect(${url.port || 6379}, '${url.hostname}', () => socket.write('PING\\r\\n'));
  socket.setTimeout(2000, () => process.exit(1)).on('error', () => process.exit(1)).on('data', () => process.exit(0));`;

/** Where tests that need Redis find it; null: nowhere, and they are skipped. */
export const REDIS_URL = look() ? url.href : null;
if (REDIS_URL === null) console.log(`Skipped for want of Redis at ${url.host}: what goes by way of it.`);

function look(): boolean {
  try {
    execFileSync(process.execPath, ['-e', LOOK], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Stands between a service and Redis. */
export class RedisProxy extends TcpProxy {
  static async start(): Promise<RedisProxy> {
    const proxy = new RedisProxy(() => connect(Number(url.port || 6379), url.hostname));
    await proxy.listen();
    return proxy;
  }

  get url(): string {
    const { href } = url;
    return href.replace(url.host, this.place);
  }
}
