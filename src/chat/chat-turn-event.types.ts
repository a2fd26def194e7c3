import { declareEvents, EventData } from '../common/event-types/declare-events';
import { BooleanField, CountField, EnumField, IdField } from '../common/event-types/event-fields';
import { type Outcome, OUTCOMES } from './chat-turn.entity';

class ChatTurnData extends EventData {
  /** Null: the turn failed before it began a conversation. */
  @IdField({ nullable: true })
  conversationId: string | null;
  @IdField({ nullable: true })
  contactId: string | null;
  @IdField()
  turnId: string;
  /** Null: it failed. */
  @EnumField(OUTCOMES, { nullable: true })
  outcome: Outcome | null;
  @IdField({ nullable: true })
  supportRequestId: string | null;
  /** Whether another model than that of the agent has answered. */
  @BooleanField()
  fallback: boolean;
  @CountField()
  inputTokens: number;
  @CountField()
  outputTokens: number;
}

const TURN = { audience: 'member', data: ChatTurnData, agentBound: true } as const;

export const CHAT_EVENTS = declareEvents('chat', {
  'chat_turn.completed': {
    ...TURN,
    summary: 'A message of a customer was answered, or handed over.',
    resource: 'chat_turn',
  },
  'chat_turn.failed': { ...TURN, summary: 'A turn failed after it had begun: nothing of it is stored.' },
});
