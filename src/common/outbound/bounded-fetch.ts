/** Bytes of a reply that are read at most, the frames of a stream included; an answer that was asked for has some thousands. */
const LONGEST_REPLY = 1_048_576;

/** How long a server may be silent, in milliseconds: before the first byte of its reply, and between any two. */
export interface Patience {
  readonly firstByteMs: number;
  readonly silenceMs: number;
}

/** A server that is connected to, and says nothing. */
export class ServerSilent extends Error {
  constructor() {
    super('The server timed out.');
    this.name = 'ServerSilent';
  }
}

/**
 * `fetch` for a server that may answer anything, at any pace: it is followed nowhere, read no further than `longest` bytes, and
 * left once it has been silent for too long. The bound on the whole is the caller's `signal`.
 */
export function boundedFetch(patience: Patience, send: typeof fetch, longest = LONGEST_REPLY): typeof fetch {
  return async (url, init) => {
    const watch = new SilenceWatch(patience, longest);
    const signal = init?.signal ? AbortSignal.any([init.signal, watch.signal]) : watch.signal;
    try {
      // Elsewhere, nobody has promised to keep what customers write to themselves.
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

/** Aborts once nothing has come for so long. Only waiting counts, not what is done with what came. */
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
        if (size > this.longest) throw new SyntaxError('The reply is too long.');
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
