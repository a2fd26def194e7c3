import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** crun takes no two versions of cgroups at once: where a machine has both, it sees the first one only. */
const WITH_ONE_VERSION = 'umount /sys/fs/cgroup/unified 2>/dev/null; exec "$@"';
/** A process that may not raise its limits needs others than Podman's own. */
const LIMITS = ['--ulimit=nofile=4096:4096', '--ulimit=nproc=4096:4096'];
const GRACE_MS = 75_000;
const BUILD_MS = 20 * 60_000;

/** Builds and runs images without a daemon, with a store of its own. Needs root, Podman and crun. */
export class Podman {
  constructor(private readonly folder: string) {}

  /** An image of nothing but those files. */
  import(rootFileSystem: string, image: string): void {
    const archive = `${rootFileSystem}.tar`;
    execFileSync('tar', ['--create', `--file=${archive}`, `--directory=${rootFileSystem}`, '.']);
    this.do(['import', '--quiet', archive, image]);
    rmSync(archive);
  }

  /** Runs the steps of a Dockerfile; fails with what they printed. */
  build(image: string, dockerfile: string, context: string, options: readonly string[] = []): void {
    const steps = ['--isolation=chroot', '--network=host', '--format=docker', '--layers=false', ...options];
    this.do(['build', ...steps, `--file=${dockerfile}`, `--tag=${image}`, context]);
  }

  inspect(image: string): { User: string; Cmd: string[] } {
    const [found] = JSON.parse(this.do(['inspect', image])) as [{ Config: { User: string; Cmd: string[] } }];
    return found.Config;
  }

  /** With the machine's own network, as the user of the image. */
  run(image: string, options: readonly string[], command: readonly string[] = []): Container {
    const name = `parley-${randomUUID()}`;
    const own = ['--rm', `--name=${name}`, '--network=host', '--cgroups=disabled', ...LIMITS];
    const [program, ...args] = this.command(['run', ...own, ...options, image, ...command]);
    const started = spawn(program!, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    return new Container(started, this.command(['kill', name]));
  }

  private do(args: readonly string[]): string {
    const [program, ...all] = this.command(args);
    try {
      return execFileSync(program!, all, { encoding: 'utf8', stdio: 'pipe', timeout: BUILD_MS, maxBuffer: 1e8 });
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`podman ${args[0]} failed:\n${stdout.slice(-4_000)}${stderr.slice(-4_000)}`, { cause: error });
    }
  }

  private command(args: readonly string[]): string[] {
    const at = (name: string): string => join(this.folder, name);
    const store = [`--root=${at('images')}`, `--runroot=${at('run')}`, `--tmpdir=${at('tmp')}`];
    const parts = ['--storage-driver=overlay', '--cgroup-manager=cgroupfs', '--events-backend=none', '--runtime=crun'];
    return ['unshare', '--mount', 'sh', '-c', WITH_ONE_VERSION, 'sh', 'podman', ...store, ...parts, ...args];
  }
}

export class Container {
  /** Of both its outputs. */
  readonly lines: string[] = [];
  /** Its exit status. */
  readonly ended: Promise<number | null>;

  constructor(
    private readonly process: ChildProcess,
    private readonly killing: readonly string[],
  ) {
    for (const output of [process.stdout!, process.stderr!]) {
      createInterface({ input: output }).on('line', (line) => this.lines.push(line));
    }
    this.ended = once(process, 'close').then(([status]: unknown[]) => status as number | null);
  }

  /** Resolves when it has printed that; fails where it ends before. */
  async says(text: string): Promise<void> {
    const over = this.ended.then(() => true);
    while (!this.lines.some((line) => line.includes(text))) {
      const hasEnded = await Promise.race([over, new Promise((resolve) => setTimeout(resolve, 50, false))]);
      if (hasEnded) throw new Error(`The container ended without “${text}”:\n${this.lines.join('\n')}`);
    }
  }

  /** As an orchestrator ends it: by force where it takes longer than the grace period of compose.yaml. */
  async stop(): Promise<number | null> {
    this.process.kill('SIGTERM');
    const overdue = setTimeout(() => this.kill(), GRACE_MS);
    return this.ended.finally(() => clearTimeout(overdue));
  }

  private kill(): void {
    // Podman itself passes no such signal on.
    execFileSync(this.killing[0]!, this.killing.slice(1), { stdio: 'ignore' });
  }
}
