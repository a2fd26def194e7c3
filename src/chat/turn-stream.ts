import { Readable } from 'node:stream';
import { errorBody } from '../common/http/error-body';
import type { StreamedEvent } from '../common/http/event-stream';
import type { CitationDto } from '../models/citation.dto';
import type { TurnListener } from './answer.types';
import type { ChatTurnDto, TurnStartDto } from './chat-turn.dto';

/**
 * A turn as the events of a stream. What was told in parts while the model wrote is completed by what the turn says beside
 * that; whoever puts the parts together has the message. Its reader may leave at any time: nobody waits for them.
 */
export class TurnStream implements TurnListener {
  readonly events: AsyncIterable<StreamedEvent>;
  /** Resolves once the turn has started. */
  readonly begun: Promise<void>;
  private readonly waiting = new Readable({ objectMode: true, read: () => {} });
  private begin: () => void = () => {};
  private count = 0;
  private text = '';
  private cited = 0;

  constructor() {
    this.events = this.waiting as AsyncIterable<StreamedEvent>;
    this.begun = new Promise((resolve) => (this.begin = resolve));
  }

  readonly started = (turn: TurnStartDto): void => {
    this.tell('turn.started', turn);
    this.begin();
  };

  readonly part = (text: string, citations: readonly CitationDto[]): void => {
    this.text += text;
    this.cited += citations.length;
    if (text !== '') this.tell('message.delta', { text });
    for (const citation of citations) this.tell('citation', citation);
  };

  /** `body` is the turn as JSON, which is told as it is. */
  completed(body: string): void {
    const { turnId, requestId, agentId, message, citations } = JSON.parse(body) as ChatTurnDto;
    // One that was complete before has not been heard of.
    if (this.count === 0) this.started({ turnId, requestId, agentId });
    // Where a person has taken over meanwhile there is no message, and what was told of one is no part of the turn.
    if (message?.content.startsWith(this.text)) {
      this.part(message.content.slice(this.text.length), citations.slice(this.cited));
    }
    this.tell('turn.completed', body);
    this.waiting.push(null);
  }

  /** Nothing where it has not started: then nobody reads. */
  failed(error: unknown): void {
    if (this.count === 0) return;
    this.tell('turn.failed', errorBody(error));
    this.waiting.push(null);
  }

  private tell(event: string, data: object | string): void {
    if (this.waiting.destroyed) return;
    this.count += 1;
    const told: StreamedEvent = {
      id: String(this.count),
      event,
      data: typeof data === 'string' ? data : JSON.stringify(data),
    };
    this.waiting.push(told);
  }
}
