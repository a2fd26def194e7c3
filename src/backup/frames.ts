/**
 * The parts of a backup: a table, its rows as `COPY` writes them, and their number; then the sequences, and the end.
 */
export type Frame =
  | { kind: 'table'; table: string; columns: string[] }
  | { kind: 'rows'; text: Buffer }
  | { kind: 'counted'; rows: number }
  | { kind: 'sequence'; table: string; column: string; lastValue: string; isCalled: boolean }
  | { kind: 'end'; tables: number };

const HEAD_BYTES = 5;
const ROWS = 0x52;
const JSON_FRAME = 0x4a;

/** One byte for the kind, four bytes for the length. */
export function frameOf(frame: Frame): Buffer {
  const [kind, content] = frame.kind === 'rows' ? [ROWS, frame.text] : [JSON_FRAME, Buffer.from(JSON.stringify(frame))];
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(kind);
  head.writeUInt32BE(content.length, 1);
  return Buffer.concat([head, content]);
}

export async function* framesIn(pieces: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let gathered: Buffer[] = [];
  let size = 0;
  /** Bytes of the next frame, once its head has arrived. */
  let wanted = HEAD_BYTES;
  for await (const piece of pieces) {
    gathered.push(piece);
    size += piece.length;
    if (size < wanted) continue;
    let rest = Buffer.concat(gathered, size);
    while (rest.length >= HEAD_BYTES) {
      wanted = HEAD_BYTES + rest.readUInt32BE(1);
      if (rest.length < wanted) break;
      yield frameFrom(rest.readUInt8(), rest.subarray(HEAD_BYTES, wanted));
      rest = rest.subarray(wanted);
      wanted = HEAD_BYTES;
    }
    gathered = [rest];
    size = rest.length;
  }
}

function frameFrom(kind: number, content: Buffer): Frame {
  return kind === ROWS ? { kind: 'rows', text: content } : (JSON.parse(content.toString('utf8')) as Frame);
}
