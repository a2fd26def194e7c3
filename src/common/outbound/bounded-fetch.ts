/** The most bytes of a response, including the framing of a stream. Real answers have some thousand bytes. */
const LONGEST_REPLY = 1_048_576;

/** How long a server may be silent, in milliseconds: before the first byte of its response, and between any two bytes. */
export interface Patience {
  readonly firstByteMs: number;
  readonly silenceMs: number;
}

/** The server accepted the connection and then sent nothing for too long. */
export class ServerSilent extends Error {
  constructor() {
    super('The server timed out.');
    this.name = 'ServerSilent';
  }
}

/**
 * `fetch` for a server that may respond with anything, at any pace. It follows no redirects, reads at most `longest` bytes, and
 * aborts after the server was silent for too long. The caller's `signal` bounds the total time.
 */
export function boundedFetch(patience: Patience, send: typeof fetch, longest = LONGEST_REPLY): typeof fetch {
  return async (url, init) => {
    const watch = new SilenceWatch(patience, longest);
    const signal = init?.signal ? AbortSignal.any([init.signal, watch.signal]) : watch.signal;
    try {
      // Follow no redirects: another server has not agreed to protect the messages of customers.
      const response = await send(url, { ...init, redirect: 'manual', signal });
      const { status, statusText, headers, body } = response;
      const pieces = body && ReadableStream.from<Uint8Array>(watch.over(body));
      return new Response(pieces, { status, statusText, headers });
    } catch (error) {
      watch.end();
      throw error;
    }
  };
}

/** Aborts after a period without data. The time that the reader needs for the data does not count. */
class SilenceWatch {
  private readonly silent = new AbortController();
  private timer: NodeJS.Timeout;

  constructor(
    private readonly patience: Patience,
    private readonly longest: number,
  ) {
    this.timer = this.after(patience.firstByteMs);
  }

  get signal(): AbortSignal {
    return this.silent.signal;
  }

  async *over(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let size = 0;
    try {
      for await (const bytes of body) {
        this.end();
        size += bytes.length;
        if (size > this.longest) throw new SyntaxError('The response is too long.');
        yield bytes;
        this.timer = this.after(this.patience.silenceMs);
      }
    } finally {
      this.end();
    }
  }

  end(): void {
    clearTimeout(this.timer);
  }

  private after(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => this.silent.abort(new ServerSilent()), milliseconds).unref();
  }
}
