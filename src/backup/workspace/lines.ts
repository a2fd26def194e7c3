/** In bytes: a row with a file of 25 MiB, in hexadecimal digits and as text, with room to spare. */
const LONGEST_LINE = 256 * 1024 * 1024;
const NEWLINE = 0x0a;

/**
 * Lines without their line breaks. Throws the error of `damaged` for a line that is too long, or has no line break at
 * its end.
 */
export async function* linesIn(bytes: AsyncIterable<Buffer>, damaged: () => Error): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = [];
  let size = 0;
  for await (const piece of bytes) {
    let start = 0;
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, start)) {
      yield Buffer.concat([...gathered, piece.subarray(start, end)]);
      gathered = [];
      size = 0;
      start = end + 1;
    }
    gathered.push(piece.subarray(start));
    size += piece.length - start;
    if (size > LONGEST_LINE) throw damaged();
  }
  if (size > 0) throw damaged();
}
