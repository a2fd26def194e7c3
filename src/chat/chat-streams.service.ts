import { Readable } from 'node:stream';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { errorBody } from '../common/http/error-body';
import { InFlight } from '../common/jobs/in-flight';
import type { TurnFailed } from './turn.types';

interface AnyEvent {
  readonly event: string;
  /** Of `turn.started`. */
  readonly replayed?: boolean;
}

/** A turn that is streamed while it runs. */
export interface StreamedTurn<Event> {
  events: AsyncIterable<Event | TurnFailed>;
  replayed: boolean;
}

type Completed<Event> = Extract<Event, { event: 'turn.completed' }> & { readonly replayed: boolean };

/** Reads the events of turns to their end, as a stream or at once. */
@Injectable()
export class ChatStreamsService implements BeforeApplicationShutdown {
  private readonly turns = new InFlight(Infinity);

  /**
   * Runs a turn to its end, even if the reader of its events leaves; a process that ends waits for it. Resolves once the turn has
   * started, or is complete already.
   *
   * @throws the error of a turn that fails before it starts; a later error is the last event
   */
  async stream<Event extends AnyEvent>(turn: AsyncIterable<Event>, workspaceId: string): Promise<StreamedTurn<Event>> {
    // Events wait in memory until they are read.
    const waiting = new Readable({ objectMode: true, read: () => {} });
    const push = (event: Event | TurnFailed | null): void => {
      if (!waiting.destroyed) waiting.push(event);
    };
    const replayed = await new Promise<boolean>((resolve, reject) => {
      let isStarted = false;
      const read = async (): Promise<void> => {
        for await (const event of turn) {
          push(event);
          if (!isStarted) resolve(event.replayed === true);
          isStarted = true;
        }
        if (!isStarted) throw new Error('The turn ended without an event');
      };
      // A fault is logged even if the reader has left.
      const failed = (error: Error): void =>
        isStarted ? push({ event: 'turn.failed', data: errorBody(error) }) : reject(error);
      const run = read()
        .catch(failed)
        .then(() => push(null));
      this.turns.add(run, workspaceId);
    });
    return { replayed, events: waiting as AsyncIterable<Event | TurnFailed> };
  }

  /** Runs a turn to its end, and returns its last event. @throws the error of a turn that fails */
  async complete<Event extends AnyEvent>(turn: AsyncIterable<Event>): Promise<Completed<Event>> {
    let replayed = false;
    let last: Event | undefined;
    for await (const event of turn) {
      replayed ||= event.replayed === true;
      last = event;
    }
    if (last?.event !== 'turn.completed') throw new Error('The turn ended without its completion');
    return { ...(last as Extract<Event, { event: 'turn.completed' }>), replayed };
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.turns.settled();
  }
}
