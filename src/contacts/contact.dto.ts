import { ApiProperty } from '@nestjs/swagger';
import { RemovalDto } from '../common/operations/removal.dto';
import {
  CONVERSATION_CHANNELS,
  CONVERSATION_STATUSES,
  type ConversationChannel,
  type ConversationStatus,
} from '../conversations/conversation.types';
import type { ContactAttribute } from './contact.entity';

export class ContactDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  id: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-1a2b3c4d5e6f" */
  workspaceId: string;
  /**
   * The agents whose members can see the contact. If empty, the whole workspace can. A restricted member sees only
   * their own agents here.
   */
  @ApiProperty({ type: 'array', items: { type: 'string', format: 'uuid' }, example: [] })
  agentIds: string[];
  /** Your own identifier for the person. */
  @ApiProperty({ type: String, nullable: true, example: 'customer-1042' })
  externalId: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'Ann Lee' })
  name: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'ann@example.com' })
  email: string | null;
  /** Phone number in E.164 format. */
  @ApiProperty({ type: String, nullable: true, example: '+442079460958' })
  phone: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'Example Ltd' })
  company: string | null;
  /** BCP 47 language tag. */
  @ApiProperty({ type: String, nullable: true, example: 'en-GB' })
  locale: string | null;
  /** IANA time zone name. */
  @ApiProperty({ type: String, nullable: true, example: 'Europe/London' })
  timezone: string | null;
  @ApiProperty({ type: String, nullable: true, example: null })
  notes: string | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] },
    example: { plan: 'gold', seats: 12, trial: false },
  })
  attributes: Record<string, ContactAttribute>;
  blocked: boolean;
  /** When the person last wrote. null if never. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-03-01T09:30:00.000Z' })
  lastSeenAt: string | null;
  /** @example "2026-03-01T09:30:00.000Z" */
  createdAt: string;
  /** @example "2026-03-01T09:30:00.000Z" */
  updatedAt: string;
}

export class ContactPageDto {
  /** Newest first. */
  contacts: ContactDto[];
  /** Exact number of contacts that you can see and that match the search. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 1 })
  total: number;
  @ApiProperty({ type: 'integer', example: 50 })
  limit: number;
  @ApiProperty({ type: 'integer', example: 0 })
  offset: number;
}

export class ContactConversationDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-2a2b3c4d5e6f" */
  id: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-3a2b3c4d5e6f" */
  agentId: string;
  @ApiProperty({ enum: CONVERSATION_CHANNELS, example: 'widget' })
  channel: ConversationChannel;
  @ApiProperty({ enum: CONVERSATION_STATUSES, example: 'open' })
  status: ConversationStatus;
  @ApiProperty({ type: String, nullable: true, example: 'How do I reset my password?' })
  subject: string | null;
  /** @example "2026-03-01T09:30:00.000Z" */
  lastMessageAt: string;
  /** @example "2026-03-01T09:30:00.000Z" */
  createdAt: string;
}

export class ContactProfileDto {
  contact: ContactDto;
  /** The 50 newest conversations that you can see. */
  conversations: ContactConversationDto[];
}

export class ContactRemovalDto extends RemovalDto {
  /** Number of conversations with the person. They are kept. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 2 })
  conversationsRetained: number;
  /** Always false: messages of the person are kept. To erase them, use `eraseContact`. */
  @ApiProperty({ example: false })
  personalDataErased: boolean;

  static from(conversationsRetained: number): ContactRemovalDto {
    return { deleted: true, conversationsRetained, personalDataErased: false };
  }
}
