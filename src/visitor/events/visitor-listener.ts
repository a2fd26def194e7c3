import type { Surface } from '../../common/request/principal';

/** One stream that waits for what happens in its conversation. */
export class VisitorListener {
  /** Where the session began that listens. */
  constructor(readonly surface: Surface) {}

  private wake: () => void = () => {};
  private woken = false;
  private ended = false;
  private typing: boolean | null = null;

  /** Something may have happened: look. */
  notify(): void {
    this.woken = true;
    this.wake();
  }

  /** A person types, or no longer does; of several signs the last one counts. */
  publishTyping(typing: boolean): void {
    this.typing = typing;
    this.notify();
  }

  end(): void {
    this.ended = true;
    this.wake();
  }

  get hasEnded(): boolean {
    return this.ended;
  }

  /** Null: no sign of it since the last call. */
  takeTyping(): boolean | null {
    const { typing } = this;
    this.typing = null;
    return typing;
  }

  /** Resolves when there is something to look at; at the end, too. */
  async next(): Promise<void> {
    while (!this.woken && !this.ended) await new Promise<void>((resolve) => (this.wake = resolve));
    this.woken = false;
  }
}
