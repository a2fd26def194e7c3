import type { Parley } from './parley';

/** An event as it came. */
export interface ReceivedEvent {
  id: string;
  event: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read events of every shape
  data: any;
  /** As it was sent. */
  text: string;
}

/** A stream of events that a test reads as they come. */
export class EventStream {
  readonly received: ReceivedEvent[] = [];
  /** Whether it came to its end, or why it broke off; null while it goes on. */
  ended: 'whole' | 'broken' | null = null;
  /** How many there were between the events. */
  comments = 0;
  private notice: () => void = () => {};

  private constructor(
    readonly response: Response,
    private readonly left: AbortController,
  ) {
    void this.read();
  }

  /** Resolves once its answer has begun. */
  static async open(
    parley: Parley,
    workspace: { id: string },
    by: { secret: string },
    { after, lastEventId }: { after?: string; lastEventId?: string } = {},
  ): Promise<EventStream> {
    const left = new AbortController();
    const query = after === undefined ? '' : `?after=${after}`;
    const response = await fetch(`${parley.url}/api/v1/workspaces/${workspace.id}/inbox/events${query}`, {
      headers: { authorization: `Bearer ${by.secret}`, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
      signal: left.signal,
    });
    return new EventStream(response, left);
  }

  /** A chat turn as a stream. */
  static async ofTurn(
    parley: Parley,
    { workspace, agent, key }: { workspace: { id: string }; agent: { id: string }; key: { secret: string } },
    body: object,
    headers: Record<string, string> = {},
  ): Promise<EventStream> {
    const left = new AbortController();
    const response = await fetch(`${parley.url}/api/v1/workspaces/${workspace.id}/agents/${agent.id}/chat`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ stream: true, ...body }),
      signal: left.signal,
    });
    return new EventStream(response, left);
  }

  /** Resolves with the events once there is one of them that is meant. */
  async until(isMatch: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent[]> {
    while (!this.received.some(isMatch)) {
      if (this.ended) throw new Error(`The stream ended (${this.ended}) after ${JSON.stringify(this.types)}`);
      await this.moved();
    }
    return this.received;
  }

  /** Resolves when anything has come, or it has ended. */
  async moved(): Promise<void> {
    if (this.ended === null) await new Promise<void>((resolve) => (this.notice = resolve));
  }

  /** Resolves at its end. */
  async end(): Promise<'whole' | 'broken'> {
    while (this.ended === null) await this.moved();
    return this.ended;
  }

  get types(): string[] {
    return this.received.map(({ event }) => event);
  }

  leave(): void {
    this.left.abort();
  }

  private async read(): Promise<void> {
    try {
      let text = '';
      for await (const piece of this.response.body!.pipeThrough(new TextDecoderStream())) {
        text += piece;
        const blocks = text.split('\n\n');
        text = blocks.pop()!;
        for (const block of blocks) this.take(block);
        this.notice();
      }
      this.ended = 'whole';
    } catch {
      this.ended = 'broken';
    }
    this.notice();
  }

  private take(block: string): void {
    if (block.startsWith(':')) this.comments += 1;
    const fields = new Map(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
    );
    const event = fields.get('event');
    if (event !== undefined) {
      const text = fields.get('data')!;
      this.received.push({ id: fields.get('id')!, event, data: JSON.parse(text), text });
    }
  }
}
