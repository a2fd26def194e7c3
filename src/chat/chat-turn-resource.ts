import { Injectable } from '@nestjs/common';
import { ConversationQueries, type MessageRecord } from '../conversations/conversation-queries.service';
import type { LoggedEvent } from '../events/event-log.types';
import { EventResources } from '../events/event-resources.service';
import type { ChatTurnDto } from './chat-turn.dto';
import type { ChatTurn } from './chat-turn.entity';
import { ChatTurnsRepository } from './chat-turns.repository';

/** A turn as `sendChatTurn` has answered it, without what is not stored. */
type StoredTurnDto = Omit<ChatTurnDto, 'suggestions' | 'fallback'>;

/** The completed turn of an event. */
@Injectable()
export class ChatTurnResource {
  constructor(resources: EventResources, turns: ChatTurnsRepository, conversations: ConversationQueries) {
    resources.register('chat_turn', async ({ workspaceId }, ids, events) => {
      const found = new Map((await turns.listCompleted(workspaceId, ids)).map((turn) => [turn.id, turn]));
      const conversationIds = [...new Set([...found.values()].flatMap(({ conversationId }) => conversationId ?? []))];
      const answers = await conversations.listAnswersOfTurns(workspaceId, conversationIds, ids);
      const byTurn = new Map(answers.map((answer) => [answer.turnId, answer]));
      return new Map(
        events.flatMap((event): [string, StoredTurnDto][] => {
          const turn = found.get(event.subjectId);
          return turn ? [[turn.id, storedTurn(turn, byTurn.get(turn.id), event)]] : [];
        }),
      );
    });
  }
}

function storedTurn(turn: ChatTurn, answer: MessageRecord | undefined, { data }: LoggedEvent): StoredTurnDto {
  const { id: turnId, requestId, agentId, conversationId, outcome, model, inputTokens, outputTokens } = turn;
  const message = answer && {
    ...{ id: answer.id, role: 'agent' as const, content: answer.content },
    createdAt: answer.createdAt.toISOString(),
  };
  return {
    // A completed turn has all of them.
    ...{ turnId, requestId, conversationId: conversationId!, agentId, message: message ?? null },
    ...{
      citations: answer?.citations ?? [],
      outcome: outcome!,
      supportRequestId: data['supportRequestId'] as string | null,
    },
    ...{ usage: { inputTokens: inputTokens!, outputTokens: outputTokens! }, model: model! },
    createdAt: turn.createdAt.toISOString(),
  };
}
