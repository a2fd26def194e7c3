import type { AnswerReader } from './ask';
import { ChunkedBody } from './chunked-body';
import { ScanFailed } from './file-scanner.types';

const END_OF_HEAD = '\r\n\r\n';
/** The most bytes of the head of an answer, and of the response within. */
const LONGEST_HEAD = 65_536;
/** Headers with which scanners name what they have found: c-icap and most vendors, draft-stecher-icap-subid §3. */
const FOUND = /^(?:x-infection-found|x-virus-id|x-violations-found)\s*:\s*\S/im;

/** `unchanged`: the server says so. `echo`: it has sent a response with this body. */
export type IcapAnswer = { is: 'unchanged' } | { is: 'infected' } | { is: 'echo'; length: number; sha256: Buffer };

/** The answer to a RESPMOD as it arrives. */
export class IcapAnswerReader implements AnswerReader<IcapAnswer> {
  private head = Buffer.alloc(0);
  private body: ChunkedBody | null = null;

  constructor(private readonly sizeBytes: number) {}

  take(piece: Buffer): IcapAnswer | null {
    if (this.body) return this.echo(piece);
    this.head = Buffer.concat([this.head, piece]);
    const text = this.head.toString('latin1', 0, LONGEST_HEAD);
    const end = text.indexOf(END_OF_HEAD);
    if (end === -1) return this.incomplete();
    const head = text.slice(0, end);
    const status = /^ICAP\/1\.\d (\d{3})/.exec(head)?.[1];
    if (status === '204') return { is: 'unchanged' };
    if (status !== '200') throw new ScanFailed(status ? `answered ${status}` : 'does not speak ICAP');
    return FOUND.test(head) ? { is: 'infected' } : this.response(text, end + END_OF_HEAD.length);
  }

  /** Without a header that names a find, the response within decides: a page in place of the file, or the file. */
  private response(text: string, at: number): IcapAnswer | null {
    const end = text.indexOf(END_OF_HEAD, at);
    if (end === -1) return this.incomplete();
    const status = /^HTTP\/1\.\d (\d{3})/.exec(text.slice(at, end))?.[1];
    if (status === '403') return { is: 'infected' };
    if (status !== '200') throw new ScanFailed('changed the file without a reason');
    this.body = new ChunkedBody(this.sizeBytes);
    return this.echo(this.head.subarray(end + END_OF_HEAD.length));
  }

  private incomplete(): null {
    if (this.head.length >= LONGEST_HEAD) throw new ScanFailed('sent too long an answer');
    return null;
  }

  private echo(piece: Buffer): IcapAnswer | null {
    const whole = this.body?.take(piece) ?? null;
    return whole && { is: 'echo', ...whole };
  }
}
