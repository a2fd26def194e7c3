import { createParser } from 'eventsource-parser';
import { setTimeout as pause } from 'node:timers/promises';
import type { VisitorEvent } from './visitor-stream';

/** A tab of a visitor that listens, and comes back with the last id that it has whenever its stream ends. */
export class VisitorTab {
  /** The messages that it received, in order. */
  readonly received: { id: string; seq: number }[] = [];
  /** How often it has been let in. */
  opened = 0;
  private last = '0';
  private round = new AbortController();
  private isOpen = true;
  private notice: () => void = () => {};
  private readonly running: Promise<void>;

  /** `url`: where services are at the moment, up to `/api/v1`. */
  constructor(
    private readonly url: () => string,
    private readonly token: string,
    private readonly conversationId: string,
  ) {
    this.running = this.run();
  }

  /** The connection breaks. */
  disconnect(): void {
    this.round.abort();
  }

  async close(): Promise<void> {
    this.isOpen = false;
    this.round.abort();
    await this.running;
  }

  /** Resolves when the state of the tab is as it should be. */
  async until(isSo: (tab: VisitorTab) => boolean): Promise<void> {
    while (!isSo(this)) await new Promise<void>((resolve) => (this.notice = resolve));
  }

  private async run(): Promise<void> {
    while (this.isOpen) {
      this.round = new AbortController();
      await this.listen(this.round.signal).catch(() => {});
      if (this.isOpen) await pause(50);
    }
  }

  private async listen(signal: AbortSignal): Promise<void> {
    const response = await fetch(
      `${this.url()}/visitor/conversations/${this.conversationId}/events?after=${this.last}`,
      {
        headers: { authorization: `Bearer ${this.token}`, accept: 'text/event-stream' },
        signal,
      },
    );
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    this.opened += 1;
    this.notice();
    const parser = createParser({
      onEvent: ({ id, event = '', data }) =>
        this.hear({ id: id ?? '', event, data: JSON.parse(data) as VisitorEvent['data'] }),
    });
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) parser.feed(piece);
  }

  private hear({ id, event, data }: VisitorEvent): void {
    if (event === 'message.created') this.received.push(data['message'] as { id: string; seq: number });
    // The position in `ready` is that of the conversation, not of the last received message.
    if (event !== 'ready') this.last = id;
    this.notice();
  }
}
