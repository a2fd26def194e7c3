import { ApiProperty } from '@nestjs/swagger';
import { IsUUID, Matches } from 'class-validator';
import { IdsQuery } from '../../common/http/ids-query.decorator';
import { NamedAssignee } from '../../common/http/named-member';
import { RequestExamples } from '../../common/operations/request-examples';
import { Field, Text } from '../../common/validation/field-rules';
import { Flag, Ids, Nested, OneOf, Whole } from '../../common/validation/plain-fields';
import {
  CONVERSATION_CHANNELS,
  CONVERSATION_HANDLERS,
  CONVERSATION_STATUSES,
  type ConversationChannel,
  type ConversationHandler,
  type ConversationStatus,
} from '../../conversations/conversation.types';
import { PRIORITIES, type Priority } from '../../support/support-request.types';
import {
  CONVERSATION_SORTS,
  type ConversationSort,
  LONGEST_WAIT,
  MOST_LABELS_OF_FILTER,
  PARENT,
  PARENT_MESSAGE,
  SLA_FILTERS,
  type SlaFilter,
} from '../conversations/conversation-input.dto';
import { VIEW_VISIBILITIES, type ViewVisibility } from './view.types';

/** Views that one request counts, at most. */
export const MOST_COUNTED = 25;
const MOST_VIEWS = 100;
const AGENT_ID = '01995a3e-4c1f-7d5e-9a51-6a2b3c4d5e6f';

/** The filters of `listConversations`; a conversation must match all that are present. */
export class ViewFilterInput {
  @OneOf(CONVERSATION_STATUSES, { optional: true })
  status?: ConversationStatus;
  /** The id of a member, `unassigned`, or `me`: the member who lists the view. */
  @NamedAssignee({ optional: true })
  assignee?: string;
  @ApiProperty({ type: String, format: 'uuid', maxLength: 36, required: false, example: AGENT_ID })
  @Field({ optional: true })
  @IsUUID('loose')
  agentId?: string;
  @OneOf(CONVERSATION_CHANNELS, { optional: true })
  channel?: ConversationChannel;
  /** Who answers the customer. */
  @OneOf(CONVERSATION_HANDLERS, { optional: true })
  handler?: ConversationHandler;
  /** Conversations with at least one of these labels. */
  @Ids({ size: MOST_LABELS_OF_FILTER, optional: true })
  labels?: string[];
  /** Conversations with a live support request of this priority. */
  @OneOf(PRIORITIES, { optional: true })
  priority?: Priority;
  /** Conversations with a live support request that has a clock in this state. */
  @OneOf(SLA_FILTERS, { optional: true })
  sla?: SlaFilter;
  /** Open conversations whose newest message is at least so many minutes old. */
  @Whole({ min: 1, max: LONGEST_WAIT, optional: true })
  waitingMinutes?: number;
  /** Whether there are messages that the member who lists the view has not read. */
  @Flag({ optional: true })
  unread?: boolean;
  /** Whether there are replies that failed, bounced or may not have arrived. */
  @Flag({ optional: true })
  undelivered?: boolean;
  /** Side conversations of this one; `none`: no side conversations. */
  @ApiProperty({ type: String, pattern: PARENT.source, maxLength: 36, required: false, example: 'none' })
  @Field({ optional: true })
  @Matches(PARENT, { message: PARENT_MESSAGE })
  parent?: string;
}

@RequestExamples({ 'urgent and mine': { name: 'Urgent and mine', filter: { assignee: 'me', priority: 'urgent' } } })
export class CreateViewInput {
  /**
   * 1 to 60 characters.
   * @example "Urgent and mine"
   */
  @Text({ min: 1, max: 60, line: true })
  name: string;
  @Nested(() => ViewFilterInput)
  filter: ViewFilterInput;
  /** The order of `listConversations`. */
  @OneOf(CONVERSATION_SORTS, { optional: true })
  sort: ConversationSort = 'activity';
  /** `private`, the default: for you alone; it is deleted when you leave the workspace. `workspace`: for all members. */
  @OneOf(VIEW_VISIBILITIES, { optional: true })
  visibility: ViewVisibility = 'private';
}

@RequestExamples({ 'a new name': { expectedVersion: 1, name: 'Mine, urgent' } })
export class UpdateViewInput {
  /** @example "Mine, urgent" */
  @Text({ min: 1, max: 60, line: true, optional: true })
  name?: string;
  /** Replaces the whole filter. */
  @ApiProperty({ type: () => ViewFilterInput, required: false, example: { status: 'open' } })
  @Nested(() => ViewFilterInput, { optional: true })
  filter?: ViewFilterInput;
  @OneOf(CONVERSATION_SORTS, { optional: true })
  sort?: ConversationSort;
  /** Only the author can make a view private, and only admins can share one. */
  @OneOf(VIEW_VISIBILITIES, { optional: true })
  visibility?: ViewVisibility;
  /** The `version` of the view that you have read. */
  @ApiProperty({ example: 1 })
  @Whole({ min: 1, max: Number.MAX_SAFE_INTEGER })
  expectedVersion: number;
}

export class ReorderViewsInput {
  /** All shared views, or all your private ones, in their new order. */
  @Ids({ size: MOST_VIEWS })
  viewIds: string[];
}

export class GetViewCountsQuery {
  /** Up to 25 ids, separated by commas; ids that you cannot see are left out. Default: the first 25 views of the list. */
  @IdsQuery({ most: MOST_COUNTED })
  viewIds?: string;
}
