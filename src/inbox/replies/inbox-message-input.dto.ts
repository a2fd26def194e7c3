import { OneOf, Whole } from '../../common/validation/plain-fields';
import { Text } from '../../common/validation/field-rules';
import { CONVERSATION_CHANNELS, type ConversationChannel } from '../../conversations/conversation.types';
import { REPLY_TYPES, type ReplyType, SETTLED_OUTCOMES, type SettledOutcome } from './reply.types';

export class ReplyToConversationInput {
  /**
   * 1 to 25,000 characters.
   * @example "You can pay by card or by bank transfer."
   */
  @Text({ min: 1, max: 25_000 })
  content: string;
  /** The conversation’s own channel by default. */
  @OneOf(CONVERSATION_CHANNELS, { optional: true })
  channel?: ConversationChannel;
  /** What the message is to the customer. `substantive`, the default, answers them. */
  @OneOf(REPLY_TYPES, { optional: true })
  replyType?: ReplyType;
}

export class EditInboxMessageInput {
  /**
   * 1 to 25,000 characters.
   * @example "You can pay by card, by bank transfer, or by invoice."
   */
  @Text({ min: 1, max: 25_000 })
  content: string;
  /**
   * The message’s `lifecycleVersion` that you have read.
   * @example 1
   */
  @Whole({ min: 0, max: Number.MAX_SAFE_INTEGER })
  expectedVersion: number;
}

export class UndoInboxMessageInput {
  /**
   * The message’s `lifecycleVersion` that you have read.
   * @example 1
   */
  @Whole({ min: 0, max: Number.MAX_SAFE_INTEGER })
  expectedVersion: number;
}

export class RetryInboxMessageInput {
  /**
   * The message’s `lifecycleVersion` that you have read.
   * @example 3
   */
  @Whole({ min: 0, max: Number.MAX_SAFE_INTEGER })
  expectedVersion: number;
}

export class SettleInboxMessageInput {
  /**
   * What became of the message. `failed` allows it to be sent again.
   * @example "sent"
   */
  @OneOf(SETTLED_OUTCOMES)
  outcome: SettledOutcome;
  /**
   * The message’s `lifecycleVersion` that you have read.
   * @example 3
   */
  @Whole({ min: 0, max: Number.MAX_SAFE_INTEGER })
  expectedVersion: number;
  /**
   * How you know: 1 to 1,000 characters.
   * @example "The customer says on the phone that the email arrived."
   */
  @Text({ min: 1, max: 1_000 })
  reason: string;
}
