import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { accepts, freePort } from './ports';

/** A Redis of a test's own, which keeps nothing. */
export class RedisServer {
  private constructor(
    readonly place: string,
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {}

  /** `settings` as on the command line: `--requirepass secret`. */
  static async start(...settings: string[]): Promise<RedisServer> {
    const [port, folder] = [await freePort(), mkdtempSync(join(tmpdir(), 'parley-redis-'))];
    const common = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
    const child = spawn('redis-server', [...common, ...settings], { stdio: 'ignore' });
    while (!(await accepts(port))) {
      if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}`);
      await pause(20);
    }
    return new RedisServer(`127.0.0.1:${port}`, child, folder);
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
    rmSync(this.folder, { recursive: true });
  }
}
