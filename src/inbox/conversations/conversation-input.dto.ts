import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsUUID, Matches } from 'class-validator';
import { UUID_FORM } from '../../common/database/uuid';
import { FlagQuery } from '../../common/http/flag-query.decorator';
import { IdsQuery } from '../../common/http/ids-query.decorator';
import { IntegerQuery } from '../../common/http/integer-query.decorator';
import { AssigneeQuery, NamedMember } from '../../common/http/named-member';
import { PageLimit } from '../../common/http/page-query';
import { RequestExamples } from '../../common/operations/request-examples';
import { Field, Text } from '../../common/validation/field-rules';
import { Instant } from '../../common/validation/instant';
import { Nested, OneOf, Whole } from '../../common/validation/plain-fields';
import { ACTIVITY_CURSOR } from './activity-cursor';
import {
  CONVERSATION_CHANNELS,
  CONVERSATION_HANDLERS,
  CONVERSATION_STATUSES,
  type ConversationChannel,
  type ConversationHandler,
  type ConversationStatus,
} from '../../conversations/conversation.types';
import {
  DISPOSITION_CODES,
  type DispositionCode,
  PRIORITIES,
  type Priority,
} from '../../support/support-request.types';

export const CONVERSATION_SORTS = ['activity', 'created', 'waiting'] as const;
export type ConversationSort = (typeof CONVERSATION_SORTS)[number];

export const SLA_FILTERS = ['imminent', 'breaching'] as const;
export type SlaFilter = (typeof SLA_FILTERS)[number];

/** Minutes of `waitingMinutes`, at most: 90 days. */
export const LONGEST_WAIT = 129_600;
/** Labels of `labels`, at most. */
export const MOST_LABELS_OF_FILTER = 10;

/** Conversations of a page without a limit. */
export const USUAL_PAGE = 50;

/** Of `parent`: the id of a conversation, or `none`. */
export const PARENT = new RegExp(`^(none|${UUID_FORM})$`);
export const PARENT_MESSAGE = 'must be the id of a conversation, or none';

const AGENT_ID = '01995a3e-4c1f-7d5e-9a51-6a2b3c4d5e6f';
const CONTACT_ID = '01995a3e-4c1f-7d5e-9a51-5a2b3c4d5e6f';
const MESSAGE_ID = '01995a3e-4c1f-7d5e-9a51-7a2b3c4d5e6f';
const VIEW_ID = '01995a3e-4c1f-7d5e-9a51-8b2b3c4d5e6f';
const LABEL_ID = '01995a3e-4c1f-7d5e-9a51-1a2b3c4d5e6f';

export class ListConversationsQuery {
  @PageLimit({ fallback: USUAL_PAGE, max: 100 })
  limit: number;
  @ApiPropertyOptional({
    type: String,
    description: 'The `nextCursor` of the previous page. Default: the first page.',
    pattern: ACTIVITY_CURSOR.source,
    maxLength: 50,
    example: '1768469400000_01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f',
  })
  @IsOptional()
  @Matches(ACTIVITY_CURSOR, { message: 'must be the nextCursor of a page' })
  cursor?: string;
  /**
   * The order. `activity`: newest message first; a conversation that receives a message between two pages may appear twice.
   * `created`: newest first; each conversation appears exactly once. `waiting`: only conversations that people have to answer,
   * those that are open and have the handler `human`; the customer who has waited the longest first.
   */
  @ApiPropertyOptional({ enum: CONVERSATION_SORTS, default: 'activity' })
  @OneOf(CONVERSATION_SORTS, { optional: true })
  sort?: ConversationSort;
  /** The id of a saved view. Further filters narrow it; `sort` replaces its order. A view that you cannot see lists nothing. */
  @ApiPropertyOptional({ type: String, format: 'uuid', example: VIEW_ID })
  @IsOptional()
  @IsUUID('loose')
  view?: string;
  @ApiPropertyOptional({ enum: CONVERSATION_STATUSES })
  @OneOf(CONVERSATION_STATUSES, { optional: true })
  status?: ConversationStatus;
  @AssigneeQuery()
  assignee?: string;
  @ApiPropertyOptional({ type: String, format: 'uuid', example: AGENT_ID })
  @IsOptional()
  @IsUUID('loose')
  agentId?: string;
  @ApiPropertyOptional({ enum: CONVERSATION_CHANNELS })
  @OneOf(CONVERSATION_CHANNELS, { optional: true })
  channel?: ConversationChannel;
  /** Who answers the customer. */
  @ApiPropertyOptional({ enum: CONVERSATION_HANDLERS })
  @OneOf(CONVERSATION_HANDLERS, { optional: true })
  handler?: ConversationHandler;
  /** The id of a label. */
  @ApiPropertyOptional({ type: String, format: 'uuid', example: LABEL_ID })
  @IsOptional()
  @IsUUID('loose')
  label?: string;
  /** Only conversations with at least one of these labels: up to 10 ids, separated by commas. */
  @IdsQuery({ most: MOST_LABELS_OF_FILTER })
  labels?: string;
  /** Only conversations with a live support request of this priority. */
  @ApiPropertyOptional({ enum: PRIORITIES })
  @OneOf(PRIORITIES, { optional: true })
  priority?: Priority;
  /** Only conversations with a live support request that has a clock in this state. */
  @ApiPropertyOptional({ enum: SLA_FILTERS })
  @OneOf(SLA_FILTERS, { optional: true })
  sla?: SlaFilter;
  /** Only open conversations whose newest message is at least so many minutes old. */
  @IntegerQuery({ min: 1, max: LONGEST_WAIT })
  waitingMinutes?: number;
  /** Only conversations with messages that you have not read; `false`: without. */
  @FlagQuery()
  unread?: boolean;
  /** Only conversations with replies that failed, bounced or may not have arrived; `false`: without. */
  @FlagQuery()
  undelivered?: boolean;
  /** Only side conversations of this one; `none`: no side conversations. */
  @ApiPropertyOptional({ type: String, pattern: PARENT.source, maxLength: 36 })
  @IsOptional()
  @Matches(PARENT, { message: PARENT_MESSAGE })
  parent?: string;
  /** Only these conversations: up to 100 ids, separated by commas. Ids that you cannot see match nothing. */
  @IdsQuery({ most: 100 })
  ids?: string;
  /**
   * Only conversations with all these words in the subject or in one message, or whose contact has the text in its name, email,
   * phone, externalId, or company. Words may be prefixes; case and accents do not matter. Covers the first 20,000 characters of
   * each message, and no notes.
   * @example "ann@example.com"
   */
  @Text({ min: 1, max: 200, trim: true, optional: true })
  search?: string;
}

