import { type ClientRequest, type IncomingMessage, request } from 'node:http';

/** A client that keeps a stream of events open. */
export class Listener {
  private heard = '';
  private waiting: { text: string; resolve: (at: number) => void } | null = null;

  private constructor(private readonly sent: ClientRequest) {}

  /** Resolves when the stream has sent `first`. @throws if the stream is refused or breaks off before */
  static async open(url: string, credential: string, first: string): Promise<Listener> {
    const sent = request(url, { headers: { authorization: `Bearer ${credential}` }, agent: false });
    const listener = new Listener(sent);
    const opened = listener.until(first);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.once('response', resolve).once('error', reject).end();
    });
    if (response.statusCode !== 200) throw new Error(`GET ${url} answered ${response.statusCode}`);
    // Ends only by close(). A wait for more events then times out.
    sent.on('error', () => {});
    response.on('error', () => {});
    response.setEncoding('utf8').on('data', (text: string) => listener.take(text));
    await opened;
    return listener;
  }

  /** The time, by this process's clock, at which this text arrived. Ignores text that arrived before the call. */
  until(text: string): Promise<number> {
    this.heard = '';
    return new Promise((resolve) => (this.waiting = { text, resolve }));
  }

  close(): void {
    this.sent.destroy();
  }

  private take(text: string): void {
    if (!this.waiting) return;
    this.heard += text;
    if (!this.heard.includes(this.waiting.text)) return;
    this.waiting.resolve(performance.now());
    this.waiting = null;
  }
}
