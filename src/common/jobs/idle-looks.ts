import type { UnitOfWork } from '../database/unit-of-work';
import { logger } from '../logging/logger';
import { inTime } from '../time/in-time';

/** How often a process looks for work of its idle tasks, in milliseconds. */
const EVERY_MS = 200;
/** A look takes at most one part of so many of the time: one that takes longer is repeated later, but within a second. */
const SHARE = 10;
const LATEST_MS = 1_000;
/** How long the tasks wait for a look, in milliseconds: it hangs while one of their tables is locked. */
const PATIENCE_MS = 2_000;

/** A task with a condition for its work: SQL that an index answers, without parameters. */
export interface Conditional {
  readonly isDue: string;
}

/**
 * Looks for work of all idle tasks of a process in one statement. With a statement for each task, a process without work would send
 * more than sixty a second.
 */
export class IdleLooks {
  private readonly conditional: Conditional[] = [];
  private readonly waiting = new Map<Conditional, () => void>();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();
  /** The statement under way. */
  private reading: Promise<Set<Conditional>> | null = null;
  private hasFailed = false;

  constructor(private readonly work: UnitOfWork) {}

  /** By hand: the conditions of all tasks. Each ends with its line, so that a comment in it does not go on. */
  get statement(): string {
    return `SELECT ${this.conditional.map(({ isDue }, place) => `(${isDue}\n) AS due_${place}`).join(', ')}`;
  }

  register(task: Conditional): void {
    this.conditional.push(task);
  }

  /** Calls `wake` once when the task has work. */
  wait(task: Conditional, wake: () => void): void {
    this.waiting.set(task, wake);
    this.lookLater(EVERY_MS);
  }

  leave(task: Conditional, wake: () => void): void {
    if (this.waiting.get(task) === wake) this.waiting.delete(task);
  }

  /** All tasks that have work now. */
  async listDue(): Promise<Set<Conditional>> {
    if (this.conditional.length === 0) return new Set();
    const [found] = await this.work.prepared<Record<string, boolean>>(this.statement, []);
    return new Set(this.conditional.filter((_, place) => found?.[`due_${place}`] === true));
  }

  /** Resolves when no statement is under way. Call it when no task waits any more. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    await Promise.allSettled([this.looking, this.reading]);
  }

  private lookLater(milliseconds: number): void {
    this.timer ??= setTimeout(() => {
      this.looking = this.look();
    }, milliseconds);
  }

  private async look(): Promise<void> {
    const began = performance.now();
    const due = await this.listDueInTime();
    this.timer = undefined;
    for (const [task, wake] of [...this.waiting]) {
      if (!due.has(task)) continue;
      this.waiting.delete(task);
      wake();
    }
    if (this.waiting.size > 0)
      this.lookLater(Math.min(Math.max(EVERY_MS, (performance.now() - began) * SHARE), LATEST_MS));
  }

  /** All that wait, if the statement fails or hangs. One task may be the reason, so each looks by itself, and its own error is logged. */
  private async listDueInTime(): Promise<ReadonlySet<Conditional>> {
    try {
      this.reading ??= this.listDue().finally(() => (this.reading = null));
      const due = await inTime(this.reading, PATIENCE_MS);
      this.hasFailed = false;
      return due;
    } catch (error) {
      if (!this.hasFailed) logger.warn({ err: error }, 'idle tasks were not looked at together; each looks by itself');
      this.hasFailed = true;
      return new Set(this.waiting.keys());
    }
  }
}
