import type { Connection, OpenStream } from './event-stream';
import type { InboxEvent } from './records';
import { SharedStream, streamName, type TabsOfBrowser } from './shared-stream';

/** In milliseconds: what happens within this time is read together. */
const SETTLE_MS = 300;
/** In milliseconds, from the end of one read to the next: a busy workspace has several events a second. */
const PAUSE_MS = 2_000;

interface Options {
  open: OpenStream;
  tabs: TabsOfBrowser;
  /** Reads what is shown. Never called twice at the same time. */
  read: () => Promise<unknown>;
  connection: (state: Connection) => void;
}

/** Reads a list of support requests again when an event says that it has changed. Events name requests, but do not have them. */
export class RequestChanges {
  readonly stream: SharedStream;
  private readonly end = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isReading = false;
  private isStale = false;
  private readAt = -Infinity;

  constructor(
    workspaceId: string,
    memberId: string,
    private readonly options: Options,
  ) {
    this.stream = new SharedStream(streamName(workspaceId, memberId), options.open, options.tabs, {
      opened: (anew) => {
        if (anew) this.refresh();
      },
      event: ({ data }) => {
        if (this.concerns(data)) this.refresh();
      },
      connection: options.connection,
    });
  }

  start(): void {
    void this.stream.run(this.end.signal);
  }

  stop(): void {
    this.end.abort();
    clearTimeout(this.timer);
  }

  /** A message starts and stops clocks, also those of requests that are not on the screen. */
  private concerns({ type, supportRequestId }: InboxEvent): boolean {
    return !!supportRequestId || type === 'conversation.erased' || type.startsWith('message.');
  }

  private refresh(): void {
    this.isStale = true;
    if (this.timer !== undefined || this.isReading || this.end.signal.aborted) return;
    const wait = Math.max(SETTLE_MS, this.readAt + PAUSE_MS - performance.now());
    this.timer = setTimeout(() => void this.read(), wait);
  }

  private async read(): Promise<void> {
    this.timer = undefined;
    this.isStale = false;
    this.isReading = true;
    try {
      await this.options.read();
    } finally {
      this.isReading = false;
      this.readAt = performance.now();
      if (this.isStale) this.refresh();
    }
  }
}
