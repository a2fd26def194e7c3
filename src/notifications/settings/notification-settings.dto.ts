import { ApiProperty } from '@nestjs/swagger';
import {
  MAIL_FAILURES,
  type MailFailure,
  NOTIFICATION_EVENTS,
  type NotificationEvent,
} from '../notices/member-notification.types';
import type { OwnSettings } from './notification-settings.service';

export class AgentNotificationsDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-7a2b3c4d5e6f" */
  agentId: string;
  /** @example "Help desk" */
  name: string;
  /** Whether you have muted the agent’s conversations. */
  muted: boolean;
}

/** Your notification settings in one workspace. The preferences of your account set the channels. */
export class NotificationSettingsDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-7a2b3c4d5e70" */
  workspaceId: string;
  /** Whether you have muted this workspace. */
  muted: boolean;
  /** Whether notifications show text of customers. */
  showContent: boolean;
  /** The agents that you can see, oldest first. */
  agents: AgentNotificationsDto[];
  /** The events that you get no emails about, because you followed the unsubscribe link in one of them. */
  @ApiProperty({ enum: NOTIFICATION_EVENTS, isArray: true, example: ['customerReply'] })
  unsubscribedEvents: NotificationEvent[];
  /**
   * Why your newest email did not arrive: the mail server refused it, or it bounced. null if it arrived, as far as is
   * known.
   */
  @ApiProperty({ enum: MAIL_FAILURES, nullable: true, example: null })
  emailFailure: MailFailure | null;
  /** When the settings were last saved. null if never; all values are then defaults. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-03-01T09:30:00.000Z' })
  updatedAt: string | null;

  static from(
    { settings, agents, unsubscribedEvents, emailFailure }: OwnSettings,
    workspaceId: string,
  ): NotificationSettingsDto {
    const muted = new Set(settings.mutedAgentIds);
    return {
      workspaceId,
      muted: settings.muted,
      showContent: settings.showContent,
      agents: agents.map(({ id, name }) => ({ agentId: id, name, muted: muted.has(id) })),
      unsubscribedEvents,
      emailFailure,
      updatedAt: settings.updatedAt?.toISOString() ?? null,
    };
  }
}
