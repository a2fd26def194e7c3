import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Settings } from '../../config/load-settings';
import { UnitOfWork } from '../database/unit-of-work';
import { logger } from '../logging/logger';
import { jobSpan } from '../tracing/spans';
import { type Conditional, IdleLooks } from './idle-looks';
import { WakeUps } from './wake-ups';

/**
 * A background task with its work in database rows (emails to send, sources to index). Each piece of work is claimed with a lease in
 * the database, so that any number of processes can run the same task.
 */
export interface BackgroundTask {
  readonly name: string;
  /**
   * How long an idle task waits before it looks for work again, in milliseconds; with `isDue`, before its condition counts again.
   * {@link BackgroundRunner.wake} ends the wait.
   */
  readonly idleMs: number;
  /**
   * SQL without parameters that is true while there is work, whatever kind of work the task has, and that an index answers. The process
   * evaluates those of all its tasks in one statement, and runs an idle task only if its condition is true.
   */
  readonly isDue?: string;
  /** A piece of work can take any time, depending on the amount of data, so that a hanging task cannot be detected. */
  readonly takesItsTime?: true;
  /** Claims and does one piece of work. False if there is none. `signal` aborts when the process shuts down. */
  runOnce(signal: AbortSignal): Promise<boolean>;

  /** For a task with several concurrent pieces: resolves when all pieces that `runOnce` has started are done. */
  settled?(): Promise<void>;
  /** For such a task: resolves when a workspace that `runOnce` passed over at its limit can have more pieces. Null if it passed over none. */
  readonly roomAgain?: Promise<void> | null;
}

/**
 * The longest time for a piece of work, except with {@link BackgroundTask.takesItsTime}. An email takes at most 18 minutes by the
 * timeouts of its phases, and reading a source at most COMPUTE_TIMEOUT_MS, which is limited to ten minutes.
 */
const LONGEST_PIECE_MS = 30 * 60_000;

/** Runs one piece of work at a time for each registered task. Shutdown waits for the pieces under way. */
@Injectable()
export class BackgroundRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly tasks: BackgroundTask[] = [];
  private readonly wakers = new Map<string, () => void>();
  /** When the current piece of work of each task began, by {@link performance.now}. */
  private readonly began = new Map<string, number>();
  private readonly stopping = new AbortController();
  /** For tasks with a condition. */
  readonly looks: IdleLooks;
  private loops: Promise<void>[] = [];

  constructor(
    private readonly settings: Settings,
    private readonly wakeUps: WakeUps,
    private readonly work: UnitOfWork,
  ) {
    this.looks = new IdleLooks(work);
    wakeUps.listen((name) => this.wakers.get(name)?.());
  }

  register(task: BackgroundTask): void {
    this.tasks.push(task);
    if (hasCondition(task)) this.looks.register(task);
  }

  /**
   * Makes an idle task look for work at once, with Redis also in other processes. Without this hint, it looks after `idleMs`. In a
   * transaction, the hint waits for the commit, since the work is not visible before.
   */
  wake(name: string): void {
    this.work.afterCommit(() => this.wakeUps.publish(name));
  }

  /** Does all pending work in this process. For tests and one-off commands. */
  async drain(): Promise<void> {
    for (let isSettled = false; ;) {
      const due = await this.looks.listDue();
      let worked = false;
      for (const task of this.tasks) {
        if (hasCondition(task) && !due.has(task)) continue;
        // What one task does can be work for each of the others.
        worked = (await this.drainOne(task)) || worked;
      }
      if (isSettled && !worked) return;
      isSettled = !worked;
      // So can pieces that were under way before.
      if (isSettled) for (const task of this.tasks) await task.settled?.();
    }
  }

  /** Tasks that hang: their current piece of work has exceeded the longest time. */
  get stuck(): string[] {
    const latest = performance.now() - LONGEST_PIECE_MS;
    return [...this.began].filter(([, began]) => began < latest).map(([name]) => name);
  }

  onApplicationBootstrap(): void {
    if (this.settings.values.RUN_WORKER === 'yes') this.loops = this.tasks.map((task) => this.loop(task));
  }

  /** Stops the tasks before the connection pool closes. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    for (const wake of this.wakers.values()) wake();
    await Promise.all(this.loops);
    await this.looks.stop();
    for (const task of this.tasks) await task.settled?.();
  }

  private async loop(task: BackgroundTask): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        do this.begin(task);
        while (!this.stopping.signal.aborted && (await this.once(task)));
      } catch (error) {
        logger.error({ err: error, task: task.name }, 'background work failed');
      }
      this.began.delete(task.name);
      if (!this.stopping.signal.aborted) await this.idle(task);
    }
  }

  /** Returns whether there was any work. */
  private async drainOne(task: BackgroundTask): Promise<boolean> {
    let worked = false;
    while (await this.once(task)) worked = true;
    // Workspaces at their limit can have room afterwards.
    if (task.roomAgain) worked = true;
    await task.settled?.();
    return worked;
  }

  private once(task: BackgroundTask): Promise<boolean> {
    return jobSpan(task.name, () => task.runOnce(this.stopping.signal));
  }

  private begin({ name, takesItsTime }: BackgroundTask): void {
    if (!takesItsTime) this.began.set(name, performance.now());
  }

  private idle(task: BackgroundTask): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        if (hasCondition(task)) this.looks.leave(task, wake);
        resolve();
      };
      const timer = setTimeout(() => {
        if (hasCondition(task)) this.looks.wait(task, wake);
        else wake();
      }, task.idleMs);
      this.wakers.set(task.name, wake);
      void task.roomAgain?.then(wake);
    });
  }
}

function hasCondition(task: BackgroundTask): task is BackgroundTask & Conditional {
  return task.isDue !== undefined;
}
