import { ApiProperty } from '@nestjs/swagger';
import { VisitorSessionDto } from '../sessions/visitor-session.dto';
import type { ShownSession } from '../sessions/visitor-session.types';
import type { ListedConversation } from './own-conversation.types';

export class VisitorPersonDto {
  /** null: no member has taken the conversation yet. */
  @ApiProperty({ type: String, nullable: true, example: 'Ann Lee' })
  name: string | null;
}

export class VisitorConversationDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  id: string;
  @ApiProperty({ enum: ['open', 'waiting', 'closed'] })
  status: string;
  @ApiProperty({ enum: ['agent', 'human'] })
  handler: string;
  /** Who answers. null: the agent. */
  @ApiProperty({ type: VisitorPersonDto, nullable: true })
  person: VisitorPersonDto | null;
  @ApiProperty({ type: 'integer', minimum: 0, example: 1 })
  unreadCount: number;
  /** @example "2026-01-15T09:30:00.000Z" */
  lastMessageAt: string;
  /**
   * The beginning of what was said last.
   * @example "Open Settings and choose Reset password."
   */
  preview: string;

  static from(conversation: ListedConversation): VisitorConversationDto {
    const { id, status, handler, person, unreadCount, lastMessageAt, preview } = conversation;
    return { id, status, handler, person, unreadCount, lastMessageAt, preview };
  }
}

export class VisitorOverviewDto {
  session: VisitorSessionDto;
  /** Newest first. */
  conversations: VisitorConversationDto[];

  static from(session: ShownSession, conversations: readonly ListedConversation[]): VisitorOverviewDto {
    return {
      session: VisitorSessionDto.from(session),
      conversations: conversations.map((conversation) => VisitorConversationDto.from(conversation)),
    };
  }
}
