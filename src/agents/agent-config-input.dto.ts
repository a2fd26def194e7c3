import { HttpsUrl, LanguageOrAuto, Text, TextList } from '../common/validation/field-rules';
import { Color, Flag, Nested, NestedList, OneOf, Whole } from '../common/validation/plain-fields';
import { BUBBLE_POSITIONS, CHAT_PAGE_THEMES } from './agent-config.types';
import { TypedEmail } from './agent-fields';

export class PromptGroupInput {
  @Text({ min: 1, max: 100, line: true })
  title: string;
  @TextList({ size: 20, min: 1, max: 500 })
  prompts: string[];
}

export class SocialLinkInput {
  @Text({ min: 1, max: 100, line: true })
  label: string;
  /** @example "https://social.example/@shop" */
  @HttpsUrl({})
  url: string;
}

export class WidgetLabelsInput {
  /** BCP 47 language tag of the widget, or `auto` for the customer's language. */
  @LanguageOrAuto({ optional: true })
  locale?: string;
  @Text({ max: 200, line: true, optional: true })
  composerPlaceholder?: string;
  @Text({ max: 200, line: true, optional: true })
  sendButton?: string;
  @Text({ max: 200, line: true, optional: true })
  openButton?: string;
  @Text({ max: 200, line: true, optional: true })
  poweredBy?: string;
}

/** Any part of the widget's settings; objects merge, arrays replace. */
export class WidgetConfigInput {
  /**
   * Color as `#rrggbb`. Stored in lowercase.
   * @example "#4f46e5"
   */
  @Color({ optional: true })
  accentColor?: string;
  @Text({ max: 255, line: true, optional: true })
  displayName?: string;
  @Text({ max: 2000, optional: true })
  greeting?: string;
  @TextList({ size: 20, min: 1, max: 500, optional: true })
  suggestedPrompts?: string[];
  @NestedList(() => PromptGroupInput, { size: 10, optional: true })
  promptGroups?: PromptGroupInput[];
  @Nested(() => WidgetLabelsInput, { optional: true })
  labels?: WidgetLabelsInput;
  @Text({ max: 200, line: true, optional: true })
  messagePlaceholder?: string;
  /** @example "https://shop.example/privacy" */
  @HttpsUrl({ optional: true, nullable: true })
  privacyPolicyUrl?: string | null;
  @Flag({ optional: true })
  dictationEnabled?: boolean;
  @Flag({ optional: true })
  showPoweredBy?: boolean;
  @OneOf(BUBBLE_POSITIONS, { optional: true })
  bubblePosition?: string;
  @NestedList(() => SocialLinkInput, { size: 20, optional: true })
  socialLinks?: SocialLinkInput[];
  @Flag({ optional: true })
  showSupportEmail?: boolean;
  @OneOf(CHAT_PAGE_THEMES, { optional: true })
  chatPageTheme?: string;
  @Flag({ optional: true })
  widgetEnabled?: boolean;
}

export class NotifyConfigInput {
  @TypedEmail({ optional: true, nullable: true })
  email?: string | null;
  @Flag({ optional: true })
  onNewConversation?: boolean;
}

export class VoiceConfigInput {
  @Flag({ optional: true })
  enabled?: boolean;
  /** BCP 47 language tag, or `auto` for the caller's language. */
  @LanguageOrAuto({ optional: true })
  language?: string;
  @Text({ max: 2000, optional: true })
  consentCopy?: string;
  /** Maximum length of a voice conversation, in seconds. Must be at most one day. */
  @Whole({ min: 1, max: 86_400, optional: true })
  maxDurationSeconds?: number;
  @Text({ min: 1, max: 128, optional: true, nullable: true })
  voiceId?: string | null;
}

export class LearningConfigInput {
  @Flag({ optional: true })
  captureEnabled?: boolean;
}
