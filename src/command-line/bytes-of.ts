/** All that a stream gives. @throws what `tooLong` makes beyond so many bytes, and what the stream fails with */
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
