/**
 * The concurrent pieces of work of a task, up to a limit, because one can take minutes. One workspace can use all places but one, so
 * that others do not wait for its work.
 */
export class InFlight {
  private readonly pieces = new Map<Promise<void>, string>();

  constructor(private readonly most: number) {}

  get isFull(): boolean {
    return this.pieces.size >= this.most;
  }

  /** The workspaces with work under way. */
  get having(): string[] {
    return [...this.counts.keys()];
  }

  /** The workspaces with work under way that can have more, fewest pieces first. */
  get roomFor(): string[] {
    const fair = [...this.counts].filter(([, count]) => count < Math.max(1, this.most - 1));
    return fair.sort(([, a], [, b]) => a - b).map(([of]) => of);
  }

  /** Resolves when a piece has ended, if a workspace is at its limit. Null otherwise. */
  get roomAgain(): Promise<void> | null {
    return this.roomFor.length < this.counts.size ? Promise.race(this.pieces.keys()) : null;
  }

  /** Resolves when there is room for one more piece. */
  async room(): Promise<void> {
    if (this.isFull) await Promise.race(this.pieces.keys());
  }

  /** `piece` must never reject. `of`: the workspace. */
  add(piece: Promise<void>, of: string): void {
    const tracked = piece.finally(() => this.pieces.delete(tracked));
    this.pieces.set(tracked, of);
  }

  /** Resolves when all pieces have ended. */
  async settled(): Promise<void> {
    await Promise.all(this.pieces.keys());
  }

  private get counts(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const of of this.pieces.values()) counts.set(of, (counts.get(of) ?? 0) + 1);
    return counts;
  }
}
