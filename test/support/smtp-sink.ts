import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accepts, freePort } from './ports';

/** Debian has it where only the administrator's shell looks. */
const PROGRAM = ['smtp-sink', '/usr/sbin/smtp-sink'].find((path) => !spawnSync(path).error);

export const HAS_SMTP_SINK = PROGRAM !== undefined;

/** Postfix's mail server for tests, which is independent of this project. */
export class SmtpSink {
  private constructor(
    private readonly process: ChildProcess,
    private readonly folder: string,
    readonly port: number,
  ) {}

  /** `options`: as in smtp-sink(1). */
  static async start(...options: string[]): Promise<SmtpSink> {
    const folder = await mkdtemp(join(tmpdir(), 'parley-sink-'));
    // It gives up the administrator's rights, and writes its files without them.
    await chmod(folder, 0o777);
    const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    const port = await freePort();
    const dump = ['-d', join(folder, 'mail.')];
    const child = spawn(PROGRAM ?? '', [...user, ...dump, ...options, `127.0.0.1:${port}`, '100'], { stdio: 'ignore' });
    const sink = new SmtpSink(child, folder, port);
    while (!(await accepts(port))) await sleep(20);
    return sink;
  }

  /** The mails that have come, as it keeps them. */
  async mails(): Promise<string[]> {
    const names = await readdir(this.folder);
    // It begins a file with the envelope, and removes it where no mail follows.
    const files = await Promise.all(names.map((name) => readFile(join(this.folder, name), 'latin1').catch(() => '')));
    return files.filter((file) => /^Subject:/m.test(file));
  }

  async stop(): Promise<void> {
    this.process.kill();
    if (this.process.exitCode === null && this.process.signalCode === null) await once(this.process, 'exit');
    await rm(this.folder, { recursive: true, force: true });
  }
}
