import { type ChildProcess, fork } from 'node:child_process';
import { extname, join, resolve } from 'node:path';
import { ComputeBoundExceeded, ComputeProcessLost } from './compute.errors';
import type { ComputeReply, ComputeRequest } from './compute.types';

export interface ComputeBounds {
  /** Size limit of the JavaScript heap. */
  megabytes: number;
  /** Size limit of the whole process: unpacked data is outside of the heap. */
  residentMegabytes: number;
  /** From 0 to 19. A higher value means a lower priority. */
  niceness: number;
}

const SOURCES = extname(__filename) === '.ts';
/** If the service runs from TypeScript sources, as in tests, its child processes need the same compiler. */
const COMPILER = SOURCES ? ['-r', resolve(__dirname, '../../../scripts/register-swc.js')] : [];
/** The process enforces its own time limit. This grace is for work that never checks the clock, such as a long regular expression. */
const GRACE_MS = 2_000;
/** Signals with which V8 ends a process after its heap is full. */
const OUT_OF_MEMORY: readonly (string | null)[] = ['SIGABRT', 'SIGTRAP', 'SIGILL'];

/** A computing process, seen from its parent. It gets no settings and no secrets, and its output is discarded. */
export class ComputeChild {
  /** Why the process can no longer be used. */
  private lost: Error | null = null;
  private waiting: { resolve: (reply: ComputeReply) => void; reject: (error: Error) => void } | null = null;
  private readonly child: ChildProcess;

  constructor({ megabytes, residentMegabytes, niceness }: ComputeBounds) {
    this.child = fork(
      join(__dirname, `compute.process${extname(__filename)}`),
      [String(niceness), String(residentMegabytes)],
      {
        // Without worker threads, V8 collects garbage at the same low priority.
        execArgv: [`--max-old-space-size=${megabytes}`, '--v8-pool-size=0', ...COMPILER],
        env: {},
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      },
    );
    this.child.on('message', (reply: ComputeReply) => this.settle()?.resolve(reply));
    this.child.on('error', (error) => this.end(new ComputeProcessLost(error.message)));
    this.child.on('exit', (code, signal) => {
      const full = OUT_OF_MEMORY.includes(signal) && this.lost === null;
      this.end(full ? new ComputeBoundExceeded('memory') : new ComputeProcessLost(signal ?? `status ${code}`));
    });
    this.rest();
  }

  get isLost(): boolean {
    return this.lost !== null;
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** @throws ComputeBoundExceeded, ComputeProcessLost, or the error of the work */
  async ask(request: ComputeRequest, milliseconds: number): Promise<unknown> {
    const reply = await this.sent(request, milliseconds);
    if (reply.kind === 'overdue') throw new ComputeBoundExceeded('time');
    if (reply.kind === 'error') throw reply.error;
    return reply.result;
  }

  /** Kills the process at once. The work under way is lost. */
  kill(reason: Error = new ComputeProcessLost('it was stopped')): void {
    this.end(reason);
    this.child.kill('SIGKILL');
  }

  private async sent(request: ComputeRequest, milliseconds: number): Promise<ComputeReply> {
    if (this.lost) throw this.lost;
    const overdue = setTimeout(() => this.kill(new ComputeBoundExceeded('time')), milliseconds + GRACE_MS);
    // The child keeps this process alive only while it works on a request.
    this.child.ref();
    this.child.channel?.ref();
    try {
      return await new Promise<ComputeReply>((resolve, reject) => {
        this.waiting = { resolve, reject };
        this.child.send(request, (error) => error && this.end(new ComputeProcessLost(error.message)));
      });
    } finally {
      clearTimeout(overdue);
      this.rest();
    }
  }

  private end(reason: Error): void {
    this.lost ??= reason;
    this.settle()?.reject(this.lost);
  }

  private settle(): ComputeChild['waiting'] {
    const { waiting } = this;
    this.waiting = null;
    return waiting;
  }

  private rest(): void {
    this.child.unref();
    this.child.channel?.unref();
  }
}
