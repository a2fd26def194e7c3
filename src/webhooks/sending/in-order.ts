/** Something to send. Pieces of one subject go one after the other; null: it waits for none. */
export interface Piece {
  readonly subject: string | null;
}

export interface Sending<P extends Piece> {
  /** How many may be under way now. */
  pace(): number;
  /** Whether another one may begin now. */
  mayStart(): boolean;
  /** Sends one. False if it failed, and the later ones of its subject must wait. Never rejects. */
  send(piece: P): Promise<boolean>;
  /** The subjects that must wait from the beginning. */
  held?: ReadonlySet<string>;
}

/** The pieces that must wait behind others of their subject, and those that did not begin, each in order. */
export interface Unsent<P> {
  behind: P[];
  left: P[];
}

/** Sends pieces in their order, several at once, but never two of one subject. */
export async function sendInOrder<P extends Piece>(pieces: readonly P[], sending: Sending<P>): Promise<Unsent<P>> {
  const left = [...pieces];
  const behind: P[] = [];
  const held = new Set(sending.held);
  const busy = new Set<string>();
  const underWay = new Set<Promise<void>>();

  const begin = (piece: P): void => {
    const { subject } = piece;
    if (subject !== null) busy.add(subject);
    const end = sending.send(piece).then((isDone) => {
      underWay.delete(end);
      if (subject === null) return;
      busy.delete(subject);
      if (!isDone) held.add(subject);
    });
    underWay.add(end);
  };

  for (;;) {
    for (const piece of left.filter(({ subject }) => subject !== null && held.has(subject))) {
      behind.push(piece);
      left.splice(left.indexOf(piece), 1);
    }
    while (underWay.size < sending.pace() && sending.mayStart()) {
      const next = left.findIndex(({ subject }) => subject === null || (!busy.has(subject) && !held.has(subject)));
      if (next < 0) break;
      begin(left.splice(next, 1)[0]!);
    }
    if (underWay.size === 0) return { behind, left };
    await Promise.race(underWay);
  }
}
