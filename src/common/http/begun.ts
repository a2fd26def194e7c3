/** The same bytes, once the first of them are there: an error before that can still be an answer. */
export async function begun(bytes: AsyncIterable<Buffer>): Promise<AsyncIterable<Buffer>> {
  const rest = bytes[Symbol.asyncIterator]();
  const first = await rest.next();
  return (async function* () {
    try {
      for (let next = first; !next.done; next = await rest.next()) yield next.value;
    } finally {
      await rest.return?.();
    }
  })();
}
