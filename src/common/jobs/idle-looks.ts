import type { UnitOfWork } from '../database/unit-of-work';
import { logger } from '../logging/logger';
import { inTime } from '../time/in-time';

/** How often a process looks for work of its idle tasks, in milliseconds. */
const EVERY_MS = 200;
/** How long the tasks wait for a look, in milliseconds: it hangs while one of their tables is locked. */
const PATIENCE_MS = 2_000;

/** A task with a condition for its work: SQL that an index answers, without parameters. */
interface Conditional {
  readonly name: string;
  readonly isDue: string;
}

/**
 * Looks for work of all idle tasks of a process in one statement. With a statement for each task, a process without work would send
 * more than sixty a second.
 */
export class IdleLooks {
  private readonly conditional: Conditional[] = [];
  private readonly waiting = new Map<string, () => void>();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();
  /** The statement under way. */
  private reading: Promise<Set<string>> | null = null;

  constructor(private readonly work: UnitOfWork) {}

  /** By hand: the conditions of all tasks. */
  get statement(): string {
    return `SELECT ${this.conditional.map(({ isDue }, place) => `(${isDue}) AS due_${place}`).join(', ')}`;
  }

  register(task: Conditional): void {
    this.conditional.push(task);
  }

  /** Calls `wake` once when the task has work. */
  wait(name: string, wake: () => void): void {
    this.waiting.set(name, wake);
    this.lookLater();
  }

  leave(name: string): void {
    this.waiting.delete(name);
  }

  /** Names of all tasks that have work now. */
  async listDue(): Promise<Set<string>> {
    if (this.conditional.length === 0) return new Set();
    const [found] = await this.work.prepared<Record<string, boolean>>(this.statement, []);
    return new Set(this.conditional.flatMap(({ name }, place) => (found?.[`due_${place}`] === true ? [name] : [])));
  }

  /** Resolves when no statement is under way. Call it when no task waits any more. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    await Promise.allSettled([this.looking, this.reading]);
  }

  private lookLater(): void {
    this.timer ??= setTimeout(() => {
      this.looking = this.look();
    }, EVERY_MS);
  }

  private async look(): Promise<void> {
    const due = await this.listDueInTime();
    this.timer = undefined;
    for (const [name, wake] of [...this.waiting]) {
      if (!due.has(name)) continue;
      this.waiting.delete(name);
      wake();
    }
    if (this.waiting.size > 0) this.lookLater();
  }

  /** All that wait, if the statement fails or hangs. One task may be the reason, so each looks by itself, and its own error is logged. */
  private async listDueInTime(): Promise<ReadonlySet<string>> {
    try {
      this.reading ??= this.listDue().finally(() => (this.reading = null));
      return await inTime(this.reading, PATIENCE_MS);
    } catch (error) {
      logger.warn({ err: error }, 'idle tasks were not looked at together');
      return new Set(this.waiting.keys());
    }
  }
}
