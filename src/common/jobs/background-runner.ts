import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Settings } from '../../config/load-settings';
import { logger } from '../logging/logger';
import { jobSpan } from '../tracing/spans';
import { WakeUps } from './wake-ups';

/**
 * Work that lives in rows of its own (mails to send, sources to index): each piece is claimed with a lease in the
 * database, so any number of processes may run the same task.
 */
export interface BackgroundTask {
  readonly name: string;
  /** How long an idle task waits before it looks again, in milliseconds; {@link BackgroundRunner.wake} cuts it short. */
  readonly idleMs: number;
  /** A piece may take as long as there is data, so that nobody can tell whether it hangs. */
  readonly takesItsTime?: true;
  /** Claims and does one piece of work; false where there is none. `signal` aborts when the process shuts down. */
  runOnce(signal: AbortSignal): Promise<boolean>;

  /** Of a task that works on several pieces at once: when those are done that `runOnce` has only begun. */
  settled?(): Promise<void>;
  /** The same: until a workspace may have more pieces that has as many as it may; null where none has. */
  readonly roomAgain?: Promise<void> | null;
}

/**
 * No piece of work takes longer, but those that {@link BackgroundTask.takesItsTime}: a mail 18 minutes by the bounds of its phases,
 * reading a source COMPUTE_TIMEOUT_MS, ten minutes at most.
 */
const LONGEST_PIECE_MS = 30 * 60_000;

/** Runs the registered tasks one piece at a time each, until shutdown, which waits for the pieces under way. */
@Injectable()
export class BackgroundRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly tasks: BackgroundTask[] = [];
  private readonly wakers = new Map<string, () => void>();
  /** When the piece of work began that a task is at, by {@link performance.now}. */
  private readonly began = new Map<string, number>();
  private readonly stopping = new AbortController();
  private loops: Promise<void>[] = [];

  constructor(
    private readonly settings: Settings,
    private readonly wakeUps: WakeUps,
  ) {
    wakeUps.listen((name) => this.wakers.get(name)?.());
  }

  register(task: BackgroundTask): void {
    this.tasks.push(task);
  }

  /** Makes an idle task look at once, on other processes too with Redis. Only a hint: it finds its work without, `idleMs` later. */
  wake(name: string): void {
    this.wakeUps.publish(name);
  }

  /** Does everything there is to do now, in this process; for tests and one-off commands. */
  async drain(): Promise<void> {
    for (let worked = true; worked;) {
      worked = false;
      for (const task of this.tasks) {
        while (await this.once(task)) worked = true;
        // Who had no room for more may have some afterwards.
        if (task.roomAgain) worked = true;
        await task.settled?.();
      }
    }
  }

  /** Tasks that hang: they have been at one piece of work for longer than any takes. */
  get stuck(): string[] {
    const latest = performance.now() - LONGEST_PIECE_MS;
    return [...this.began].filter(([, began]) => began < latest).map(([name]) => name);
  }

  onApplicationBootstrap(): void {
    if (this.settings.values.RUN_WORKER === 'yes') this.loops = this.tasks.map((task) => this.loop(task));
  }

  /** Before the connection pool closes. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    for (const wake of this.wakers.values()) wake();
    await Promise.all(this.loops);
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

  private once(task: BackgroundTask): Promise<boolean> {
    return jobSpan(task.name, () => task.runOnce(this.stopping.signal));
  }

  private begin({ name, takesItsTime }: BackgroundTask): void {
    if (!takesItsTime) this.began.set(name, performance.now());
  }

  private idle(task: BackgroundTask): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, task.idleMs);
      const wake = (): void => {
        clearTimeout(timer);
        resolve();
      };
      this.wakers.set(task.name, wake);
      void task.roomAgain?.then(wake);
    });
  }
}
