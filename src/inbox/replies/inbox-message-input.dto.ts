import { ApiProperty } from '@nestjs/swagger';
import { IsUUID } from 'class-validator';
import { EmailAddress, EmailAddresses } from '../../common/mail/email-address';
import { Field, Text } from '../../common/validation/field-rules';
import { Flag, Ids, Nested, OneOf, Whole } from '../../common/validation/plain-fields';
import {
  CONVERSATION_CHANNELS,
  type ConversationChannel,
  REPLY_TYPES,
  type ReplyType,
} from '../../conversations/conversation.types';
import { MOST_ATTACHED } from '../../files/file.types';
import { CloseWhenSentInput } from './close-when-sent.dto';
import { MOST_OF_KIND } from './recipients';
import { SETTLED_OUTCOMES, type SettledOutcome } from './reply.types';

export class ReplyToConversationInput {
  /**
   * 1 to 25,000 characters. Default: the text of the saved reply.
   * @example "You can pay by card or by bank transfer."
   */
  @Text({ min: 1, max: 25_000, optional: true })
  content?: string;
  /**
   * The saved reply that you used. Without `content`, its text is sent, filled in for the conversation; if one of its variables
   * has no value then, 400 `variables_missing`.
   */
  @ApiProperty({ type: String, format: 'uuid', maxLength: 36, required: false })
  @Field({ optional: true })
  @IsUUID('loose')
  savedReplyId?: string;
  /** Default: the channel of the conversation. */
  @OneOf(CONVERSATION_CHANNELS, { optional: true })
  channel?: ConversationChannel;
  /** The purpose of the message. Default: `substantive`, which answers the customer. */
  @OneOf(REPLY_TYPES, { optional: true })
  replyType?: ReplyType;
  /**
   * The newest message or note that you have read: if a customer or a member has written later, the reply is refused. Without it,
   * the reply is sent anyway.
   */
  @ApiProperty({ format: 'uuid', example: '0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c' })
  @Field({ optional: true })
  @IsUUID('loose')
  seenUpToMessageId?: string;
  /**
   * Ends all live support requests and closes the conversation once the message is sent. Nothing is closed if the message is
   * undone, fails or is uncertain, or if the customer writes before it is sent.
   */
  @ApiProperty({ type: () => CloseWhenSentInput, required: false, example: { disposition: 'resolved' } })
  @Nested(() => CloseWhenSentInput, { optional: true })
  closeWhenSent?: CloseWhenSentInput;
  /** From `uploadInboxFile`, or of a saved reply. Default: those of `savedReplyId`. */
  @Ids({ size: MOST_ATTACHED, optional: true })
  attachmentIds?: string[];
  /** Default: the person who wrote last, otherwise the contact. With `cc` and `bcc`, 25 at most. */
  @EmailAddresses({ max: MOST_OF_KIND.to, optional: true })
  to?: string[];
  /** All recipients see them. */
  @EmailAddresses({ max: MOST_OF_KIND.cc, optional: true })
  cc?: string[];
  /** Only members see them. */
  @EmailAddresses({ max: MOST_OF_KIND.bcc, optional: true })
  bcc?: string[];
  /** To everyone whom `getReplyRecipients` returns, in place of `to` and `cc`. */
  @ApiProperty({ type: Boolean, required: false })
  @Flag({ optional: true })
  replyAll?: boolean;
  /** The email that you answer. Default: the newest one of a person. */
  @ApiProperty({ type: String, format: 'uuid', maxLength: 36, required: false })
  @Field({ optional: true })
  @IsUUID('loose')
  inReplyToMessageId?: string;
}

export class EditInboxMessageInput {
  /**
   * 1 to 25,000 characters.
   * @example "You can pay by card, by bank transfer, or by invoice."
   */
  @Text({ min: 1, max: 25_000 })
  content: string;
  /**
   * The `lifecycleVersion` of the message that you have read.
   * @example 1
   */
  @Whole({ min: 0, max: Number.MAX_SAFE_INTEGER })
  expectedVersion: number;
}

/** Which copy of an email an action is about. */
class OneRecipientInput {
  /** A further recipient of the email. Default: the first one, whose delivery is that of the message; `undo` is about the whole message then. */
  @ApiProperty({ required: false })
  @Field({ optional: true })
  @EmailAddress()
  address?: string;
}

export class UndoInboxMessageInput extends OneRecipientInput {
  /**
   * The `lifecycleVersion` of the message that you have read.
   * @example 1
   */
  @Whole({ min: 0, max: Number.MAX_SAFE_INTEGER })
  expectedVersion: number;
}

export class RetryInboxMessageInput extends OneRecipientInput {
  /**
   * The `lifecycleVersion` of the message that you have read.
   * @example 3
   */
  @Whole({ min: 0, max: Number.MAX_SAFE_INTEGER })
  expectedVersion: number;
}

export class SettleInboxMessageInput extends OneRecipientInput {
  /**
   * The outcome that you found out. After `failed`, the message can be sent again.
   * @example "sent"
   */
  @OneOf(SETTLED_OUTCOMES)
  outcome: SettledOutcome;
  /**
   * The `lifecycleVersion` of the message that you have read.
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
