/** The size of an upload's piece in one row of the database, in bytes. */
export const PIECE_BYTES = 524_288;

/** The same bytes in pieces of at least `size` bytes. The last piece can be smaller. */
export async function* gathered(bytes: AsyncIterable<Buffer> | Iterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const some of bytes) {
    waiting.push(some);
    length += some.length;
    if (length < size) continue;
    yield Buffer.concat(waiting, length);
    waiting = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(waiting, length);
}
