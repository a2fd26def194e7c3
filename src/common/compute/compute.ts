import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Settings } from '../../config/load-settings';
import type { ComputeChild } from './compute-child';
import { ComputePool } from './compute-pool';
import type { ComputeScript, Remote } from './compute.types';

/** What a process takes that has read nothing yet, with all of its parsers, in megabytes. */
const PROGRAM_MEGABYTES = 128;

/** What a piece of work is done for. */
interface ComputeFor {
  /** Mails have processes of their own: anybody on the internet can send them, and somebody waits for them. */
  kind?: 'sources' | 'mails';
  /** One workspace has all processes of a kind but one. */
  workspaceId?: string;
  /** For all calls together; absent: COMPUTE_TIMEOUT_MS, which is the most. */
  milliseconds?: number;
}

/**
 * Work on what people send, away from the event loop: in processes of its own with a bound on time and memory, in each one
 * piece after the other.
 *
 * A process and not a thread: V8 ends the whole process where one large allocation of a thread exceeds its bound.
 */
@Injectable()
export class Compute implements OnApplicationShutdown {
  private readonly pools: Record<NonNullable<ComputeFor['kind']>, ComputePool>;

  constructor(private readonly settings: Settings) {
    const { COMPUTE_MEMORY_MB: megabytes, COMPUTE_NICENESS: niceness, COMPUTE_PROCESSES: most } = settings.values;
    const bounds = { megabytes, residentMegabytes: 2 * megabytes + PROGRAM_MEGABYTES, niceness };
    this.pools = { sources: new ComputePool(most, bounds), mails: new ComputePool(most, bounds) };
  }

  /**
   * Makes a task of the script and has `work` use it, alone, as soon as there is a process for it. What `work` does between
   * calls counts for nothing. The callers are background tasks with few pieces under way each, so that only a few ever wait.
   *
   * @throws ComputeBoundExceeded where a call takes too long or too much memory, ComputeProcessLost, or what it threw
   */
  session<Task extends object, Result>(
    script: ComputeScript<Task>,
    work: (task: Remote<Task>) => Promise<Result>,
    { kind = 'sources', workspaceId = '', milliseconds = Infinity }: ComputeFor = {},
  ): Promise<Result> {
    const most = Math.min(milliseconds, this.settings.values.COMPUTE_TIMEOUT_MS);
    return this.pools[kind].use(workspaceId, (child) => run(child, script, work, most));
  }

  /** The work under way, if there still is any, fails. */
  onApplicationShutdown(): void {
    for (const pool of Object.values(this.pools)) pool.stop();
  }

  /** Of a process that reads sources, where there is one. */
  get pid(): number | undefined {
    return this.pools.sources.pids[0];
  }
}

async function run<Task extends object, Result>(
  child: ComputeChild,
  { path }: ComputeScript<Task>,
  work: (task: Remote<Task>) => Promise<Result>,
  most: number,
): Promise<Result> {
  let left = most;
  const call = async (method: string, parameters: unknown[]): Promise<unknown> => {
    const started = performance.now();
    const milliseconds = Math.max(1, Math.ceil(left));
    try {
      return await child.ask({ kind: 'call', method, parameters, milliseconds }, milliseconds);
    } finally {
      left -= performance.now() - started;
    }
  };
  await child.ask({ kind: 'begin', path }, left);
  return work(remote<Task>(call));
}

function remote<Task extends object>(call: (method: string, parameters: unknown[]) => Promise<unknown>): Remote<Task> {
  return new Proxy({} as Remote<Task>, {
    get:
      (_target, method: string) =>
      (...parameters: unknown[]) =>
        call(method, parameters),
  });
}
