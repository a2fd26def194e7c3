import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { accepts, freePort } from './ports';

/** The program; PGBOUNCER names another than that of the PATH. */
export const PGBOUNCER = process.env['PGBOUNCER'] ?? 'pgbouncer';

/** PgBouncer before a server, with docker/pgbouncer.ini, but for where it and the server are. */
export class PgBouncer {
  private constructor(
    /** Host and port. */
    readonly place: string,
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {}

  /** `poolSize`: connections to the server that all clients share; by default as many as the file says. */
  static async start(server: URL, poolSize?: number): Promise<PgBouncer> {
    const [port, folder] = [await freePort(), mkdtempSync(join(tmpdir(), 'parley-pgbouncer-'))];
    const config = readFileSync('docker/pgbouncer.ini', 'utf8')
      .replace(/^parley = .*$/m, `* = host=${server.hostname} port=${server.port || 5432}`)
      .replace('listen_addr = *', 'listen_addr = 127.0.0.1')
      .replace('listen_port = 6432', `listen_port = ${port}`)
      // The client's password is not looked at here; that of the URL, if any, is sent on.
      .replace('auth_type = scram-sha-256', 'auth_type = trust')
      .replace('/tmp/users.txt', join(folder, 'users.txt'))
      .replace(/^default_pool_size = \d+$/m, (usual) => (poolSize ? `default_pool_size = ${poolSize}` : usual));
    writeFileSync(join(folder, 'pgbouncer.ini'), config);
    writeFileSync(join(folder, 'users.txt'), `"${server.username}" "${decodeURIComponent(server.password)}"\n`);
    // It refuses to run with root's rights.
    const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    if (user.length > 0) for (const name of ['', 'pgbouncer.ini', 'users.txt']) chmodSync(join(folder, name), 0o755);
    const child = spawn(PGBOUNCER, [...user, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' });
    while (!(await accepts(port))) {
      if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`);
      await pause(50);
    }
    return new PgBouncer(`127.0.0.1:${port}`, child, folder);
  }

  /** A database of the server, by way of here. */
  urlOf(databaseUrl: string): string {
    const url = new URL(databaseUrl);
    url.host = this.place;
    return url.href;
  }

  stop(): void {
    this.child.kill();
    rmSync(this.folder, { recursive: true });
  }
}
