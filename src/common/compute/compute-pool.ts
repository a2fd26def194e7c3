import { logger } from '../logging/logger';
import { ComputeChild, type ComputeBounds } from './compute-child';

/** How long an idle process waits for more work before it ends, in milliseconds. */
const IDLE_MS = 30_000;

interface Waiting {
  of: string;
  begin: () => void;
}

/**
 * A pool of computing processes, each with one piece of work at a time. One workspace can use all of them but one, so that others do
 * not wait for its work. The pool starts processes on demand, replaces lost ones, and ends idle
 * ones unless they keep something in memory.
 */
export class ComputePool {
  private readonly idle: { child: ComputeChild; end: NodeJS.Timeout | undefined }[] = [];
  private readonly busy = new Map<ComputeChild, string>();
  private readonly waiting: Waiting[] = [];
  private stopped = false;

  constructor(
    private readonly most: number,
    private readonly bounds: ComputeBounds,
    private readonly options: { endsIdle: boolean } = { endsIdle: true },
  ) {}

  /** Runs `work` with exclusive use of a process as soon as one is free for this workspace. */
  async use<Result>(of: string, work: (child: ComputeChild) => Promise<Result>): Promise<Result> {
    while (!this.hasRoomFor(of)) await new Promise<void>((begin) => this.waiting.push({ of, begin }));
    const child = this.taken(of);
    try {
      return await work(child);
    } finally {
      this.giveBack(child);
    }
  }

  /** Kills the processes. Work under way fails. */
  stop(): void {
    this.stopped = true;
    for (const { child, end } of this.idle.splice(0)) {
      clearTimeout(end);
      child.kill();
    }
    for (const child of this.busy.keys()) child.kill();
  }

  /** The process ids of the running processes. */
  get pids(): number[] {
    const children = [...this.busy.keys(), ...this.idle.map(({ child }) => child)];
    return children.flatMap(({ pid }) => pid ?? []);
  }

  private hasRoomFor(of: string): boolean {
    const held = [...this.busy.values()].filter((one) => one === of).length;
    return this.busy.size < this.most && held < Math.max(1, this.most - 1);
  }

  private taken(of: string): ComputeChild {
    if (this.stopped) throw new Error('Computations are refused while the process shuts down');
    const idleChild = this.idle.pop();
    clearTimeout(idleChild?.end);
    const child = idleChild && !idleChild.child.isLost ? idleChild.child : new ComputeChild(this.bounds);
    this.busy.set(child, of);
    return child;
  }

  private giveBack(child: ComputeChild): void {
    this.busy.delete(child);
    if (child.isLost) logger.warn('a computing process ended unexpectedly; it starts again on demand');
    else if (this.stopped) child.kill();
    else this.idle.push({ child, end: this.options.endsIdle ? this.endingLater(child) : undefined });
    // Wake all waiting work in order, because the free room depends on the work that starts first.
    for (const { begin } of this.waiting.splice(0)) begin();
  }

  private endingLater(child: ComputeChild): NodeJS.Timeout {
    return setTimeout(() => this.end(child), IDLE_MS).unref();
  }

  private end(child: ComputeChild): void {
    this.idle.splice(
      this.idle.findIndex((one) => one.child === child),
      1,
    );
    child.kill();
  }
}
