import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';

export interface RawReply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** A request exactly as it is given, in these pieces: without a client that tidies up addresses, headers and encodings. */
export function raw(
  url: string,
  method: string,
  path: string,
  { headers = {}, body = [] }: { headers?: OutgoingHttpHeaders; body?: readonly (Buffer | string)[] } = {},
): Promise<RawReply> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ method, hostname, port, path, headers, agent: false }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(parts).toString() }),
      );
    });
    sent.once('error', reject);
    for (const part of body) sent.write(part);
    sent.end();
  });
}
