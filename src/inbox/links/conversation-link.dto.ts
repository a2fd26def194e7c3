import { IsUUID } from 'class-validator';
import type { Page } from '../../common/database/page';
import { IdCursor, NextCursor, PageLimit } from '../../common/http/page-query';
import { LabelDto } from '../labels/label.dto';
import type { Labeled } from '../labels/label.types';
import type { ConversationLink } from './conversation-link.entity';
import type { LinkedConversation } from './conversation-link.types';

export class LinkConversationInput {
  /**
   * Another workspace that you are a member of, with access to every agent.
   * @example "01995a3e-4c1f-7d5e-9a51-6a2b3c4d5e6f"
   */
  @IsUUID('loose')
  destinationWorkspaceId: string;
}

export class ConversationLinkDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  conversationId: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-6a2b3c4d5e6f" */
  destinationWorkspaceId: string;
  /** @example "2026-01-15T09:30:00.000Z" */
  createdAt: string;

  static from({ conversationId, workspaceId, createdAt }: ConversationLink): ConversationLinkDto {
    return { conversationId, destinationWorkspaceId: workspaceId, createdAt: createdAt.toISOString() };
  }
}

export class ConversationLinkListDto {
  /** Oldest first, at most 20. */
  links: ConversationLinkDto[];
}

export class ListLinkedConversationsQuery {
  @PageLimit({ fallback: 50, max: 100 })
  limit: number;

  @IdCursor()
  cursor?: string;
}

/** A conversation of another workspace, as the members of this one see it. */
export class LinkedConversationDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  conversationId: string;
  /** The labels that this workspace has added, by name. */
  labels: LabelDto[];
  /** @example "2026-01-15T09:30:00.000Z" */
  linkedAt: string;

  static from({ conversationId, labels, linkedAt }: LinkedConversation): LinkedConversationDto {
    return {
      conversationId,
      labels: labels.map((label) => LabelDto.from(label)),
      linkedAt: linkedAt.toISOString(),
    };
  }
}

export class LinkedConversationPageDto {
  /** Newest conversation first. */
  conversations: LinkedConversationDto[];
  @NextCursor('uuid')
  nextCursor: string | null;

  static from({ rows, nextCursor }: Page<LinkedConversation>): LinkedConversationPageDto {
    return { conversations: rows.map((row) => LinkedConversationDto.from(row)), nextCursor };
  }
}

/** A linked conversation after a label was added to it. */
export class LabeledLinkedConversationDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-6a2b3c4d5e6f" */
  destinationWorkspaceId: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  conversationId: string;
  /** All labels that this workspace has added, by name. */
  labels: LabelDto[];
  /**
   * Whether this request added the label. False if the conversation had it already.
   * @example true
   */
  added: boolean;

  static from(
    destinationWorkspaceId: string,
    { conversationId, labels, added }: Labeled,
  ): LabeledLinkedConversationDto {
    return { destinationWorkspaceId, conversationId, labels: labels.map((label) => LabelDto.from(label)), added };
  }
}
