/**
 * Reads a whole stream, of at most `longest` bytes.
 *
 * @throws the error of `tooLong` beyond that, and the errors of the stream
 */
export async function bytesOf(
  stream: AsyncIterable<Buffer | string>,
  most: number,
  tooLong: () => Error,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk as Buffer);
    size += bytes.length;
    if (size > most) throw tooLong();
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
