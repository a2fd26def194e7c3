import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';

export const ROOT = join(__dirname, '../..');
/** Longer than any start. A server that has not answered by then has failed; its output shows why. */
const START_MS = 60_000;

export interface ServerOptions {
  /** Path of the Node binary. */
  node: string;
  /** Working directory. Default: this working copy. */
  folder?: string | undefined;
  /** Arguments for Node: the script and what it needs. */
  command: readonly string[];
  environment: Readonly<Record<string, string>>;
  /** Path that answers 200 once the server is ready. */
  readyPath: string;
  profile?: string | undefined;
}

/** A server in its own process, as in production. The load generator shares nothing with it. */
export class ServerProcess {
  private static readonly running = new Set<ChildProcess>();

  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    /** From spawn to the first answer with status 200. */
    readonly startMilliseconds: number,
  ) {}

  static async start(options: ServerOptions): Promise<ServerProcess> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const profiling = options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] : [];
    const started = performance.now();
    const child = spawn(options.node, [...profiling, ...options.command], {
      cwd: options.folder ?? ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...options.environment, PORT: String(port) },
    });
    ServerProcess.running.add(child);
    child.once('exit', () => ServerProcess.running.delete(child));
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4_000)));
    }
    while (!(await answers(url + options.readyPath))) {
      if (child.exitCode !== null || child.signalCode !== null || performance.now() - started > START_MS) {
        child.kill('SIGKILL');
        throw new Error(`${options.command.join(' ')} did not start:\n${output}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
    return new ServerProcess(child, url, performance.now() - started);
  }

  /** For the end of a failed run: kills the process. */
  static killAll(): void {
    for (const child of ServerProcess.running) child.kill('SIGKILL');
  }

  /** To the process itself. */
  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Resident memory of the process, without a database that it has started. */
  residentMegabytes(): number {
    const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(this.child.pid)], { encoding: 'utf8' });
    return Number(kilobytes) / 1024;
  }

  /** Processor time of the process so far, in whole seconds. Does not depend on other load of the machine. */
  processorSeconds(): number {
    const time = execFileSync('ps', ['-o', 'time=', '-p', String(this.child.pid)], { encoding: 'utf8' });
    // [[days-]hours:]minutes:seconds
    return time
      .trim()
      .replace('-', ':')
      .split(':')
      .reverse()
      .reduce((sum, part, index) => sum + Number(part) * [1, 60, 3_600, 86_400][index]!, 0);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
