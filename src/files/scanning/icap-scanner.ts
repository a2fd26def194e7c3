import { createHash, type Hash } from 'node:crypto';
import { type Address, ask } from './ask';
import { type FileScanner, type ScannedBytes, ScanFailed, type Verdict } from './file-scanner.types';
import { IcapAnswerReader } from './icap-answer';

const REQUEST = 'GET http://parley.invalid/file HTTP/1.1\r\nHost: parley.invalid\r\n\r\n';
/**
 * A server for RESPMOD (RFC 3507 §4.9): it looks at the file as a response to a request for it, and changes infected ones. If it would
 * change nothing, it answers 204 or, as c-icap does with longer files, sends the same bytes back. The name of the file is not sent.
 */
export class IcapScanner implements FileScanner {
  constructor(
    private readonly address: Address,
    private readonly service: string,
  ) {}

  async scan({ bytes, sizeBytes }: ScannedBytes, signal: AbortSignal): Promise<Verdict> {
    const sent = createHash('sha256');
    const pieces = this.respmod(bytes, { sizeBytes, sent });
    const { answer, isWhole } = await ask(this.address, { pieces, reader: new IcapAnswerReader(sizeBytes) }, signal);
    // A server may answer before the end of the body (RFC 3507 §4.3.1): of types that it never changes, for example.
    if (answer.is === 'unchanged') return 'clean';
    if (answer.is === 'infected') return 'infected';
    const isSame = isWhole && answer.length === sizeBytes && answer.sha256.equals(sent.digest());
    if (!isSame) throw new ScanFailed('changed the file without a reason');
    return 'clean';
  }

  private async *respmod(
    bytes: AsyncIterable<Buffer>,
    { sizeBytes, sent }: { sizeBytes: number; sent: Hash },
  ): AsyncGenerator<Buffer> {
    const response = `HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: ${sizeBytes}\r\n\r\n`;
    const bodyAt = REQUEST.length + response.length;
    const { host } = new URL(this.service);
    const head =
      `RESPMOD ${this.service} ICAP/1.0\r\nHost: ${host}\r\nUser-Agent: Parley\r\nAllow: 204\r\nConnection: close\r\n` +
      `Encapsulated: req-hdr=0, res-hdr=${REQUEST.length}, res-body=${bodyAt}\r\n\r\n`;
    yield Buffer.from(head + REQUEST + response);
    for await (const piece of bytes) {
      if (piece.length === 0) continue;
      sent.update(piece);
      yield Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]);
    }
    yield Buffer.from('0\r\n\r\n');
  }
}
