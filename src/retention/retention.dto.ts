import { ApiProperty } from '@nestjs/swagger';
import type { KeptRows } from '../common/feature/feature-catalog';
import { EVENT_DAYS } from '../events/event-retention.types';
import { IntegerQuery } from '../common/http/integer-query.decorator';
import { Whole } from '../common/validation/plain-fields';
import type { RetentionSettings } from './retention-settings.entity';
import { AUDIT_DAYS, type RetentionPreview } from './retention.types';

const CONVERSATION_DAYS = { min: 7, max: 3_650 };
const TURN_DAYS = { min: 2, max: 3_650 };
const GAP_DAYS = { min: 1, max: 3_650 };
const MAIL_DAYS = { min: 7, max: 90 };
const OTHER_DAYS = { min: 1, max: 3_650 };
/** The periods that other features register, by name: the days of a workspace that has set none. */
const otherSettings = new Map<string, number | null>();
const BUILT_IN: ReadonlySet<string> = new Set([
  ...['conversationDays', 'turnDays', 'gapDays', 'mailDays', 'eventDays', AUDIT_DAYS.setting],
  ...['conversations', 'chatTurns', 'knowledgeGaps', 'inboundMails', 'events', 'auditBatches'],
]);

type Bounds = typeof CONVERSATION_DAYS;
const Days = ({ min, max }: Bounds): PropertyDecorator =>
  ApiProperty({ type: 'integer', minimum: min, maximum: max, nullable: true, example: Math.min(max, 730) });
const Count = (): PropertyDecorator => ApiProperty({ type: 'integer', minimum: 0, maximum: 10_000, example: 12 });

export class UpdateRetentionInput {
  /**
   * Days of 24 hours after which closed conversations without a live support request are deleted, with all related
   * data: messages, attachments, notes, ended support requests, turns and knowledge gaps. null means never.
   * @example 730
   */
  @Whole({ ...CONVERSATION_DAYS, optional: true, nullable: true })
  conversationDays?: number | null;
  /**
   * Days after which the records of chat turns (outcome, model and tokens) are deleted, counted from the start of the
   * turn. null means never.
   * @example 365
   */
  @Whole({ ...TURN_DAYS, optional: true, nullable: true })
  turnDays?: number | null;
  /**
   * Days after which knowledge gaps are deleted, counted from when the question was asked. null means never.
   * @example 180
   */
  @Whole({ ...GAP_DAYS, optional: true, nullable: true })
  gapDays?: number | null;
  /**
   * Days after which raw incoming emails are deleted, once they have been processed or quarantined. Messages made from
   * them go with their conversation. null means 30 days, and 90 for quarantined emails.
   * @example 14
   */
  @Whole({ ...MAIL_DAYS, optional: true, nullable: true })
  mailDays?: number | null;
  /**
   * Days after which events are deleted from the event log. Positions of events expire an hour earlier. null means 14 days.
   * @example 30
   */
  @Whole({ ...EVENT_DAYS, optional: true, nullable: true })
  eventDays?: number | null;
  /**
   * Days after which entries of the audit log are deleted, in whole batches. null means never. Default: 365.
   * @example 730
   */
  @Whole({ ...AUDIT_DAYS.bounds, optional: true, nullable: true })
  auditDays?: number | null;
}

/**
 * Retention periods, in days of 24 hours. null means that age alone deletes nothing, except raw incoming emails, which
 * are then kept for 30 days, and events, which are then kept for 14 days.
 */
export class RetentionDto {
  @Days(CONVERSATION_DAYS)
  conversationDays: number | null;
  @Days(TURN_DAYS)
  turnDays: number | null;
  @Days(GAP_DAYS)
  gapDays: number | null;
  @Days(MAIL_DAYS)
  mailDays: number | null;
  @Days(EVENT_DAYS)
  eventDays: number | null;
  @Days(AUDIT_DAYS.bounds)
  auditDays: number | null;
  /** When they were last changed. null if never. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-03-01T09:30:00.000Z' })
  updatedAt: string | null;
  /** Id of the member who last changed them. null if none has. */
  @ApiProperty({ type: String, nullable: true, example: '01995a3e-4c1f-7d5e-9a51-5a2b3c4d5e6f' })
  updatedBy: string | null;

  static from(settings: RetentionSettings | null): RetentionDto {
    const others = Object.fromEntries(
      [...otherSettings].map(([name, fallback]) => [name, periodIn(settings?.otherDays, name, fallback)]),
    );
    return {
      conversationDays: settings?.conversationDays ?? null,
      turnDays: settings?.turnDays ?? null,
      gapDays: settings?.gapDays ?? null,
      mailDays: settings?.mailDays ?? null,
      eventDays: settings?.otherDays['eventDays'] ?? null,
      auditDays: periodIn(settings?.otherDays, AUDIT_DAYS.setting, AUDIT_DAYS.fallback),
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
  @IntegerQuery(EVENT_DAYS)
  eventDays?: number;
  @IntegerQuery(AUDIT_DAYS.bounds)
  auditDays?: number;
}

/** The number of records that are old enough to be deleted now. Each count is capped at 10,000. */
export class RetentionPreviewDto {
  @Count()
  conversations: number;
  /** Includes knowledge gaps of the counted conversations. */
  @Count()
  chatTurns: number;
  @Count()
  knowledgeGaps: number;
  @Count()
  inboundMails: number;
  @Count()
  events: number;
  /** Batches of the audit log. */
  @Count()
  auditBatches: number;

  /** True if at least one count was capped. */
  @ApiProperty({ type: 'boolean', example: false })
  more: boolean;

  static from({ counts, more }: RetentionPreview): RetentionPreviewDto {
    const { conversations = 0, chatTurns = 0, knowledgeGaps = 0, inboundMails = 0, ...rest } = counts;
    const { events = 0, auditBatches = 0, ...others } = rest;
    return { conversations, chatTurns, knowledgeGaps, inboundMails, events, auditBatches, ...others, more };
  }
}

/** The days of a period. Null, which a workspace can set, means never; a period that it has not set has its fallback. */
export function periodIn(
  days: Readonly<Record<string, number | null>> | undefined,
  name: string,
  fallback: number | null,
): number | null {
  const set = days?.[name];
  return set === undefined ? fallback : set;
}

/**
 * Adds the periods that features register to these classes. The classes belong to the process, so the fields also apply
 * to every other service that it starts.
 */
export function addPeriods(rows: readonly KeptRows[]): void {
  for (const { setting, countedAs, bounds = OTHER_DAYS, fallback = null } of rows) {
    if (!BUILT_IN.has(countedAs)) Count()(RetentionPreviewDto.prototype, countedAs);
    if (BUILT_IN.has(setting) || otherSettings.has(setting)) continue;
    otherSettings.set(setting, fallback);
    Days(bounds)(RetentionDto.prototype, setting);
    Whole({ ...bounds, optional: true, nullable: true })(UpdateRetentionInput.prototype, setting);
    IntegerQuery(bounds)(PreviewRetentionQuery.prototype, setting);
  }
}
