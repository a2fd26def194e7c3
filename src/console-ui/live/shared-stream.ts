import { type Connection, EventStream, type OpenStream, STREAM_TIMES } from './event-stream';
import type { StreamedEvent } from './records';

/** The parts of BroadcastChannel and Web Locks that are used. Either may be missing or throw. */
export interface TabsOfBrowser {
  channel(name: string): {
    postMessage(message: unknown): void;
    onmessage: ((event: MessageEvent<unknown>) => void) | null;
    close(): void;
  };
  lock(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<unknown>;
}

/** The same for every screen, so that all tabs have one stream. */
export function streamName(workspaceId: string, memberId: string): string {
  return `parley:inbox:${workspaceId}:${memberId}`;
}

export interface StreamHandlers {
  opened(anew: boolean): void;
  event(event: StreamedEvent): void;
  connection(state: Connection): void;
}

type Message =
  | { kind: 'hello' }
  | { kind: 'opened'; anew: boolean; id: string }
  | { kind: 'event'; event: StreamedEvent }
  | { kind: 'connection'; state: Connection };

const LOST: Message = { kind: 'connection', state: 'lost' };

/**
 * One stream for all tabs of a browser: the tab that holds the lock reads it and posts its events to the others. When that tab
 * closes, the next one continues after the last event that it heard of. A browser may also freeze it: then its silence counts as a lost
 * connection. Without locks, each tab reads its own.
 */
export class SharedStream {
  private stream: EventStream | null = null;
  private lastId: string | null = null;
  private hasBegun = false;
  private state: Connection = 'connecting';
  /** Of the tab that reads the stream. */
  private silence: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly name: string,
    private readonly open: OpenStream,
    private readonly tabs: TabsOfBrowser,
    private readonly handlers: StreamHandlers,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    let channel: ReturnType<TabsOfBrowser['channel']>;
    try {
      channel = this.tabs.channel(this.name);
    } catch {
      return this.lead(signal, () => undefined);
    }
    signal.addEventListener('abort', () => {
      channel.close();
      clearTimeout(this.silence);
    });
    const post = (message: Message): void => {
      if (!signal.aborted) channel.postMessage(message);
    };
    channel.onmessage = ({ data }) => this.hear(data as Message, post);
    post({ kind: 'hello' });
    try {
      await this.tabs.lock(this.name, signal, () => this.lead(signal, post));
    } catch {
      if (!signal.aborted) await this.lead(signal, () => undefined);
    }
  }

  nudge(): void {
    this.stream?.nudge();
  }

  private async lead(signal: AbortSignal, post: (message: Message) => void): Promise<void> {
    const take = (message: Message): void => {
      this.take(message);
      post(message);
    };
    this.stream = new EventStream(
      this.open,
      {
        opened: (anew, id) => take({ kind: 'opened', anew, id }),
        event: (event) => take({ kind: 'event', event }),
        connection: (state) => take({ kind: 'connection', state }),
        // Not by a timer: browsers slow those of hidden tabs down.
        heard: () => post({ kind: 'connection', state: this.state }),
      },
      this.lastId,
    );
    clearTimeout(this.silence);
    await this.stream.run(signal);
    this.stream = null;
  }

  private hear(message: Message, post: (message: Message) => void): void {
    if (message.kind !== 'hello') {
      // A tab with a stream of its own needs no other: its locks are missing, or the one before it had something to say yet.
      if (this.stream) return;
      clearTimeout(this.silence);
      const isOver = message.kind === 'connection' && message.state === 'refused';
      if (!isOver) this.silence = setTimeout(() => this.take(LOST), STREAM_TIMES.silence);
      return this.take(message);
    }
    if (this.stream && this.lastId !== null && this.state === 'open') {
      post({ kind: 'opened', anew: false, id: this.lastId });
      post({ kind: 'connection', state: this.state });
    }
  }

  /** A tab that begins has nothing yet, so its first opening is anew, even if it is not for the other tabs. */
  private take(message: Message): void {
    if (message.kind === 'connection') {
      this.state = message.state;
      this.handlers.connection(message.state);
    } else if (message.kind === 'opened') {
      this.lastId = message.id;
      const anew = message.anew || !this.hasBegun;
      this.hasBegun = true;
      this.handlers.opened(anew);
    } else if (message.kind === 'event' && this.hasBegun) {
      this.lastId = message.event.id;
      this.handlers.event(message.event);
    }
  }
}
