import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Settings } from '../../config/load-settings';
import { logger } from '../logging/logger';
import { ComputeChild } from './compute-child';
import type { ComputeScript, Remote } from './compute.types';

/** How long an idle process is kept for the next piece of work, in milliseconds. */
const IDLE_MS = 30_000;
/** What a process takes that has read nothing yet, with all of its parsers, in megabytes. */
const PROGRAM_MEGABYTES = 128;

/**
 * Work on what people send, away from the event loop: in a process of its own with a bound on time and memory, one piece
 * after the other. Started when it is needed and again after it was lost; ended when nobody has needed it for a while.
 *
 * A process and not a thread: V8 ends the whole process where one large allocation of a thread exceeds its bound.
 */
@Injectable()
export class Compute implements OnApplicationShutdown {
  private child: ComputeChild | null = null;
  private turn: Promise<unknown> = Promise.resolve();
  private idle: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(private readonly settings: Settings) {}

  /**
   * Makes a task of the script and has `work` use it, alone, as soon as the work before is done. All calls together get
   * COMPUTE_TIMEOUT_MS; what `work` does in between counts for nothing. The callers are background tasks with one piece
   * under way each, so that only a few ever wait.
   *
   * @throws ComputeBoundExceeded where a call takes too long or too much memory, ComputeProcessLost, or what it threw
   */
  session<Task extends object, Result>(
    script: ComputeScript<Task>,
    work: (task: Remote<Task>) => Promise<Result>,
  ): Promise<Result> {
    const session = this.turn.then(() => this.run(script, work));
    this.turn = session.catch(() => undefined);
    return session;
  }

  /** The work under way, if there still is any, fails. */
  onApplicationShutdown(): void {
    this.stopped = true;
    this.end();
  }

  /** Of the process, where there is one. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  private async run<Task extends object, Result>(
    { path }: ComputeScript<Task>,
    work: (task: Remote<Task>) => Promise<Result>,
  ): Promise<Result> {
    clearTimeout(this.idle);
    const child = this.running();
    let left = this.settings.values.COMPUTE_TIMEOUT_MS;
    const call = async (method: string, parameters: unknown[]): Promise<unknown> => {
      const started = performance.now();
      const milliseconds = Math.max(1, Math.ceil(left));
      try {
        return await child.ask({ kind: 'call', method, parameters, milliseconds }, milliseconds);
      } finally {
        left -= performance.now() - started;
      }
    };
    try {
      await child.ask({ kind: 'begin', path }, left);
      return await work(remote<Task>(call));
    } finally {
      if (child.isLost) logger.warn('the computing process ended and is started again when it is needed');
      this.idle = setTimeout(() => this.end(), IDLE_MS).unref();
    }
  }

  private running(): ComputeChild {
    if (this.stopped) throw new Error('Nothing is computed any more: the process shuts down');
    if (!this.child || this.child.isLost) {
      const { COMPUTE_MEMORY_MB: megabytes, COMPUTE_NICENESS: niceness } = this.settings.values;
      this.child = new ComputeChild({ megabytes, residentMegabytes: 2 * megabytes + PROGRAM_MEGABYTES, niceness });
    }
    return this.child;
  }

  private end(): void {
    clearTimeout(this.idle);
    this.child?.kill();
    this.child = null;
  }
}

function remote<Task extends object>(call: (method: string, parameters: unknown[]) => Promise<unknown>): Remote<Task> {
  return new Proxy({} as Remote<Task>, {
    get:
      (_target, method: string) =>
      (...parameters: unknown[]) =>
        call(method, parameters),
  });
}
