import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Of a machine that is busy with other work; the time limit of the test comes first. */
const PATIENCE_MS = 900_000;

/** `npm run demo` without the compiler: the same program, in a process group of its own as in a terminal. */
export class DemoRun {
  output = '';
  private readonly process: ChildProcess;
  private readonly exited: Promise<number | null>;

  private readonly log: string;
  /** The length of the log of earlier runs. */
  private readonly before: number;

  constructor(settings: { DATA_DIR: string } & Record<string, string>) {
    this.log = join(settings.DATA_DIR, 'demo.log');
    this.before = this.logged.length;
    this.process = spawn(process.execPath, ['--require', './scripts/register-swc.js', 'src/demo.ts'], {
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...settings },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    }
    this.exited = once(this.process, 'close').then(([status]: unknown[]) => status as number | null);
  }

  /** Resolves when it has said that; fails where it ends without. */
  async says(text: string | RegExp): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    while (this.output.search(text) < 0) {
      if (this.process.exitCode !== null || Date.now() > deadline)
        throw new Error(`It never said ${text}:\n${this.output}`);
      await pause(10);
    }
  }

  /** What Ctrl-C in a terminal does; the exit status. */
  async interrupt(): Promise<number | null> {
    if (this.process.exitCode === null) process.kill(-(this.process.pid ?? 0), 'SIGINT');
    return this.exited;
  }

  /** kill -9, of the program alone. */
  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.exited;
  }

  /** The exit status of one that ends by itself. */
  ended(): Promise<number | null> {
    return this.exited;
  }

  /** Resolves when the service has answered that operation. */
  async did(operation: string): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    while (!this.operations.includes(operation)) {
      if (this.process.exitCode !== null || Date.now() > deadline)
        throw new Error(`It never called ${operation}:\n${this.output}`);
      await pause(5);
    }
  }

  /** The operations that the service has answered without an error, in their order. */
  get operations(): string[] {
    return this.logged
      .slice(this.before)
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as { msg: string; operation?: string; status?: number })
      .flatMap(({ msg, operation, status = 500 }) =>
        msg === 'request' && operation && status < 400 ? [operation] : [],
      );
  }

  private get logged(): string {
    return existsSync(this.log) ? readFileSync(this.log, 'utf8') : '';
  }

  /** The value of a line such as `password x`. */
  value(label: string): string {
    return new RegExp(`^ {2}${label} +(\\S+)$`, 'm').exec(this.output)?.[1] ?? '';
  }
}
