import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsObject,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { Field, HttpsUrl, LanguageOrAuto, Text, TextList } from '../common/validation/field-rules';
import { BUBBLE_POSITIONS, CHAT_PAGE_THEMES } from './agent-config.dto';

export class PromptGroupInput {
  @Text({ min: 1, max: 100 })
  title: string;
  @TextList({ size: 20, min: 1, max: 500 })
  prompts: string[];
}

export class SocialLinkInput {
  @Text({ min: 1, max: 100 })
  label: string;
  @HttpsUrl({})
  url: string;
}

export class WidgetLabelsInput {
  /** BCP 47 language tag of the widget, or `auto` for the visitor's language. */
  @LanguageOrAuto({ optional: true })
  locale?: string;
  @Text({ max: 200, optional: true })
  composerPlaceholder?: string;
  @Text({ max: 200, optional: true })
  sendButton?: string;
  @Text({ max: 200, optional: true })
  openButton?: string;
  @Text({ max: 200, optional: true })
  poweredBy?: string;
}

/** Any part of the widget's settings; objects merge, arrays replace. */
export class WidgetConfigInput {
  /**
   * Color as `#rrggbb`. Stored in lowercase.
   * @example "#4f46e5"
   */
  @ApiProperty({ type: String, maxLength: 7 })
  @Transform(({ value }) => (typeof value === 'string' ? value.toLowerCase() : (value as unknown)))
  @Field({ optional: true })
  @Matches(/^#[0-9a-fA-F]{6}$/, { message: 'must be a color such as #4f46e5' })
  accentColor?: string;
  @Text({ max: 255, optional: true })
  displayName?: string;
  @Text({ max: 2000, optional: true })
  greeting?: string;
  @TextList({ size: 20, min: 1, max: 500, optional: true })
  suggestedPrompts?: string[];
  @Field({ optional: true })
  @IsArray()
  @ArrayMaxSize(10)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => PromptGroupInput)
  promptGroups?: PromptGroupInput[];
  @Field({ optional: true })
  @IsObject()
  @ValidateNested()
  @Type(() => WidgetLabelsInput)
  labels?: WidgetLabelsInput;
  @Text({ max: 200, optional: true })
  messagePlaceholder?: string;
  @HttpsUrl({ optional: true, nullable: true })
  privacyPolicyUrl?: string | null;
  @Field({ optional: true })
  @IsBoolean()
  dictationEnabled?: boolean;
  @Field({ optional: true })
  @IsBoolean()
  showPoweredBy?: boolean;
  @ApiProperty({ enum: BUBBLE_POSITIONS })
  @Field({ optional: true })
  @IsIn(BUBBLE_POSITIONS)
  bubblePosition?: string;
  @Field({ optional: true })
  @IsArray()
  @ArrayMaxSize(20)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => SocialLinkInput)
  socialLinks?: SocialLinkInput[];
  @Field({ optional: true })
  @IsBoolean()
  showSupportEmail?: boolean;
  @ApiProperty({ enum: CHAT_PAGE_THEMES })
  @Field({ optional: true })
  @IsIn(CHAT_PAGE_THEMES)
  chatPageTheme?: string;
  @Field({ optional: true })
  @IsBoolean()
  widgetEnabled?: boolean;
}

export class NotifyConfigInput {
  @ApiProperty({ type: String, format: 'email', nullable: true, maxLength: 254 })
  @Field({ optional: true, nullable: true })
  @IsEmail()
  email?: string | null;
  @Field({ optional: true })
  @IsBoolean()
  onNewConversation?: boolean;
}

export class VoiceConfigInput {
  @Field({ optional: true })
  @IsBoolean()
  enabled?: boolean;
  /** BCP 47 language tag, or `auto` for the caller's language. */
  @LanguageOrAuto({ optional: true })
  language?: string;
  @Text({ max: 2000, optional: true })
  consentCopy?: string;
  /** Maximum length of a voice conversation, in seconds. Must be at most one day. */
  @ApiProperty({ type: 'integer' })
  @Field({ optional: true })
  @Min(1)
  @Max(86_400)
  @IsInt()
  maxDurationSeconds?: number;
  @Text({ min: 1, max: 128, optional: true, nullable: true })
  voiceId?: string | null;
}

export class LearningConfigInput {
  @Field({ optional: true })
  @IsBoolean()
  captureEnabled?: boolean;
}
