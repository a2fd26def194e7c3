import { ApiProperty } from '@nestjs/swagger';

/** Conversations that a count stops at. */
export const MOST_COUNTED = 1_000;
/** Agents and labels with a count, at most. */
export const MOST_GROUPS = 500;

export class ConversationCountDto {
  @ApiProperty({ type: 'integer', minimum: 0, maximum: MOST_COUNTED, example: 12 })
  count: number;
  /** Whether there are or may be more. */
  more: boolean;
}

export class AgentConversationCountDto extends ConversationCountDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-6a2b3c4d5e6f" */
  agentId: string;
}

export class LabelConversationCountDto extends ConversationCountDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-1a2b3c4d5e6f" */
  labelId: string;
}

/** Of the conversations that you see. */
export class ConversationCountsDto {
  /** Those that people have to answer: open, with the handler `human`. */
  needsReply: ConversationCountDto;
  /** Of `needsReply`, those that are assigned to you. */
  mine: ConversationCountDto;
  /** Of `needsReply`, those without an assignee. */
  unassigned: ConversationCountDto;
  /** Those with the status `waiting`: for the customer. */
  waiting: ConversationCountDto;
  /** Those that are open, with the handler `agent`. */
  withAgent: ConversationCountDto;
  /** Those with replies that failed, bounced or may not have arrived. */
  undelivered: ConversationCountDto;
  /** Of `needsReply`, those with messages that you have not read. */
  unread: ConversationCountDto;
  /** Of `needsReply`, those of each agent that has any, most first. */
  @ApiProperty({ type: [AgentConversationCountDto], maxItems: MOST_GROUPS })
  byAgent: AgentConversationCountDto[];
  /** Of `needsReply`, those with each label that any has, most first. */
  @ApiProperty({ type: [LabelConversationCountDto], maxItems: MOST_GROUPS })
  byLabel: LabelConversationCountDto[];
}
