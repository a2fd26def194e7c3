import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const ROOT = resolve(__dirname, '../..');
const PATIENCE_MS = 90_000;

/** One of the programs of src in a process of its own, from its sources. */
export class Program {
  stdout = '';
  stderr = '';
  private readonly process: ChildProcess;
  private readonly exited: Promise<number | null>;

  constructor(
    name: 'main' | 'worker' | 'migrate' | 'admin' | 'demo',
    settings: Record<string, string>,
    { account, words = [] }: { account?: { uid: number; gid: number }; words?: readonly string[] } = {},
  ) {
    this.process = spawn(process.execPath, ['--require', './scripts/register-swc.js', `src/${name}.ts`, ...words], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], HOST: '127.0.0.1', PORT: '0', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...account,
    });
    this.process.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    this.process.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.exited = once(this.process, 'close').then(([status]: unknown[]) => status as number | null);
  }

  /** The words of what it wrote to standard error, where every line is to be JSON as in the log. */
  get logLines(): unknown[] {
    const lines = this.stderr.split('\n').slice(0, -1);
    return lines.map((line) => (JSON.parse(line) as { msg: unknown }).msg);
  }

  /** The exit status; null where a signal ended it. */
  ended(): Promise<number | null> {
    return this.exited;
  }

  signal(name: NodeJS.Signals): void {
    this.process.kill(name);
  }

  /** Resolves when that has come true; fails where the process ends without. */
  async until(condition: (program: this) => boolean): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    while (!condition(this)) {
      if (this.process.exitCode !== null || Date.now() > deadline)
        throw new Error(`It never came to that:\n${this.stderr}`);
      await pause(2);
    }
  }
}
