import type { Frame } from '../frames';

export interface RowProgress {
  show(done: number): void;
  end(): void;
}

const NEWLINE = 0x0a;

/** Passes frames on and shows the number of rows. Only the ends of rows are line breaks in the output of `COPY`. */
export async function* countedRows(frames: AsyncIterable<Frame>, progress: RowProgress): AsyncGenerator<Frame> {
  let rows = 0;
  try {
    for await (const frame of frames) {
      if (frame.kind === 'rows') {
        rows += newlinesIn(frame.text);
        progress.show(rows);
      }
      yield frame;
    }
  } finally {
    progress.end();
  }
}

function newlinesIn(text: Buffer): number {
  let found = 0;
  for (let at = text.indexOf(NEWLINE); at !== -1; at = text.indexOf(NEWLINE, at + 1)) found += 1;
  return found;
}
