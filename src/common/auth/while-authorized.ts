import { currentRequest } from '../request/request-context';
import { AuthorityWatch, BELIEVED_MS } from './authority-watch';

interface Whole {
  /** Bytes of the whole, where Content-Length names them. The pieces are then buffers. */
  length?: number;
}

/**
 * Passes on the pieces of a long response or request body for as long as the running request would still be allowed: see
 * {@link AuthorityWatch}. It checks before each piece, at most five times a second, and after the last piece, or
 * before it where `length` is known. While the other side is idle, it checks once a second until the response has been sent. Each
 * check costs the statement of an authentication: two for short data, at most five a second for long data.
 *
 * A caller that loses its access gets no more data about a second later. A response is aborted, so that no part looks like the
 * whole. A request body throws the refusal at the next piece.
 */
export function whileAuthorized<T>(pieces: AsyncIterable<T>, { length = Infinity }: Whole = {}): AsyncIterable<T> {
  const watch = AuthorityWatch.of(currentRequest());
  return watch ? watched(pieces, watch, length) : pieces;
}

async function* watched<T>(pieces: AsyncIterable<T>, watch: AuthorityWatch, length: number): AsyncGenerator<T> {
  const source = pieces[Symbol.asyncIterator]();
  let rest = length;
  watch.begin();
  try {
    for (;;) {
      const next = await orRefusal(watch, source.next());
      rest -= next.done || length === Infinity ? 0 : (next.value as Buffer).length;
      // The caller takes a response with its last byte for complete, and may send the next request on its connection at once.
      const isLast = next.done || rest <= 0;
      await watch.ensure(isLast ? 0 : BELIEVED_MS);
      if (!next.done) yield next.value;
      if (isLast) return;
    }
  } finally {
    watch.end();
    // Do not wait: a sender who sends nothing never completes the next piece.
    source.return?.().then(undefined, () => {});
  }
}

/** The result of `step`, or the refusal if that comes first. */
async function orRefusal<T>(watch: AuthorityWatch, step: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    watch.onRefusal = reject;
    step.then(resolve, reject);
  });
}
