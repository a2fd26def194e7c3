import { ApiProperty } from '@nestjs/swagger';
import { LanguageTag, Text } from '../common/validation/field-rules';
import { Flag, Nested, OneOf, Whole } from '../common/validation/plain-fields';
import { Channels, ClockTime } from './preferences-fields';
import {
  AFTER_CLOSE,
  type AfterClose,
  DENSITIES,
  type Density,
  type NotificationChannel,
  SEND_WITH,
  type SendWith,
  type Sound,
  SOUNDS,
  type Theme,
  THEMES,
} from './preferences.types';

/** One end is enough if quiet hours are already set. The start and the end must differ. */
export class QuietHoursInput {
  @ClockTime()
  start?: string;
  @ClockTime()
  end?: string;
}

/** Each list that you send replaces the current one. */
export class NotificationPreferencesInput {
  @Channels()
  newConversation?: NotificationChannel[];
  @Channels()
  assigned?: NotificationChannel[];
  @Channels()
  customerReply?: NotificationChannel[];
  @Channels()
  slaWarning?: NotificationChannel[];
  @Channels()
  slaBreach?: NotificationChannel[];
  /** When not to send notifications. null if there are no quiet hours. */
  @ApiProperty({ type: QuietHoursInput, nullable: true, required: false })
  @Nested(() => QuietHoursInput, { optional: true, nullable: true })
  quietHours?: QuietHoursInput | null;
}

/** How the console works for you. Parley stores these values; the console follows them. */
export class ConsolePreferencesInput {
  /** The keys that send a reply: `mod_enter` is Ctrl or Cmd with Enter. */
  @OneOf(SEND_WITH, { optional: true })
  sendWith?: SendWith;
  /** After you close a conversation: open the next one, stay, or go back to the list. */
  @OneOf(AFTER_CLOSE, { optional: true })
  afterClose?: AfterClose;
  @OneOf(DENSITIES, { optional: true })
  density?: Density;
  /** Whether single keys are shortcuts. */
  @Flag({ optional: true })
  shortcuts?: boolean;
  /** Whether a reply in an unassigned conversation assigns it to you, unless you decline. */
  @Flag({ optional: true })
  assignOnReply?: boolean;
  /** The conversations whose news make a sound: none, those that are for you, or all. */
  @OneOf(SOUNDS, { optional: true })
  sound?: Sound;
}

/** The preferences to change. Objects merge, arrays replace. */
export class UpdateAccountPreferencesInput {
  /**
   * BCP 47 language tag. Stored in canonical form.
   * @example "en-GB"
   */
  @LanguageTag({ optional: true })
  locale?: string;
  /**
   * IANA time zone name.
   * @example "Europe/London"
   */
  @Text({ max: 64, optional: true })
  timezone?: string;
  @OneOf(THEMES, { optional: true })
  theme?: Theme;
  /** How many seconds a reply waits before it is sent. 0 sends it immediately. */
  @Whole({ min: 0, max: 60, optional: true })
  undoSendSeconds?: number;
  /** The signature below your email replies. null removes it. */
  @Text({ max: 2000, optional: true, nullable: true })
  signature?: string | null;
  @Nested(() => NotificationPreferencesInput, { optional: true })
  notifications?: NotificationPreferencesInput;
  @Nested(() => ConsolePreferencesInput, { optional: true })
  console?: ConsolePreferencesInput;
}
