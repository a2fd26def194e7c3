/** What a task has begun and does not wait for: so many pieces at once, since one may take minutes. */
export class UnderWay {
  private readonly pieces = new Set<Promise<void>>();

  constructor(private readonly most: number) {}

  get isFull(): boolean {
    return this.pieces.size >= this.most;
  }

  /** Until there is room for one more piece. */
  async room(): Promise<void> {
    if (this.isFull) await Promise.race(this.pieces);
  }

  /** `piece` never rejects. */
  add(piece: Promise<void>): void {
    const kept = piece.finally(() => this.pieces.delete(kept));
    this.pieces.add(kept);
  }

  /** Until all that has begun has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.pieces);
  }
}
