import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { SURFACES, type Surface } from '../../common/request/principal';
import { ALLOWED_FILES, type AllowedFiles } from '../../files/file.types';
import { LanguageTag } from '../../common/validation/field-rules';
import type { PublicAgent } from './visitor-agent.types';

export class GetVisitorAgentQuery {
  /**
   * BCP 47 language tag of the visitor. Default: the first language of `Accept-Language`.
   * @example "de-CH"
   */
  @LanguageTag({ optional: true })
  locale?: string;

  @ApiPropertyOptional({ enum: SURFACES, default: 'widget', description: 'Where the agent is shown.' })
  @IsOptional()
  @IsIn(SURFACES)
  surface?: Surface;
}

export class VisitorPromptGroupDto {
  /** @example "Orders" */
  title: string;
  /** @example ["Where is my order?"] */
  prompts: string[];
}

export class VisitorSocialLinkDto {
  /** @example "Mastodon" */
  label: string;
  /** @example "https://social.example/@shop" */
  url: string;
}

/** Your own labels. null: the default label, in the visitor’s language. */
export class VisitorLabelsDto {
  /** @example null */
  composerPlaceholder: string | null;
  /** @example null */
  sendButton: string | null;
  /** @example null */
  openButton: string | null;
  /** @example null */
  poweredBy: string | null;
}

export class VisitorVoiceDto {
  enabled: boolean;
  /** BCP 47, or `auto` for the visitor’s language. */
  language: string;
  /** To be accepted before the microphone is used for the first time. */
  consentCopy: string;
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 86_400, example: 600 })
  maxDurationSeconds: number;
  /** null: the usual voice of the language. */
  voiceId: string | null;
}

export class VisitorAgentDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-6a2b3c4d5e6f" */
  id: string;
  /** @example "Help desk" */
  displayName: string;
  /** @example "Hello! How can I help?" */
  greeting: string;
  /** @example "#4f46e5" */
  accentColor: string;
  /** @example ["Where is my order?"] */
  suggestedPrompts: string[];
  promptGroups: VisitorPromptGroupDto[];
  /**
   * The language to show the agent in: the customer’s choice, else the one asked for, else English.
   * @example "de-CH"
   */
  locale: string;
  labels: VisitorLabelsDto;
  /** @example "https://shop.example/privacy" */
  privacyPolicyUrl: string | null;
  dictationEnabled: boolean;
  showPoweredBy: boolean;
  @ApiProperty({ enum: ['bottom-right', 'bottom-left', 'top-right', 'top-left'] })
  bubblePosition: string;
  socialLinks: VisitorSocialLinkDto[];
  /** null unless the customer shows it. */
  supportEmail: string | null;
  website: string | null;
  logoUrl: string | null;
  @ApiProperty({ enum: ['system', 'light', 'dark'] })
  chatPageTheme: string;
  widgetEnabled: boolean;
  chatPageEnabled: boolean;
  voice: VisitorVoiceDto;
  /** Whether questions that had no answer are kept, to make answers better. */
  keepsUnansweredQuestions: boolean;
  /** Which files a visitor can send. */
  @ApiProperty({ enum: ALLOWED_FILES })
  files: AllowedFiles;

  static from(agent: PublicAgent): VisitorAgentDto {
    return { ...agent };
  }
}
