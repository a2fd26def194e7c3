import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Settings } from '../../config/load-settings';
import type { ComputeChild } from './compute-child';
import { ComputeBoundExceeded, ComputeProcessLost } from './compute.errors';
import { ComputePool } from './compute-pool';
import type { ComputeScript, Remote } from './compute.types';

/** Memory of a process with all parsers loaded, before any work, in megabytes. */
const PROGRAM_MEGABYTES = 128;
/** The most time to start a process and load the code of a task, which takes a second where the machine is not busy. */
const LOADING_MS = 60_000;

/** The purpose of a piece of work. */
interface ComputeFor {
  /**
   * Emails have separate processes, because anyone on the internet can send them, and people wait for them. So has work for answers,
   * whose single process keeps a model in memory.
   */
  kind?: 'sources' | 'mails' | 'answers';
  /** A workspace can use all processes of a kind but one. */
  workspaceId?: string;
  /** Time limit for all calls together. Default and maximum: COMPUTE_TIMEOUT_MS. */
  milliseconds?: number;
}

/**
 * Processes documents that people send, away from the event loop: in child processes with bounds on time and memory, each with one
 * piece of work at a time.
 *
 * It uses processes rather than threads, because V8 ends the whole process if a large allocation in a thread exceeds its bound.
 */
@Injectable()
export class Compute implements OnApplicationShutdown {
  private readonly pools: Record<NonNullable<ComputeFor['kind']>, ComputePool>;

  constructor(private readonly settings: Settings) {
    const { COMPUTE_MEMORY_MB: megabytes, COMPUTE_NICENESS: niceness, COMPUTE_PROCESSES: most } = settings.values;
    const bounds = { megabytes, residentMegabytes: 2 * megabytes + PROGRAM_MEGABYTES, niceness };
    const ofAnswers = { megabytes, residentMegabytes: settings.values.RERANKER_MEMORY_MB, niceness: 0 };
    this.pools = {
      sources: new ComputePool(most, bounds),
      mails: new ComputePool(most, bounds),
      answers: new ComputePool(1, ofAnswers, { endsIdle: false }),
    };
  }

  /**
   * Creates a task of the script and runs `work` with exclusive use of it, as soon as a process is free. Only calls of the task count
   * toward its time limit. The callers are background tasks with few pieces under way each, so only a few ever wait.
   *
   * @throws ComputeBoundExceeded if the calls take too much time or memory, ComputeProcessLost, or the error of a call
   */
  session<Task extends object, Result>(
    script: ComputeScript<Task>,
    work: (task: Remote<Task>) => Promise<Result>,
    { kind = 'sources', workspaceId = '', milliseconds = Infinity }: ComputeFor = {},
  ): Promise<Result> {
    const most = Math.min(milliseconds, this.settings.values.COMPUTE_TIMEOUT_MS);
    return this.pools[kind].use(workspaceId, (child) => run(child, script, work, most));
  }

  /** Kills the processes. Work under way fails. */
  onApplicationShutdown(): void {
    for (const pool of Object.values(this.pools)) pool.stop();
  }

  /** The process id of a process for sources, if one runs. */
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
  await begin(child, path);
  return work(remote<Task>(call));
}

/** Loads nothing of what people send, so a bound that it exceeds is no fault of theirs. */
async function begin(child: ComputeChild, path: string): Promise<void> {
  try {
    await child.ask({ kind: 'begin', path }, LOADING_MS);
  } catch (error) {
    throw error instanceof ComputeBoundExceeded ? new ComputeProcessLost('it could not load its code') : error;
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
