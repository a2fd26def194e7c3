import { ApiProperty } from '@nestjs/swagger';
import { IsUUID } from 'class-validator';
import { NamedMember } from '../../common/http/named-member';
import { EmailAddresses } from '../../common/mail/email-address';
import { Field, Text } from '../../common/validation/field-rules';
import { Ids, OneOf } from '../../common/validation/plain-fields';
import { MOST_ATTACHED } from '../../files/file.types';
import { MOST_OF_KIND } from '../replies/recipients';

export const INCLUDED_MESSAGES = ['none', 'message', 'all'] as const;
export type IncludedMessages = (typeof INCLUDED_MESSAGES)[number];

/** An email that a member begins a conversation with. */
class OutboundInput {
  /** The recipients. With `cc` and `bcc`, 25 at most. */
  @EmailAddresses({ max: MOST_OF_KIND.to })
  to: string[];
  /** Further recipients, whom all recipients see. */
  @EmailAddresses({ max: MOST_OF_KIND.cc, optional: true })
  cc?: string[];
  /** Further recipients, whom only members see. */
  @EmailAddresses({ max: MOST_OF_KIND.bcc, optional: true })
  bcc?: string[];
  /**
   * 1 to 25,000 characters.
   * @example "Your order has left our warehouse."
   */
  @Text({ min: 1, max: 25_000 })
  content: string;
  /** From `uploadInboxFile`, or of a saved reply. */
  @Ids({ size: MOST_ATTACHED, optional: true })
  attachmentIds?: string[];
}

export class StartConversationInput extends OutboundInput {
  /** The agent that the email comes from. */
  @ApiProperty({ type: String, format: 'uuid', example: '01995a3e-4c1f-7d5e-9a51-6a2b3c4d5e6f' })
  @IsUUID('loose')
  agentId: string;
  /** @example "Your order 4711" */
  @Text({ min: 1, max: 200, line: true })
  subject: string;
  /**
   * The customer, whom you can see. Default: the contact whom you can see with the first address of `to`, otherwise a new one of the
   * agent.
   */
  @ApiProperty({ type: String, format: 'uuid', maxLength: 36, required: false })
  @Field({ optional: true })
  @IsUUID('loose')
  contactId?: string;
  /** A member who can see the agent: their id, or `me`. Default: no assignee. */
  @NamedMember({ optional: true })
  assigneeMemberId?: string;
}

export class ForwardConversationInput extends OutboundInput {
  /**
   * The messages that the email quotes below your text: none, one, or the newest ones that fit. Notes are never quoted.
   */
  @OneOf(INCLUDED_MESSAGES, { optional: true })
  include?: IncludedMessages;
  /** The message to quote with `include` `message`. Default: the newest of the customer, or the newest of all if they wrote none. */
  @ApiProperty({ type: String, format: 'uuid', maxLength: 36, required: false })
  @Field({ optional: true })
  @IsUUID('loose')
  messageId?: string;
}
