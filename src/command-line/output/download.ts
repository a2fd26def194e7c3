import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { Unavailable } from '../errors';
import type { Host } from '../host';
import { onLines } from './printable';
import { counted, progressOf } from './progress';

/** Passes an answer on as it arrives, with a progress bar if the answer itself is not shown. @throws Unavailable */
export async function download(bytes: Readable, host: Host): Promise<void> {
  const between = host.stdout.isTTY
    ? shown()
    : counted(await progressOf({ title: 'Receiving', unit: 'MB', total: null }, host));
  try {
    await pipeline(bytes, between, host.stdout, { end: false });
  } catch (error) {
    // A write error has a syscall; an error of the connection does not.
    if ((error as NodeJS.ErrnoException).syscall === 'write') return;
    throw new Unavailable('The connection broke off in the middle of the answer. The output is incomplete.');
  }
}

/** Removes the characters that control a terminal. */
function shown(): Transform {
  const decoder = new StringDecoder();
  let last = '';
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const text = last + decoder.write(chunk);
      // A line break may be split between two chunks.
      last = text.endsWith('\r') ? '\r' : '';
      done(null, onLines(text.slice(0, text.length - last.length)));
    },
    flush(done) {
      done(null, onLines(last + decoder.end()));
    },
  });
}
