import { type Answer, decode, type DecodedPacket, encode, type Packet } from 'dns-packet';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';

/** What it has for a name and a type of record, its failure, or silence. No values: there is no such record. */
export type RecordsOf = (name: string, type: string) => readonly string[] | 'SERVFAIL' | 'REFUSED' | 'silence';

const FAILURES = { SERVFAIL: 2, REFUSED: 5 };

/** A DNS server of a test's own, which is asked anew each time: what it answers may be another address than a moment ago. */
export class NameServer {
  private constructor(
    private readonly socket: Socket,
    private readonly recordsOf: RecordsOf,
  ) {
    socket.on('message', (bytes, { port, address }) => {
      const answer = this.answerTo(decode(bytes));
      if (answer) socket.send(encode(answer), port, address);
    });
  }

  static async start(recordsOf: RecordsOf): Promise<NameServer> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new NameServer(socket, recordsOf);
  }

  /** As DNS_SERVERS takes it. */
  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  stop(): void {
    this.socket.close();
  }

  private answerTo({ id, questions = [] }: DecodedPacket): Packet | null {
    const [{ name, type } = { name: '', type: 'NULL' }] = questions;
    const found = this.recordsOf(name.toLowerCase(), type);
    if (found === 'silence') return null;
    const answer: Packet = { type: 'response', id, flags: 0x0180, questions };
    if (typeof found === 'string') return { ...answer, flags: 0x0180 | FAILURES[found] };
    return { ...answer, answers: found.flatMap((data) => answersOf(name, type, data)) };
  }
}

function answersOf(name: string, type: string, data: string): Answer[] {
  const isAddress = type === 'A' || type === 'AAAA';
  if (isAddress && isIPv4(data) !== (type === 'A')) return [];
  return [{ type, name, ttl: 0, data: type === 'TXT' ? [data] : data } as Answer];
}
