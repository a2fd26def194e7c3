import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { EmbeddedPostgresOptions } from '../../src/common/database/embedded/embedded-postgres';

export const isRoot = process.getuid?.() === 0;
/** For what only shows under /proc. */
export const onLinux = process.platform === 'linux' ? it : it.skip;
export const asRoot = isRoot ? it : it.skip;

/** A folder for temporary files that every account may pass through. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-fault-')));
  chmodSync(folder, 0o755);
  return folder;
}

export function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** A process that owns an embedded database; see embedded-postgres-owner.ts for what it does and says. */
export class Owner {
  readonly lines: string[] = [];
  readonly process: ChildProcess;
  private readonly closed: Promise<void>;

  constructor(task: 'idle' | 'insert', options: EmbeddedPostgresOptions, account?: { uid: number; gid: number }) {
    const root = resolve(__dirname, '../..');
    const script = join(__dirname, 'embedded-postgres-owner.ts');
    this.process = spawn(
      process.execPath,
      ['--require', join(root, 'scripts/register-swc.js'), script, task, JSON.stringify(options)],
      { cwd: root, detached: true, stdio: ['pipe', 'pipe', 'inherit'], ...account },
    );
    const output = createInterface({ input: this.process.stdout! });
    output.on('line', (line) => this.lines.push(line));
    this.closed = new Promise((done) => output.once('close', done));
  }

  /** Waits until it has said something that begins like one of these; fails when it ends without. */
  async says(...beginnings: string[]): Promise<string> {
    let over = false;
    void this.closed.then(() => (over = true));
    for (;;) {
      const line = this.lines.find((line) => beginnings.some((beginning) => line.startsWith(beginning)));
      if (line !== undefined) return line;
      if (over) throw new Error(`Ended without saying ${beginnings.join(' or ')}: ${this.lines.join('\n')}`);
      await pause(5);
    }
  }

  /** kill -9, to this one process only; resolves when all that it said is here. */
  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.closed;
  }
}

export async function query<T extends object>(url: string, statement: string, values: unknown[] = []): Promise<T[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(statement, values)).rows;
  } finally {
    await client.end();
  }
}

/** Living processes that work in the folder or name it: a server's processes rename themselves, but stay in their place. */
export function processesOf(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((pid) => ({ pid, command: read(pid, 'cmdline'), place: place(pid), state: read(pid, 'stat') }))
    .filter(
      ({ command, place, state }) => (command.includes(folder) || place.startsWith(folder)) && !/\) Z /.test(state),
    )
    .map(({ pid, command }) => `${pid} ${command}`);
}

/** Resolves when nothing of the folder's server runs any more; fails after that many milliseconds with what does. */
export async function untilGone(folder: string, patience = 15_000): Promise<void> {
  const deadline = Date.now() + patience;
  for (;;) {
    const left = processesOf(folder);
    if (left.length === 0) return;
    if (Date.now() > deadline) throw new Error(`Still running:\n${left.join('\n')}`);
    await pause(20);
  }
}

/** The same pseudo-random numbers in [0, 1) for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

function place(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}
