import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { Field, HostNames, HttpsUrl, Text } from '../common/validation/field-rules';
import { LearningConfigInput, NotifyConfigInput, VoiceConfigInput, WidgetConfigInput } from './agent-config-input.dto';
import { AGENT_STATUSES, type AgentStatus } from './agent-status';

/** What a caller may set about an agent. */
export class AgentInput {
  /** Instructions for the model, sent before every turn. */
  @Text({ max: 20_000, optional: true })
  systemPrompt?: string;
  /** A model that this installation offers: {models}. */
  @Text({ min: 1, max: 200, optional: true })
  model?: string;
  @Field({ optional: true })
  @Min(0)
  @Max(2)
  @IsNumber()
  temperature?: number;
  /** Chat turns allowed per minute. 0 means unlimited. */
  @ApiProperty({ type: 'integer' })
  @Field({ optional: true })
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  @IsInt()
  rateLimitPerMinute?: number;
  /** Host names whose pages may show the widget. If empty, all pages may. */
  @HostNames({ size: 100, optional: true })
  allowedDomains?: string[];
  @Field({ optional: true })
  @IsObject()
  @ValidateNested()
  @Type(() => WidgetConfigInput)
  widgetConfig?: WidgetConfigInput;
  @Field({ optional: true })
  @IsObject()
  @ValidateNested()
  @Type(() => NotifyConfigInput)
  notifyConfig?: NotifyConfigInput;
  @Field({ optional: true })
  @IsObject()
  @ValidateNested()
  @Type(() => VoiceConfigInput)
  voiceConfig?: VoiceConfigInput;
  @Field({ optional: true })
  @IsObject()
  @ValidateNested()
  @Type(() => LearningConfigInput)
  learningConfig?: LearningConfigInput;
  /** Your own identifier for the team that conversations are handed over to. */
  @Text({ min: 1, max: 255, optional: true, nullable: true })
  escalationTeamId?: string | null;
  @ApiProperty({ type: String, format: 'email', nullable: true })
  @Field({ optional: true, nullable: true })
  @IsEmail()
  @MaxLength(254)
  supportEmail?: string | null;
  @HttpsUrl({ optional: true, nullable: true })
  website?: string | null;
  @HttpsUrl({ optional: true, nullable: true })
  logoUrl?: string | null;
  @Text({ min: 1, max: 255, trim: true, optional: true, nullable: true })
  emailFromName?: string | null;
  @Field({ optional: true })
  @IsBoolean()
  chatPageEnabled?: boolean;
  @Field({ optional: true })
  @IsBoolean()
  indexable?: boolean;
}

export class CreateAgentInput extends AgentInput {
  /** @example "Help desk" */
  @Text({ min: 1, max: 255, trim: true })
  name: string;
  /** An `active` agent takes chat turns immediately. */
  @ApiProperty({ enum: ['draft', 'active'], default: 'draft' })
  @Field({ optional: true })
  @IsIn(['draft', 'active'])
  status?: AgentStatus;
}

export class UpdateAgentInput extends AgentInput {
  @Text({ min: 1, max: 255, trim: true, optional: true })
  name?: string;
  /** Allowed changes: draft → active ⇄ inactive. */
  @ApiProperty({ enum: AGENT_STATUSES })
  @Field({ optional: true })
  @IsIn(AGENT_STATUSES)
  status?: AgentStatus;
}
