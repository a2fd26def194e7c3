import { ApiProperty } from '@nestjs/swagger';
import type { Page } from '../../common/database/page';
import { NextCursor } from '../../common/http/page-query';
import { canAccessAgent, type WorkspaceScope } from '../../common/request/principal';
import { FileFactsDto } from '../../files/scanned-file.dto';
import type { SavedReplyWithFiles } from './saved-reply-files.service';
import { SAVED_REPLY_VISIBILITIES, type SavedReplyVisibility } from './saved-reply.types';

/** A text that members keep for replies. */
export class SavedReplyDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-3a2b3c4d5e6f" */
  id: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-4a2b3c4d5e6f" */
  workspaceId: string;
  /** @example "Refund: how long it takes" */
  name: string;
  /** @example "refund-time" */
  shortcut: string | null;
  /**
   * With its variables.
   * @example "Hello {{contact.firstName | there}}, a refund takes three to five working days."
   */
  content: string;
  /** @example "en" */
  language: string | null;
  /** Empty: for conversations of any agent. A restricted member sees only their own agents here. */
  @ApiProperty({ type: 'array', items: { type: 'string', format: 'uuid' }, example: [] })
  agentIds: string[];
  /** The files that replies written with it carry, in the order of `attachmentIds`. */
  attachments: FileFactsDto[];
  /** `private`: only its author sees it. */
  @ApiProperty({ enum: SAVED_REPLY_VISIBILITIES })
  visibility: SavedReplyVisibility;
  /**
   * The member who created it, who may have left.
   * @example "01995a3e-4c1f-7d5e-9a51-2a2b3c4d5e6f"
   */
  authorMemberId: string;
  /** How many replies were written with it. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 12 })
  usedCount: number;
  /** @example "2026-01-15T09:30:00.000Z" */
  lastUsedAt: string | null;
  /** Goes up with every change; a use is none. */
  @ApiProperty({ type: 'integer', minimum: 1, example: 1 })
  version: number;
  /** @example "2026-01-15T09:30:00.000Z" */
  createdAt: string;
  /** @example "2026-01-15T09:30:00.000Z" */
  updatedAt: string;

  static from(reply: SavedReplyWithFiles, reader: WorkspaceScope): SavedReplyDto {
    return {
      id: reply.id,
      workspaceId: reply.workspaceId,
      name: reply.name,
      shortcut: reply.shortcut,
      content: reply.content,
      language: reply.language,
      agentIds: reply.agentIds.filter((id) => canAccessAgent(reader, id)),
      attachments: [...reply.files],
      visibility: reply.visibility,
      authorMemberId: reply.authorMemberId,
      usedCount: reply.usedCount,
      lastUsedAt: reply.lastUsedAt?.toISOString() ?? null,
      version: reply.version,
      createdAt: reply.createdAt.toISOString(),
      updatedAt: reply.updatedAt.toISOString(),
    };
  }
}

export class SavedReplyPageDto {
  /** Oldest first. */
  savedReplies: SavedReplyDto[];
  @NextCursor('uuid')
  nextCursor: string | null;

  static from({ rows, nextCursor }: Page<SavedReplyWithFiles>, reader: WorkspaceScope): SavedReplyPageDto {
    return { savedReplies: rows.map((reply) => SavedReplyDto.from(reply, reader)), nextCursor };
  }
}

/** A saved reply with the values of one conversation. */
export class RenderedReplyDto {
  /** @example "Hello Ann, a refund takes three to five working days." */
  content: string;
  /**
   * The variables that have neither a value nor a fallback. They are left out of the text.
   * @example ["contact.phone"]
   */
  missing: string[];

  static from({ content, missing }: { content: string; missing: readonly string[] }): RenderedReplyDto {
    return { content, missing: [...missing] };
  }
}
