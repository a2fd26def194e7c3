import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsObject, Max, Min, ValidateNested } from 'class-validator';
import { Field, LanguageTag, Text } from '../common/validation/field-rules';
import { Channels, ClockTime } from './preferences-fields';
import { type NotificationChannel, type Theme, THEMES } from './preferences.types';

/** One end is enough where there are quiet hours already. The two must differ. */
export class QuietHoursInput {
  @ClockTime()
  start?: string;
  @ClockTime()
  end?: string;
}

/** The lists that are supplied replace those there are. */
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
  @Field({ optional: true, nullable: true })
  @IsObject()
  @ValidateNested()
  @Type(() => QuietHoursInput)
  quietHours?: QuietHoursInput | null;
}

/** Any part of the preferences; objects merge, arrays replace. */
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
  @ApiProperty({ enum: THEMES, required: false })
  @Field({ optional: true })
  @IsIn(THEMES)
  theme?: Theme;
  /** How many seconds a reply waits before it is sent. 0 sends it immediately. */
  @ApiProperty({ type: 'integer', required: false })
  @Field({ optional: true })
  @Min(0)
  @Max(60)
  // Last, and so looked at first: something else than a number is not "too large".
  @IsInt()
  undoSendSeconds?: number;
  /** The signature below your email replies. null removes it. */
  @Text({ max: 2000, optional: true, nullable: true })
  signature?: string | null;
  @Field({ optional: true })
  @IsObject()
  @ValidateNested()
  @Type(() => NotificationPreferencesInput)
  notifications?: NotificationPreferencesInput;
}