/** The version that a change is based on. */
export class ExpectedVersionInput {
  /** The `version` of the conversation that you have read. */
  @ApiProperty({ example: 2 })
  @Whole({ min: 1, max: Number.MAX_SAFE_INTEGER })
  expectedVersion: number;
}

/** How the live support requests of a conversation end when it is closed. */
export class EndRequestsInput {
  @OneOf(DISPOSITION_CODES)
  disposition: DispositionCode;
  /**
   * Part of the disposition.
   * @example "Sent the new invoice."
   */
  @Text({ min: 1, max: 2000, optional: true, nullable: true })
  note?: string | null;
  /**
   * For the history of each request. Default: that the conversation was closed.
   * @example "The customer has the invoice."
   */
  @Text({ min: 1, max: 1000, optional: true })
  reason?: string;
}

export class CloseConversationInput extends ExpectedVersionInput {
  /** Ends all live support requests of the conversation. Without it, the conversation is not closed while there are any. */
  @ApiProperty({ type: () => EndRequestsInput, required: false, example: { disposition: 'resolved' } })
  @Nested(() => EndRequestsInput, { optional: true })
  endRequests?: EndRequestsInput;
}

@RequestExamples({ 'once it was closed': { expectedVersion: 3 } })
export class ReopenConversationInput extends ExpectedVersionInput {}

/** Changes only the fields that are present. */
@RequestExamples({ 'a subject': { expectedVersion: 2, subject: 'Shipping to Iceland' } })
export class UpdateConversationInput extends ExpectedVersionInput {
  /** A member who can see the agent of the conversation: their id, or `me`. null: no assignee. */
  @NamedMember({ optional: true, nullable: true })
  assigneeMemberId?: string | null;
  /** @example "Shipping to Iceland" */
  @Text({ min: 1, max: 200, line: true, optional: true, nullable: true })
  subject?: string | null;
  /** Moves the conversation to this contact, which you can see. The former contact stays a participant. */
  @ApiPropertyOptional({ type: String, format: 'uuid', example: CONTACT_ID })
  @Field({ optional: true })
  @IsUUID('loose')
  contactId?: string;
}

@RequestExamples({ 'all messages': {} })
export class MarkConversationReadInput {
  /**
   * The `lastMessageAt` of the conversation that you have read: later messages stay unread. Default: its current value, so that
   * all messages are read.
   * @example "2026-01-15T09:30:00.000Z"
   */
  @Instant({ optional: true })
  readUpTo?: string;
}

@RequestExamples({ 'what the customer wrote last': {} })
export class MarkConversationUnreadInput {
  /**
   * The message or note from which on messages are unread. Default: the newest message of the customer, or the newest of all if
   * they wrote none.
   */
  @ApiPropertyOptional({ type: String, format: 'uuid', example: MESSAGE_ID })
  @Field({ optional: true })
  @IsUUID('loose')
  fromMessageId?: string;
}
