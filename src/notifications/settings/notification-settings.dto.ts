import { ApiProperty } from '@nestjs/swagger';
import type { OwnSettings } from './notification-settings.service';

export class AgentNotificationsDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-7a2b3c4d5e6f" */
  agentId: string;
  /** @example "Help desk" */
  name: string;
  /** Whether you hear nothing of the agent’s conversations. */
  muted: boolean;
}

/** What you want to hear of in one workspace. How you hear of it is among the preferences of your account. */
export class NotificationSettingsDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-7a2b3c4d5e70" */
  workspaceId: string;
  /** Whether you hear nothing of this workspace. */
  muted: boolean;
  /** Whether notifications show what customers write. */
  showContent: boolean;
  /** The agents that you can see, oldest first. */
  agents: AgentNotificationsDto[];
  /** When the settings were last saved. null if never; all values are then defaults. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-03-01T09:30:00.000Z' })
  updatedAt: string | null;

  static from({ settings, agents }: OwnSettings, workspaceId: string): NotificationSettingsDto {
    const muted = new Set(settings.mutedAgentIds);
    return {
      workspaceId,
      muted: settings.muted,
      showContent: settings.showContent,
      agents: agents.map(({ id, name }) => ({ agentId: id, name, muted: muted.has(id) })),
      updatedAt: settings.updatedAt?.toISOString() ?? null,
    };
  }
}
