import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsUUID } from 'class-validator';
import type { Page } from '../../common/database/page';
import { MemberQuery } from '../../common/http/named-member';
import { IdCursor, NextCursor, PageLimit } from '../../common/http/page-query';
import { OneOf } from '../../common/validation/plain-fields';
import type { MemberNotification } from './member-notification.entity';
import {
  NOTIFICATION_CHANNELS,
  NOTIFICATION_EVENTS,
  NOTIFICATION_REASONS,
  NOTIFICATION_STATES,
  type NotificationChannel,
  type NotificationEvent,
  type NotificationReason,
  type NotificationState,
} from './member-notification.types';

export class ListMemberNotificationsQuery {
  @OneOf(NOTIFICATION_STATES, { optional: true })
  state?: NotificationState;
  @OneOf(NOTIFICATION_REASONS, { optional: true })
  reason?: NotificationReason;
  @OneOf(NOTIFICATION_EVENTS, { optional: true })
  event?: NotificationEvent;
  @OneOf(NOTIFICATION_CHANNELS, { optional: true })
  channel?: NotificationChannel;
  /** Returns only notifications to this member: their id, or `me`. */
  @MemberQuery()
  memberId?: string;
  /** Returns only notifications about this conversation. */
  @ApiPropertyOptional({ type: String, format: 'uuid', example: '01995a3e-4c1f-7d5e-9a51-4a2b3c4d5e6f' })
  @IsOptional()
  @IsUUID('loose')
  conversationId?: string;

  @PageLimit({ fallback: 50, max: 200 })
  limit: number;

  @IdCursor()
  cursor?: string;
}

/** A notification of a member about one event through one channel, with its outcome. */
export class MemberNotificationDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  id: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-1a2b3c4d5e6f" */
  workspaceId: string;
  /** The member. null if it goes to the email address in the agent's `notifyConfig`. */
  @ApiProperty({ type: String, nullable: true, example: '01995a3e-4c1f-7d5e-9a51-2a2b3c4d5e6f' })
  memberId: string | null;
  @ApiProperty({ enum: NOTIFICATION_EVENTS, example: 'customerReply' })
  event: NotificationEvent;
  @ApiProperty({ enum: NOTIFICATION_CHANNELS, example: 'email' })
  channel: NotificationChannel;
  /** @example "01995a3e-4c1f-7d5e-9a51-3a2b3c4d5e6f" */
  agentId: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-4a2b3c4d5e6f" */
  conversationId: string;
  /** The customer's message, or the reply that may not have arrived. null if the event is not about a message. */
  @ApiProperty({ type: String, nullable: true, example: '01995a3e-4c1f-7d5e-9a51-5a2b3c4d5e6f' })
  messageId: string | null;
  /** null if the event is not about a support request. */
  @ApiProperty({ type: String, nullable: true, example: null })
  supportRequestId: string | null;
  /**
   * `sent`: the mail server or a push service has accepted it, which is not yet delivery. `uncertain`: the mail server never
   * answered; it is not sent again.
   */
  @ApiProperty({ enum: NOTIFICATION_STATES, example: 'dropped' })
  state: NotificationState;
  /** Why it was dropped or failed. null in any other state. */
  @ApiProperty({ enum: NOTIFICATION_REASONS, nullable: true, example: 'quiet_hours' })
  reason: NotificationReason | null;
  /**
   * The earliest time at which it is sent. Later than `createdAt` while it waits for other notifications or for quiet
   * hours to end.
   */
  @ApiProperty({ type: String, format: 'date-time', example: '2026-03-01T09:30:00.000Z' })
  dueAt: string;
  /** null until it is sent, dropped, failed or uncertain. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-03-01T09:30:01.000Z' })
  finishedAt: string | null;
  /** @example "2026-03-01T09:30:00.000Z" */
  createdAt: string;

  static from(notification: MemberNotification): MemberNotificationDto {
    return {
      id: notification.id,
      workspaceId: notification.workspaceId,
      memberId: notification.memberId,
      event: notification.event,
      channel: notification.channel,
      agentId: notification.agentId,
      conversationId: notification.conversationId,
      messageId: notification.messageId,
      supportRequestId: notification.supportRequestId,
      state: notification.state,
      reason: notification.reason,
      dueAt: notification.dueAt.toISOString(),
      finishedAt: notification.finishedAt?.toISOString() ?? null,
      createdAt: notification.createdAt.toISOString(),
    };
  }
}

export class MemberNotificationPageDto {
  /** Newest first. */
  notifications: MemberNotificationDto[];
  @NextCursor('uuid')
  nextCursor: string | null;

  static from({ rows, nextCursor }: Page<MemberNotification>): MemberNotificationPageDto {
    return { notifications: rows.map((one) => MemberNotificationDto.from(one)), nextCursor };
  }
}
