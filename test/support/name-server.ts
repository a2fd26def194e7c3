import { type DecodedPacket, decode, encode, type Answer } from 'dns-packet';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';

/** A DNS server of a test's own, which is asked anew each time: what it answers may be another address than a moment ago. */
export class NameServer {
  private constructor(
    private readonly socket: Socket,
    private readonly addressesOf: (name: string) => readonly string[],
  ) {
    socket.on('message', (bytes, { port, address }) => {
      const answer = encode(this.answerTo(decode(bytes)));
      socket.send(answer, port, address);
    });
  }

  static async start(addressesOf: (name: string) => readonly string[]): Promise<NameServer> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new NameServer(socket, addressesOf);
  }

  /** As DNS_SERVERS takes it. */
  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  stop(): void {
    this.socket.close();
  }

  private answerTo({ id, questions = [] }: DecodedPacket): Parameters<typeof encode>[0] {
    const [question] = questions;
    const answers: Answer[] = [];
    if (question?.type === 'A' || question?.type === 'AAAA') {
      for (const data of this.addressesOf(question.name)) {
        if (isIPv4(data) === (question.type === 'A'))
          answers.push({ type: question.type, name: question.name, ttl: 0, data });
      }
    }
    return { type: 'response', id, flags: 0x0180, questions, answers };
  }
}
