import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { InFlight } from '../common/jobs/in-flight';
import type { WorkspaceScope } from '../common/request/principal';
import type { ChatTurnDto, SendChatTurnInput } from './chat-turn.dto';
import { ChatTurnsService } from './chat-turns.service';
import { TurnStream } from './turn-stream';
import type { TurnCaller, TurnEvent } from './turn.types';

/** A turn that is streamed while it runs. */
export interface StreamedTurn {
  events: AsyncIterable<TurnEvent<ChatTurnDto>>;
  replayed: boolean;
}

/**
 * Turns as streams. A turn runs to its end whether or not its reader stays, and the process waits for it when it is to end
 * itself.
 */
@Injectable()
export class ChatStreamsService implements BeforeApplicationShutdown {
  private readonly turns = new InFlight(Infinity);

  constructor(private readonly chat: ChatTurnsService) {}

  /**
   * Resolves once the turn has started, or is complete already.
   *
   * @throws what refuses the turn before it starts; later failures are its last event
   */
  async stream(
    scope: WorkspaceScope,
    caller: TurnCaller,
    agentId: string,
    input: SendChatTurnInput,
  ): Promise<StreamedTurn> {
    const stream = new TurnStream();
    const turn = this.chat.send(scope, caller, agentId, input, stream);
    const begun = Promise.race([turn.then(({ replayed }) => replayed), stream.begun.then(() => false)]);
    this.turns.add(
      turn.then(
        (result) => stream.completed(result.turn),
        (error: unknown) => stream.failed(error),
      ),
      scope.workspaceId,
    );
    return { replayed: await begun, events: stream.events };
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.turns.settled();
  }
}
