import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { NO_LIMITS } from './no-limits';

const SETTINGS = {
  NODE_ENV: 'test',
  HOST: '127.0.0.1',
  PORT: '0',
  PUBLIC_URL: 'http://localhost:3000',
  LOG_LEVEL: 'info',
  ...NO_LIMITS,
};

/** The last that each program says of its start. */
const READY = { main: /"port":(\d+),.*"msg":"ready"/, worker: /"msg":"worker (ready)"/ };

/** The built service in a process of its own, as an operator runs it; several may share one DATABASE_URL. */
export class SpawnedService {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
    private readonly ended: Promise<number | null>,
    /** Of its log, the oldest first. */
    readonly lines: readonly string[],
  ) {}

  /** Resolves when it answers, or works; fails with what it printed where it ends before that. `url` is of no use with a worker. */
  static start(settings: Record<string, string>, program: keyof typeof READY = 'main'): Promise<SpawnedService> {
    const { PATH, HOME } = process.env;
    const child = spawn(process.execPath, [`dist/src/${program}.js`], {
      env: { PATH, HOME, ...SETTINGS, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
    const printed: string[] = [];
    child.stderr?.on('data', (text: Buffer) => printed.push(text.toString()));
    const lines: string[] = [];
    return new Promise((resolve, reject) => {
      createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
        lines.push(line);
        const [, port] = READY[program].exec(line) ?? [];
        if (port) resolve(new SpawnedService(`http://127.0.0.1:${port}/api/v1`, child, ended, lines));
      });
      void ended.then((code) => reject(new Error(`The service ended with ${code}: ${printed.join('')}`)));
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** kill -9, or an orderly end by SIGTERM. */
  async stop(signal: 'SIGKILL' | 'SIGTERM' = 'SIGTERM'): Promise<number | null> {
    this.child.kill(signal);
    return this.ended;
  }
}
