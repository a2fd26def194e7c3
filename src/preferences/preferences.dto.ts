import { ApiProperty } from '@nestjs/swagger';
import {
  type AccountPreferences,
  NOTIFICATION_CHANNELS,
  type NotificationChannel,
  type NotificationPreferences,
  type QuietHours,
  type Theme,
  THEMES,
} from './preferences.types';

const CHANNELS = { enum: NOTIFICATION_CHANNELS, isArray: true, maxItems: 2, uniqueItems: true } as const;

/** From `start` up to `end` in the time zone of the preferences; past midnight where `end` is the earlier one. */
export class QuietHoursDto implements QuietHours {
  /** @example "22:00" */
  start: string;
  /** @example "07:00" */
  end: string;
}

/** How somebody is told of what happens; an empty list is not at all. */
export class NotificationPreferencesDto implements NotificationPreferences {
  /** A customer began a conversation. */
  @ApiProperty({ ...CHANNELS, example: ['push'] })
  newConversation: NotificationChannel[];
  /** A conversation became theirs to answer. */
  @ApiProperty({ ...CHANNELS, example: ['push', 'email'] })
  assigned: NotificationChannel[];
  /** A customer wrote in a conversation of theirs. */
  @ApiProperty({ ...CHANNELS, example: ['push'] })
  customerReply: NotificationChannel[];
  /** An agreed time of response is about to be over. */
  @ApiProperty({ ...CHANNELS, example: ['push'] })
  slaWarning: NotificationChannel[];
  /** An agreed time of response is over. */
  @ApiProperty({ ...CHANNELS, example: ['push', 'email'] })
  slaBreach: NotificationChannel[];
  /** When not to disturb; null: never. */
  @ApiProperty({ type: QuietHoursDto, nullable: true })
  quietHours: QuietHoursDto | null;
}

/** How a person wants to work and to be notified, in every workspace. Every field is always there. */
export class AccountPreferencesDto implements AccountPreferences {
  /**
   * BCP 47, in its canonical spelling.
   * @example "en-GB"
   */
  locale: string;
  /**
   * IANA time zone.
   * @example "Europe/London"
   */
  timezone: string;
  @ApiProperty({ enum: THEMES, example: 'system' })
  theme: Theme;
  /** How long a reply waits before it is sent, so that it can be taken back; 0: not at all. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 60, example: 10 })
  undoSendSeconds: number;
  /** What stands below the person's replies by email. */
  @ApiProperty({ type: String, nullable: true, maxLength: 2000, example: 'Ada Lovelace, Example Support' })
  signature: string | null;
  notifications: NotificationPreferencesDto;
  /** When they were last saved; null: never, and everything is a default. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-03-01T09:30:00.000Z' })
  updatedAt: string | null;
}
