import { ApiProperty } from '@nestjs/swagger';
import type { Preferences } from './preferences.entity';
import {
  AFTER_CLOSE,
  type AfterClose,
  DENSITIES,
  type Density,
  NOTIFICATION_CHANNELS,
  type NotificationChannel,
  SEND_WITH,
  type SendWith,
  type Sound,
  SOUNDS,
  type Theme,
  THEMES,
} from './preferences.types';

const CHANNELS = { enum: NOTIFICATION_CHANNELS, isArray: true, maxItems: 2, uniqueItems: true } as const;

/**
 * Lasts from `start` up to, but not including, `end`, in your time zone. Ends on the next day if `end` is earlier than
 * `start`.
 */
export class QuietHoursDto {
  /** @example "22:00" */
  start: string;
  /** @example "07:00" */
  end: string;

  static from({ quietHoursStart: start, quietHoursEnd: end }: Preferences): QuietHoursDto | null {
    return start === null || end === null ? null : { start, end };
  }
}

/** The channels that notify you of each event. An empty list means no notification. */
export class NotificationPreferencesDto {
  /** A conversation needs a member: an agent handed it over, or a customer started it by email. */
  @ApiProperty({ ...CHANNELS, example: ['push'] })
  newConversation: NotificationChannel[];
  /** A conversation was assigned to you. */
  @ApiProperty({ ...CHANNELS, example: ['push', 'email'] })
  assigned: NotificationChannel[];
  /** A customer replied in a conversation that is assigned to you or unassigned. */
  @ApiProperty({ ...CHANNELS, example: ['push'] })
  customerReply: NotificationChannel[];
  /** An agreed response time is about to be exceeded. */
  @ApiProperty({ ...CHANNELS, example: ['push'] })
  slaWarning: NotificationChannel[];
  /** An agreed response time was exceeded. */
  @ApiProperty({ ...CHANNELS, example: ['push', 'email'] })
  slaBreach: NotificationChannel[];
  /** When not to send notifications. null if there are no quiet hours. */
  @ApiProperty({ type: QuietHoursDto, nullable: true })
  quietHours: QuietHoursDto | null;

  static from(preferences: Preferences): NotificationPreferencesDto {
    return {
      newConversation: preferences.newConversation,
      assigned: preferences.assigned,
      customerReply: preferences.customerReply,
      slaWarning: preferences.slaWarning,
      slaBreach: preferences.slaBreach,
      quietHours: QuietHoursDto.from(preferences),
    };
  }
}

/** How the console works for you. */
export class ConsolePreferencesDto {
  /** The keys that send a reply: `mod_enter` is Ctrl or Cmd with Enter. */
  @ApiProperty({ enum: SEND_WITH, example: 'mod_enter' })
  sendWith: SendWith;
  /** After you close a conversation: open the next one, stay, or go back to the list. */
  @ApiProperty({ enum: AFTER_CLOSE, example: 'next' })
  afterClose: AfterClose;
  @ApiProperty({ enum: DENSITIES, example: 'comfortable' })
  density: Density;
  /** Whether single keys are shortcuts. */
  shortcuts: boolean;
  /** Whether a reply in an unassigned conversation assigns it to you, unless you decline. */
  assignOnReply: boolean;
  /** The conversations whose news make a sound: none, those that are for you, or all. */
  @ApiProperty({ enum: SOUNDS, example: 'mine' })
  sound: Sound;

  static from(preferences: Preferences): ConsolePreferencesDto {
    return {
      sendWith: preferences.sendWith,
      afterClose: preferences.afterClose,
      density: preferences.density,
      shortcuts: preferences.shortcuts,
      assignOnReply: preferences.assignOnReply,
      sound: preferences.sound,
    };
  }
}

/** Your working and notification preferences, which apply in every workspace. Every field is always present. */
export class AccountPreferencesDto {
  /**
   * BCP 47 language tag, in canonical form.
   * @example "en-GB"
   */
  locale: string;
  /**
   * IANA time zone name.
   * @example "Europe/London"
   */
  timezone: string;
  @ApiProperty({ enum: THEMES, example: 'system' })
  theme: Theme;
  /** How many seconds a reply waits before it is sent, during which it can be undone. 0 sends it immediately. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 60, example: 10 })
  undoSendSeconds: number;
  /** The signature below your email replies. null if there is none. */
  @ApiProperty({ type: String, nullable: true, maxLength: 2000, example: 'Ada Lovelace, Example Support' })
  signature: string | null;
  notifications: NotificationPreferencesDto;
  console: ConsolePreferencesDto;
  /** When the preferences were last saved. null if never; all values are then defaults. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-03-01T09:30:00.000Z' })
  updatedAt: string | null;

  static from(preferences: Preferences): AccountPreferencesDto {
    return {
      locale: preferences.locale,
      timezone: preferences.timezone,
      theme: preferences.theme,
      undoSendSeconds: preferences.undoSendSeconds,
      signature: preferences.signature,
      notifications: NotificationPreferencesDto.from(preferences),
      console: ConsolePreferencesDto.from(preferences),
      updatedAt: preferences.updatedAt?.toISOString() ?? null,
    };
  }
}
