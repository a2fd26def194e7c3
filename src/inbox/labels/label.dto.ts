import type { Page } from '../../common/database/page';
import { IdCursor, NextCursor, PageLimit } from '../../common/http/page-query';
import { RequestExamples } from '../../common/operations/request-examples';
import { Text } from '../../common/validation/field-rules';
import { Color } from '../../common/validation/plain-fields';
import type { Label } from './label.entity';
import type { Labeled } from './label.types';

export class CreateLabelInput {
  /**
   * Unique in the workspace, regardless of case.
   * @example "Refund"
   */
  @Text({ min: 1, max: 60, line: true })
  name: string;

  /**
   * Color as `#rrggbb`. Stored in lowercase. Default: gray.
   * @example "#4f46e5"
   */
  @Color({ optional: true })
  color: string = '#6b7280';
}

@RequestExamples({ 'another color': { color: '#4f46e5' } })
export class UpdateLabelInput {
  /**
   * Unique in the workspace, regardless of case.
   * @example "Refund"
   */
  @Text({ min: 1, max: 60, line: true, optional: true })
  name?: string;

  /**
   * Color as `#rrggbb`. Stored in lowercase.
   * @example "#4f46e5"
   */
  @Color({ optional: true })
  color?: string;
}

export class ListLabelsQuery {
  @PageLimit({ fallback: 100, max: 500 })
  limit: number;

  @IdCursor()
  cursor?: string;
}

export class LabelDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-7a2b3c4d5e6f" */
  id: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-4a2b3c4d5e6f" */
  workspaceId: string;
  /** @example "Refund" */
  name: string;
  /** @example "#4f46e5" */
  color: string;
  /** @example "2026-01-15T09:30:00.000Z" */
  createdAt: string;

  static from({ id, workspaceId, name, color, createdAt }: Omit<Label, 'nameKey'>): LabelDto {
    return { id, workspaceId, name, color, createdAt: createdAt.toISOString() };
  }
}

export class LabelPageDto {
  /** Oldest first. */
  labels: LabelDto[];
  @NextCursor('uuid')
  nextCursor: string | null;

  static from({ rows, nextCursor }: Page<Label>): LabelPageDto {
    return { labels: rows.map((label) => LabelDto.from(label)), nextCursor };
  }
}

/** A conversation after a label was added to it. */
export class LabeledConversationDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  conversationId: string;
  /** All labels of the conversation, by name. */
  labels: LabelDto[];
  /**
   * Whether this request added the label. False if the conversation had it already.
   * @example true
   */
  added: boolean;

  static from({ conversationId, labels, added }: Labeled): LabeledConversationDto {
    return { conversationId, labels: labels.map((label) => LabelDto.from(label)), added };
  }
}
