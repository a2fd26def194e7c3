import { Matches } from 'class-validator';
import type { Page } from '../../common/database/page';
import { IdCursor, NextCursor, PageLimit } from '../../common/http/page-query';
import { Text } from '../../common/validation/field-rules';
import { Ids } from '../../common/validation/plain-fields';
import { MOST_ATTACHED } from '../../files/file.types';
import type { InboxNote } from './inbox-note.entity';

export class CreateInboxNoteInput {
  /** @example "She called as well. The refund is approved." */
  @Matches(/\S/, { message: 'must not be blank' })
  @Text({ min: 1, max: 25_000 })
  content: string;
  /** From `uploadInboxFile`, or of a saved reply. */
  @Ids({ size: MOST_ATTACHED, optional: true })
  attachmentIds?: string[];
}

export class ListInboxNotesQuery {
  @PageLimit({ fallback: 50, max: 100 })
  limit: number;

  @IdCursor()
  cursor?: string;
}

/** A note of a member about a conversation, for the other members. */
export class InboxNoteDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-7a2b3c4d5e6f" */
  id: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-4a2b3c4d5e6f" */
  workspaceId: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  conversationId: string;
  /** @example "She called as well. The refund is approved." */
  content: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-5a2b3c4d5e6f" */
  authorMemberId: string;
  /** @example "2026-01-15T09:30:00.000Z" */
  createdAt: string;

  static from(note: InboxNote): InboxNoteDto {
    const { id, workspaceId, conversationId, content, authorMemberId, createdAt } = note;
    return { id, workspaceId, conversationId, content, authorMemberId, createdAt: createdAt.toISOString() };
  }
}

export class InboxNotePageDto {
  /** Newest first. */
  notes: InboxNoteDto[];
  @NextCursor('uuid')
  nextCursor: string | null;

  static from({ rows, nextCursor }: Page<InboxNote>): InboxNotePageDto {
    return { notes: rows.map((note) => InboxNoteDto.from(note)), nextCursor };
  }
}
