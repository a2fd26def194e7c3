import { ApiProperty } from '@nestjs/swagger';
import { LearningConfigDto, NotifyConfigDto, VoiceConfigDto, WidgetConfigDto } from './agent-config.dto';
import { AGENT_STATUSES, type AgentStatus } from './agent-status';

/** A chat agent. Every field is always there; what is unknown is null. */
export class AgentDto {
  /** @example "0197a3c2-6f1e-7c41-b1a5-8f5b5b0d6a11" */
  id: string;
  /** @example "0197a3c2-5d20-7b39-9d40-0f6f7a2f9c55" */
  workspaceId: string;
  /** @example "Help desk" */
  name: string;
  /**
   * Instructions for the model, sent before every turn.
   * @example "Answer briefly and politely."
   */
  systemPrompt: string;
  /** `draft` has never been active. Only an `active` agent takes chat turns. */
  @ApiProperty({ enum: AGENT_STATUSES })
  status: AgentStatus;
  /** Whether the agent is being transferred to another workspace. */
  inTransfer: boolean;
  /** @example "parley-extractive" */
  model: string;
  @ApiProperty({ minimum: 0, maximum: 2, example: 0.2 })
  temperature: number;
  /** Chat turns allowed per minute. 0 means unlimited. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, example: 60 })
  rateLimitPerMinute: number;
  /**
   * Host names whose pages may show the widget. If empty, all pages may.
   * @example ["www.example.com"]
   */
  allowedDomains: string[];
  widgetConfig: WidgetConfigDto;
  notifyConfig: NotifyConfigDto;
  voiceConfig: VoiceConfigDto;
  learningConfig: LearningConfigDto;
  /** Your own identifier for the team that conversations are handed over to. */
  @ApiProperty({ type: String, nullable: true })
  escalationTeamId: string | null;
  @ApiProperty({ type: String, format: 'email', nullable: true })
  supportEmail: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'https://www.example.com' })
  website: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'https://www.example.com/logo.svg' })
  logoUrl: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'Example Support' })
  emailFromName: string | null;
  /** Whether the agent has a public chat page. */
  chatPageEnabled: boolean;
  /** Whether search engines may index the public chat page. */
  indexable: boolean;
  /** When the operator blocked the public chat page. null if it is not blocked. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  chatPageBlockedAt: string | null;
  /** When the agent and everything that belongs to it will be purged. null if no deletion is scheduled. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  deletionScheduledAt: string | null;
  /** Id of the member who requested the deletion. null if no deletion is scheduled. */
  @ApiProperty({ type: String, nullable: true })
  deletionRequestedBy: string | null;
  @ApiProperty({ format: 'date-time', example: '2026-03-01T09:30:00.000Z' })
  createdAt: string;
  @ApiProperty({ format: 'date-time', example: '2026-03-01T09:30:00.000Z' })
  updatedAt: string;
  @ApiProperty({ type: 'integer', minimum: 0 })
  messageCount: number;
  @ApiProperty({ type: 'integer', minimum: 0 })
  conversationCount: number;
  @ApiProperty({ type: 'integer', minimum: 0 })
  sourceCount: number;
  /**
   * Share of ended support requests whose disposition is `resolved` or `answered_by_agent`, from 0 to 1 with four decimal
   * places. 0 if none has ended.
   */
  @ApiProperty({ minimum: 0, maximum: 1, example: 0.8125 })
  resolvedRate: number;
}
