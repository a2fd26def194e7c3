import { ApiProperty } from '@nestjs/swagger';
import { Instant } from '../common/validation/instant';
import { RequestExamples } from '../common/operations/request-examples';
import { HttpsUrl, Sites, Text } from '../common/validation/field-rules';
import { Flag, Nested, Numeric, OneOf, Whole } from '../common/validation/plain-fields';
import { LearningConfigInput, NotifyConfigInput, VoiceConfigInput, WidgetConfigInput } from './agent-config-input.dto';
import { TypedEmail } from './agent-fields';
import { AGENT_STATUSES, type AgentStatus } from './agent-status';

/** What a caller may set about an agent. */
export class AgentInput {
  /** Instructions for the model, sent before every turn. */
  @Text({ max: 20_000, optional: true })
  systemPrompt?: string;
  /** A model of the workspace’s own server, or one that this installation offers: {models}. */
  @Text({ min: 1, max: 200, optional: true })
  model?: string;
  @Numeric({ min: 0, max: 2, optional: true })
  temperature?: number;
  /** Chat turns allowed per minute. 0 means unlimited. */
  @Whole({ min: 0, max: Number.MAX_SAFE_INTEGER, optional: true })
  rateLimitPerMinute?: number;
  /**
   * Host names whose pages may show the widget. `*.shop.example` stands for every name below `shop.example`, but not for
   * that one itself. A name may have a port; without one it means the usual ports, and for `localhost` all ports. If empty,
   * all pages may.
   */
  @Sites({ size: 100, optional: true })
  allowedDomains?: string[];
  @Nested(() => WidgetConfigInput, { optional: true })
  widgetConfig?: WidgetConfigInput;
  @Nested(() => NotifyConfigInput, { optional: true })
  notifyConfig?: NotifyConfigInput;
  @Nested(() => VoiceConfigInput, { optional: true })
  voiceConfig?: VoiceConfigInput;
  @Nested(() => LearningConfigInput, { optional: true })
  learningConfig?: LearningConfigInput;
  /** Your own identifier for the team that conversations are handed over to. */
  @Text({ min: 1, max: 255, optional: true, nullable: true })
  escalationTeamId?: string | null;
  @TypedEmail({ max: 254, optional: true, nullable: true })
  supportEmail?: string | null;
  /** @example "https://shop.example" */
  @HttpsUrl({ optional: true, nullable: true })
  website?: string | null;
  /** @example "https://shop.example/logo.svg" */
  @HttpsUrl({ optional: true, nullable: true })
  logoUrl?: string | null;
  @Text({ min: 1, max: 255, line: true, optional: true, nullable: true })
  emailFromName?: string | null;
  @Flag({ optional: true })
  chatPageEnabled?: boolean;
  @Flag({ optional: true })
  indexable?: boolean;
}

export class CreateAgentInput extends AgentInput {
  /** @example "Help desk" */
  @Text({ min: 1, max: 255, line: true })
  name: string;
  /** An `active` agent takes chat turns immediately. */
  @ApiProperty({ default: 'draft' })
  @OneOf(['draft', 'active'], { optional: true })
  status?: AgentStatus;
}

@RequestExamples({ 'a new name': { name: 'Help desk' } })
export class UpdateAgentInput extends AgentInput {
  @Text({ min: 1, max: 255, line: true, optional: true })
  name?: string;
  /** Allowed changes: draft → active ⇄ inactive. */
  @OneOf(AGENT_STATUSES, { optional: true })
  status?: AgentStatus;
  /**
   * The `updatedAt` of the agent as you read it. If the agent has changed since, the response is 409 and nothing changes. Default: no
   * check.
   */
  @Instant({ optional: true })
  expectedUpdatedAt?: string;
}
