/**
 * What a task has begun and does not wait for: so many pieces at once, since one may take minutes. One workspace may have all
 * places but one, so that no other waits until it is done.
 */
export class InFlight {
  private readonly pieces = new Map<Promise<void>, string>();

  constructor(private readonly most: number) {}

  get isFull(): boolean {
    return this.pieces.size >= this.most;
  }

  /** The workspaces with something under way. */
  get having(): string[] {
    return [...this.counts.keys()];
  }

  /** Those of them that may have more: who has the fewest comes first. */
  get roomFor(): string[] {
    const fair = [...this.counts].filter(([, count]) => count < Math.max(1, this.most - 1));
    return fair.sort(([, a], [, b]) => a - b).map(([of]) => of);
  }

  /** Until a piece has ended, where a workspace may have no more before; null where none is held back. */
  get roomAgain(): Promise<void> | null {
    return this.roomFor.length < this.counts.size ? Promise.race(this.pieces.keys()) : null;
  }

  /** Until there is room for one more piece. */
  async room(): Promise<void> {
    if (this.isFull) await Promise.race(this.pieces.keys());
  }

  /** `piece` never rejects. `of`: the workspace. */
  add(piece: Promise<void>, of: string): void {
    const tracked = piece.finally(() => this.pieces.delete(tracked));
    this.pieces.set(tracked, of);
  }

  /** Until all that has begun has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.pieces.keys());
  }

  private get counts(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const of of this.pieces.values()) counts.set(of, (counts.get(of) ?? 0) + 1);
    return counts;
  }
}
