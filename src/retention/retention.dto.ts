import { ApiProperty } from '@nestjs/swagger';
import type { KeptRows } from '../common/feature/feature-catalog';
import { IntegerQuery } from '../common/http/integer-query.decorator';
import { Whole } from '../common/validation/plain-fields';
import type { RetentionSettings } from './retention-settings.entity';
import type { RetentionPreview } from './retention.types';

const CONVERSATION_DAYS = { min: 7, max: 3_650 };
const TURN_DAYS = { min: 2, max: 3_650 };
const GAP_DAYS = { min: 1, max: 3_650 };
const MAIL_DAYS = { min: 7, max: 90 };
const OTHER_DAYS = { min: 1, max: 3_650 };
/** Settings of features from outside. */
const otherSettings = new Set<string>();
const BUILT_IN: ReadonlySet<string> = new Set([
  ...['conversationDays', 'turnDays', 'gapDays', 'mailDays'],
  ...['conversations', 'chatTurns', 'knowledgeGaps', 'inboundMails'],
]);

type Bounds = typeof CONVERSATION_DAYS;
const Days = ({ min, max }: Bounds): PropertyDecorator =>
  ApiProperty({ type: 'integer', minimum: min, maximum: max, nullable: true, example: Math.min(max, 730) });
const Count = (): PropertyDecorator => ApiProperty({ type: 'integer', minimum: 0, maximum: 10_000, example: 12 });

export class UpdateRetentionInput {
  /**
   * Days of 24 hours after which closed conversations without a live support request are deleted, with all that came of
   * them: messages, attachments, notes, ended support requests, turns and knowledge gaps. null means never.
   * @example 730
   */
  @Whole({ ...CONVERSATION_DAYS, optional: true, nullable: true })
  conversationDays?: number | null;
  /**
   * The same for the record of chat turns (outcome, model and tokens), from when they began.
   * @example 365
   */
  @Whole({ ...TURN_DAYS, optional: true, nullable: true })
  turnDays?: number | null;
  /**
   * The same for knowledge gaps, from when they were asked.
   * @example 180
   */
  @Whole({ ...GAP_DAYS, optional: true, nullable: true })
  gapDays?: number | null;
  /**
   * The same for emails as they arrived, once they have been taken in or quarantined. What became messages goes with its
   * conversation. null means 30 days, and 90 for those in quarantine.
   * @example 14
   */
  @Whole({ ...MAIL_DAYS, optional: true, nullable: true })
  mailDays?: number | null;
}

/** Days of 24 hours. null means that nothing is deleted because of its age; emails as they arrived are kept for 30 days then. */
export class RetentionDto {
  @Days(CONVERSATION_DAYS)
  conversationDays: number | null;
  @Days(TURN_DAYS)
  turnDays: number | null;
  @Days(GAP_DAYS)
  gapDays: number | null;
  @Days(MAIL_DAYS)
  mailDays: number | null;
  /** null if nobody has changed them. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-03-01T09:30:00.000Z' })
  updatedAt: string | null;
  /** Id of the member who changed them last. */
  @ApiProperty({ type: String, nullable: true, example: '01995a3e-4c1f-7d5e-9a51-5a2b3c4d5e6f' })
  updatedBy: string | null;

  static from(settings: RetentionSettings | null): RetentionDto {
    const others = Object.fromEntries([...otherSettings].map((name) => [name, settings?.otherDays[name] ?? null]));
    return {
      conversationDays: settings?.conversationDays ?? null,
      turnDays: settings?.turnDays ?? null,
      gapDays: settings?.gapDays ?? null,
      mailDays: settings?.mailDays ?? null,
      ...others,
      updatedAt: settings?.updatedAt.toISOString() ?? null,
      updatedBy: settings?.updatedBy ?? null,
    };
  }
}

/** For each period you omit, the current setting applies. */
export class PreviewRetentionQuery {
  @IntegerQuery(CONVERSATION_DAYS)
  conversationDays?: number;
  @IntegerQuery(TURN_DAYS)
  turnDays?: number;
  @IntegerQuery(GAP_DAYS)
  gapDays?: number;
  @IntegerQuery(MAIL_DAYS)
  mailDays?: number;
}

/** How many are old enough to be deleted now: each count is capped at 10,000. */
export class RetentionPreviewDto {
  @Count()
  conversations: number;
  /** Those of these conversations may be among them. */
  @Count()
  chatTurns: number;
  @Count()
  knowledgeGaps: number;
  @Count()
  inboundMails: number;

  /** True if at least one count was capped. */
  @ApiProperty({ type: 'boolean', example: false })
  more: boolean;

  static from({ counts, more }: RetentionPreview): RetentionPreviewDto {
    const { conversations = 0, chatTurns = 0, knowledgeGaps = 0, inboundMails = 0, ...others } = counts;
    return { conversations, chatTurns, knowledgeGaps, inboundMails, ...others, more };
  }
}

/**
 * Adds to these classes what features have declared beside what stands here. They are those of the process, so their fields stay
 * for every service that it starts.
 */
export function addPeriods(rows: readonly KeptRows[]): void {
  for (const { setting, countedAs, bounds = OTHER_DAYS } of rows) {
    if (!BUILT_IN.has(countedAs)) Count()(RetentionPreviewDto.prototype, countedAs);
    if (BUILT_IN.has(setting) || otherSettings.has(setting)) continue;
    otherSettings.add(setting);
    Days(bounds)(RetentionDto.prototype, setting);
    Whole({ ...bounds, optional: true, nullable: true })(UpdateRetentionInput.prototype, setting);
    IntegerQuery(bounds)(PreviewRetentionQuery.prototype, setting);
  }
}
