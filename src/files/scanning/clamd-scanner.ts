import { type Address, type AnswerReader, ask } from './ask';
import { type FileScanner, type ScannedBytes, ScanFailed, type Verdict } from './file-scanner.types';

const LENGTH_BYTES = 4;
/** In bytes: a verdict is one line. */
const LONGEST_ANSWER = 4_096;

/** The daemon of ClamAV, by its command INSTREAM (clamd(8)): pieces with their lengths, and one of no length at the end. */
export class ClamdScanner implements FileScanner {
  constructor(private readonly address: Address) {}

  async scan({ bytes }: ScannedBytes, signal: AbortSignal): Promise<Verdict> {
    const { answer, isWhole } = await ask(this.address, { pieces: instream(bytes), reader: new ClamdAnswer() }, signal);
    // Only the end of the bytes can show that all of them are clean.
    if (answer === 'clean' && !isWhole) throw new ScanFailed('gave its verdict before it had all bytes');
    return answer;
  }
}

async function* instream(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const piece of bytes) {
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(piece.length);
    // A piece of no length would be the end.
    if (piece.length > 0) yield Buffer.concat([length, piece]);
  }
  yield Buffer.alloc(LENGTH_BYTES);
}

/** `stream: OK` or `stream: <name> FOUND`, ended by a zero byte; anything else is an error. */
class ClamdAnswer implements AnswerReader<Verdict> {
  private text = '';

  take(piece: Buffer): Verdict | null {
    this.text += piece.toString('latin1', 0, LONGEST_ANSWER);
    const end = this.text.indexOf('\0');
    if (end !== -1) return verdictOf(this.text.slice(0, end));
    if (this.text.length >= LONGEST_ANSWER) throw new ScanFailed('sent too long an answer');
    return null;
  }
}

function verdictOf(text: string): Verdict {
  if (text === 'stream: OK') return 'clean';
  if (/^stream: .+ FOUND$/s.test(text)) return 'infected';
  throw new ScanFailed(/size limit/i.test(text) ? 'refuses files of this size' : 'reported an error');
}
