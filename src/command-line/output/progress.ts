import { Transform } from 'node:stream';
import type { Host } from '../host';

export interface Progress {
  /** `done` of the total, in its unit. */
  show(done: number): void;
  end(): void;
}

export interface Work {
  /** A description of the work: `Sending people.csv`. */
  title: string;
  unit: '%' | 'MB';
  /** Null if it is unknown. */
  total: number | null;
}

const NOBODY_LOOKS: Progress = { show() {}, end() {} };

/** A progress bar at the user's terminal. Does nothing without a terminal. */
export async function progressOf(
  { title, unit, total }: Work,
  { stderr, env }: Pick<Host, 'stderr' | 'env'>,
): Promise<Progress> {
  if (stderr.isTTY !== true || env['TERM'] === 'dumb') return NOBODY_LOOKS;
  const { SingleBar } = await import('cli-progress');
  const format =
    total === null
      ? `${title}  {shown} ${unit}`
      : `${title}  {bar}  {percentage}%${unit === '%' ? '' : `  {shown} ${unit}`}`;
  const bar = new SingleBar({
    format,
    stream: stderr,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 30,
    // After Ctrl-C, the cursor would stay hidden.
    hideCursor: false,
    clearOnComplete: true,
    fps: 10,
  });
  bar.start(total ?? 0, 0, { shown: 0 });
  return {
    show: (done) => bar.update(done, { shown: unit === 'MB' ? (done / 1_000_000).toFixed(1) : done }),
    end: () => bar.stop(),
  };
}

/** Passes bytes on, and shows their number. */
export function counted(progress: Progress): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      progress.show(bytes);
      done(null, chunk);
    },
    flush(done) {
      progress.end();
      done();
    },
    destroy(error, done) {
      progress.end();
      done(error);
    },
  });
}
