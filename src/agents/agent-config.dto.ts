import { ApiProperty } from '@nestjs/swagger';
import {
  BUBBLE_POSITIONS,
  CHAT_PAGE_THEMES,
  type LearningConfig,
  type NotifyConfig,
  type VoiceConfig,
  type WidgetConfig,
} from './agent-config.types';

export class PromptGroupDto {
  /** @example "Getting started" */
  title: string;
  /** @example ["How do I install it?"] */
  prompts: string[];
}

export class WidgetLabelsDto {
  /**
   * BCP 47 language tag of the widget, or `auto` for the customer's language.
   * @example "auto"
   */
  locale: string;
  /** @example "Write a message…" */
  composerPlaceholder: string;
  /** @example "Send" */
  sendButton: string;
  /** @example "Chat with us" */
  openButton: string;
  /** @example "Powered by Parley" */
  poweredBy: string;
}

export class SocialLinkDto {
  /** @example "GitHub" */
  label: string;
  /** @example "https://github.com/example" */
  url: string;
}

/** How the chat looks on the customer's own pages. */
export class WidgetConfigDto implements WidgetConfig {
  /**
   * Color as `#rrggbb`, in lowercase.
   * @example "#4f46e5"
   */
  accentColor: string;
  /** @example "Help desk" */
  displayName: string;
  /** @example "Hello! How can I help?" */
  greeting: string;
  /** @example ["Where is my order?"] */
  suggestedPrompts: string[];
  promptGroups: PromptGroupDto[];
  labels: WidgetLabelsDto;
  /** @example "Write a message…" */
  messagePlaceholder: string;
  /** @example "https://example.com/privacy" */
  @ApiProperty({ type: String, nullable: true })
  privacyPolicyUrl: string | null;
  dictationEnabled: boolean;
  showPoweredBy: boolean;
  @ApiProperty({ enum: BUBBLE_POSITIONS })
  bubblePosition: (typeof BUBBLE_POSITIONS)[number];
  socialLinks: SocialLinkDto[];
  showSupportEmail: boolean;
  @ApiProperty({ enum: CHAT_PAGE_THEMES })
  chatPageTheme: (typeof CHAT_PAGE_THEMES)[number];
  widgetEnabled: boolean;
}

/** The addresses that get email about the agent's conversations. */
export class NotifyConfigDto implements NotifyConfig {
  /** @example "team@example.com" */
  @ApiProperty({ type: String, format: 'email', nullable: true })
  email: string | null;
  onNewConversation: boolean;
}

/** Spoken conversations. */
export class VoiceConfigDto implements VoiceConfig {
  enabled: boolean;
  /**
   * BCP 47 language tag, or `auto` for the caller's language.
   * @example "auto"
   */
  language: string;
  /**
   * Spoken before the conversation begins.
   * @example "This conversation is recorded."
   */
  consentCopy: string;
  /**
   * Maximum length of a voice conversation, in seconds.
   * @example 600
   */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 86_400 })
  maxDurationSeconds: number;
  /** Id of the voice at its provider. null for the default voice. */
  @ApiProperty({ type: String, nullable: true })
  voiceId: string | null;
}

/** What is kept to make answers better. */
export class LearningConfigDto implements LearningConfig {
  /** Whether to keep knowledge gaps: questions that the agent's sources could not answer. */
  captureEnabled: boolean;
}
