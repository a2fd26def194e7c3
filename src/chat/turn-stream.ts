import { Readable } from 'node:stream';
import { errorBody } from '../common/http/error-body';
import type { CitationDto } from '../models/citation.dto';
import type { TurnListener } from './answer.types';
import type { ChatTurnDto } from './chat-turn.dto';
import type { TurnEvent, TurnStart } from './turn.types';

/**
 * A turn as the events of a stream. What was told in parts while the model wrote is completed by what the turn says beside
 * that; whoever puts the parts together has the message. Its reader may leave at any time: nobody waits for them.
 */
export class TurnStream implements TurnListener {
  readonly events: AsyncIterable<TurnEvent<ChatTurnDto>>;
  /** Resolves once the turn has started. */
  readonly begun: Promise<void>;
  private readonly waiting = new Readable({ objectMode: true, read: () => {} });
  private begin: () => void = () => {};
  private isStarted = false;
  private text = '';
  private cited = 0;

  constructor() {
    this.events = this.waiting as AsyncIterable<TurnEvent<ChatTurnDto>>;
    this.begun = new Promise((resolve) => (this.begin = resolve));
  }

  readonly started = (turn: TurnStart): void => {
    this.isStarted = true;
    this.push({ event: 'turn.started', data: turn });
    this.begin();
  };

  readonly part = (text: string, citations: readonly CitationDto[]): void => {
    this.text += text;
    this.cited += citations.length;
    if (text !== '') this.push({ event: 'message.delta', data: { text } });
    for (const citation of citations) this.push({ event: 'citation', data: citation });
  };

  completed(turn: ChatTurnDto): void {
    const { turnId, requestId, agentId, message, citations } = turn;
    // One that was complete before has not been streamed.
    if (!this.isStarted) this.started({ turnId, requestId, agentId });
    // Where a person has taken over meanwhile there is no message, and no part of one belongs to the turn.
    if (message?.content.startsWith(this.text)) {
      this.part(message.content.slice(this.text.length), citations.slice(this.cited));
    }
    this.push({ event: 'turn.completed', data: turn });
    this.waiting.push(null);
  }

  /** Nothing where it has not started: then the request itself is refused. */
  failed(error: unknown): void {
    if (!this.isStarted) return;
    this.push({ event: 'turn.failed', data: errorBody(error) });
    this.waiting.push(null);
  }

  private push(event: TurnEvent<ChatTurnDto>): void {
    if (!this.waiting.destroyed) this.waiting.push(event);
  }
}
