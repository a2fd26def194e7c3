import { Agent, request } from 'node:http';

export interface Answer {
  status: number;
  text: string;
}

export interface Ask {
  method: string;
  path: string;
  body?: object | undefined;
  timeoutMilliseconds?: number;
}

/** One connection that is kept open; requests go one after the other. */
export class HttpConnection {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(
    private readonly url: string,
    private readonly credential: string,
  ) {}

  /** @throws TimedOut, and an error of the connection. A refusal is returned like any other answer */
  send({ method, path, body, timeoutMilliseconds }: Ask): Promise<Answer> {
    const content = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${this.credential}`,
      ...(content === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
    };
    return new Promise((resolve, reject) => {
      const sent = request(this.url + path, { method, headers, agent: this.agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          clearTimeout(timer);
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
        });
      });
      const timer = timeoutMilliseconds
        ? setTimeout(() => sent.destroy(new TimedOut(timeoutMilliseconds)), timeoutMilliseconds)
        : undefined;
      sent.on('error', (error) => {
        clearTimeout(timer);
        reject(error);
      });
      sent.end(content);
    });
  }

  /** @throws if the answer is not a success */
  async succeed(ask: Ask): Promise<string> {
    const { status, text } = await this.send(ask);
    if (status < 200 || status > 299) throw new Error(`${ask.method} ${ask.path} answered ${status}: ${text}`);
    return text;
  }

  close(): void {
    this.agent.destroy();
  }
}

export class TimedOut extends Error {
  constructor(readonly milliseconds: number) {
    super(`No answer within ${milliseconds} ms`);
  }
}
