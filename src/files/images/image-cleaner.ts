import { FileTypeNotAllowed } from '../files.errors';

/** What becomes of the bytes that follow a step. */
interface Run {
  left: number;
  keep: 'pass' | 'zero' | 'drop';
}

export interface Step {
  /** Bytes of the input that the step has read; with a run without bytes, at least one. */
  consumed: number;
  output: Buffer;
  run?: Run;
}

/** Segments or chunks of one image: far more than of a photo, and few enough to read them at once. */
const MOST_PARTS = 20_000;

/** Takes an image as it arrives, and gives it back without what it says of its maker. Holds one part of it in memory. */
export abstract class ImageCleaner {
  private pending: Buffer = Buffer.alloc(0);
  private run: Run = { left: 0, keep: 'pass' };
  private parts = 0;

  /** @throws FileTypeNotAllowed 400 for an image of so many parts that only reading them would hold up others */
  take(piece: Buffer): Buffer {
    this.pending = Buffer.concat([this.pending, piece]);
    const cleaned: Buffer[] = [];
    while (this.pending.length > 0) {
      if (this.run.left > 0) {
        cleaned.push(this.advance());
        continue;
      }
      const step = this.step(this.pending);
      if (!step) break;
      this.parts += 1;
      if (this.parts > MOST_PARTS) throw new FileTypeNotAllowed('parts');
      cleaned.push(step.output);
      this.pending = this.pending.subarray(step.consumed);
      this.run = step.run ?? this.run;
    }
    return Buffer.concat(cleaned);
  }

  /** In place of what is left of an image that is cut off: what it would have said is unknown. */
  end(): Buffer {
    return Buffer.alloc(this.pending.length);
  }

  /** The next part; null: more of it has to arrive. */
  protected abstract step(input: Buffer): Step | null;

  private advance(): Buffer {
    const part = this.pending.subarray(0, this.run.left);
    this.pending = this.pending.subarray(part.length);
    this.run.left -= part.length;
    if (this.run.keep === 'drop') return Buffer.alloc(0);
    return this.run.keep === 'zero' ? Buffer.alloc(part.length) : part;
  }
}

/** All that follows, as it is. For what is no image of its kind. */
export const asItIs = (): Step => ({ consumed: 0, output: Buffer.alloc(0), run: { left: Infinity, keep: 'pass' } });

/** Nothing that follows: data behind an image belongs to no image. */
export const nothingElse = (consumed: number, output: Buffer): Step => {
  return { consumed, output, run: { left: Infinity, keep: 'drop' } };
};
