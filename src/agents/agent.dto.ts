import { ApiProperty } from '@nestjs/swagger';
import { AGENT_STATUSES, type AgentStatus } from './agent-status';
import { LearningConfigDto, NotifyConfigDto, VoiceConfigDto, WidgetConfigDto } from './agent-configs.dto';

/** A chat agent. Every field is always there; what is unknown is null. */
export class AgentDto {
  /** @example "0197a3c2-6f1e-7c41-b1a5-8f5b5b0d6a11" */
  id: string;
  /** @example "0197a3c2-5d20-7b39-9d40-0f6f7a2f9c55" */
  workspaceId: string;
  /** @example "Help desk" */
  name: string;
  /**
   * What the model is told before every turn.
   * @example "Answer briefly and politely."
   */
  systemPrompt: string;
  /** `draft` was never live; `inactive` takes no chat turns. */
  @ApiProperty({ enum: AGENT_STATUSES })
  status: AgentStatus;
  /** Whether the agent is being moved to another workspace. */
  inTransfer: boolean;
  /** @example "parley-extractive" */
  model: string;
  @ApiProperty({ minimum: 0, maximum: 2, example: 0.2 })
  temperature: number;
  /** Chat turns a minute; 0 is unlimited. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, example: 60 })
  rateLimitPerMinute: number;
  /**
   * Host names whose pages may show the widget; empty: all.
   * @example ["www.example.com"]
   */
  allowedDomains: string[];
  widgetConfig: WidgetConfigDto;
  notifyConfig: NotifyConfigDto;
  voiceConfig: VoiceConfigDto;
  learningConfig: LearningConfigDto;
  /** The caller's own name for the team that takes over. */
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
  /** Whether search engines may list that page. */
  indexable: boolean;
  /** When the page was blocked by the operator. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  chatPageBlockedAt: string | null;
  /** When the agent and all that belongs to it will be purged. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  deletionScheduledAt: string | null;
  /** Id of the member who asked for the deletion. */
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
  /** Share of the conversations that were never handed to a person, 0 to 1, to four places; 0 where there are none. */
  @ApiProperty({ minimum: 0, maximum: 1, example: 0.8125 })
  resolvedRate: number;
}
