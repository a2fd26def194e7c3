import { ApiProperty } from '@nestjs/swagger';
import { positionText } from '../common/event-types/event-position';
import { NextCursor } from '../common/http/page-query';
import { SecretField } from '../common/operations/secret-field';
import type { WebhookSecret } from './secrets/webhook-secret.entity';
import type { Webhook } from './webhook.entity';
import {
  ATTENTION,
  type Attention,
  PAUSE_REASONS,
  type PauseReason,
  WEBHOOK_CONTENTS,
  WEBHOOK_FAILURES,
  WEBHOOK_ORDERINGS,
  WEBHOOK_STATES,
  type WebhookContent,
  type WebhookFailure,
  type WebhookOrdering,
  type WebhookState,
} from './webhook.types';
import { cursorOf } from './webhooks.repository';

/** A webhook with what a reader wants to know beside its row. */
export interface DescribedWebhook {
  webhook: Webhook;
  secrets: readonly WebhookSecret[];
  needsAttention: Attention[];
  lagSeconds: number;
  nextAttemptAt: Date | null;
}

/** The version of the bodies that webhooks send. */
export const SCHEMA_VERSION = 1;

export class WebhookSecretDto {
  /** @example "0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c" */
  id: string;
  /**
   * The last four characters.
   * @example "9fQ="
   */
  hint: string;
  /** @example "2026-01-15T09:30:00.000Z" */
  createdAt: string;
  /**
   * The end of its grace after a rotation. null: the newest secret.
   * @example null
   */
  expiresAt: string | null;

  static from({ id, hint, createdAt, expiresAt }: WebhookSecret): WebhookSecretDto {
    return { id, hint, createdAt: createdAt.toISOString(), expiresAt: expiresAt?.toISOString() ?? null };
  }
}

export class MissedEventsDto {
  /** @example "1768469400000_748213_9921" */
  from: string;
  /** @example "1768469412345_748230_9950" */
  to: string;
}

export class WebhookFailureDto {
  /** @example "2026-01-15T09:30:00.000Z" */
  at: string;
  @ApiProperty({ enum: WEBHOOK_FAILURES, enumName: 'WebhookFailureClass' })
  class: WebhookFailure;
  /**
   * null if there was no answer.
   * @example 503
   */
  status: number | null;
}

export class WebhookDto {
  /** @example "0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c" */
  id: string;
  /** @example "0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3d" */
  workspaceId: string;
  /** @example "Data warehouse" */
  name: string | null;
  /** @example "https://hooks.example.com/parley" */
  url: string;
  /** @example ["message.*", "conversation.updated"] */
  events: string[];
  /**
   * null: all agents. Empty: the last of them was purged, and the webhook is paused.
   * @example null
   */
  agentIds: string[] | null;
  @ApiProperty({ enum: WEBHOOK_CONTENTS })
  content: WebhookContent;
  @ApiProperty({ enum: WEBHOOK_ORDERINGS })
  ordering: WebhookOrdering;
  /** @example 4 */
  parallelism: number;
  /**
   * The version of the bodies that it sends.
   * @example 1
   */
  schemaVersion: number;
  @ApiProperty({ enum: WEBHOOK_STATES })
  state: WebhookState;
  /** null unless it is paused. */
  @ApiProperty({ enum: PAUSE_REASONS, nullable: true, type: String, example: null })
  pauseReason: PauseReason | null;
  /** `missed_events` and `creator_left` end with the next `updateWebhook`. */
  @ApiProperty({ enum: ATTENTION, isArray: true, example: [] })
  needsAttention: Attention[];
  /** The secrets that requests are signed with, newest first. */
  secrets: WebhookSecretDto[];
  /**
   * All events up to this position were sent, or have a delivery.
   * @example "1768469400000_748213_9921"
   */
  cursor: string;
  /**
   * The age of the oldest event that was not delivered.
   * @example 0
   */
  lagSeconds: number;
  /** Positions between which events were deleted before they were sent. */
  missed: MissedEventsDto | null;
  /** @example 0 */
  consecutiveFailures: number;
  /**
   * When an event is next sent again. null if none waits for that.
   * @example null
   */
  nextAttemptAt: string | null;
  /** @example "2026-01-15T09:30:00.000Z" */
  lastDeliveredAt: string | null;
  lastFailure: WebhookFailureDto | null;
  /**
   * The member who created it. null once they have left.
   * @example "0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3e"
   */
  createdBy: string | null;
  /** @example 1 */
  version: number;
  /** @example "2026-01-15T09:30:00.000Z" */
  createdAt: string;
  /** @example "2026-01-15T09:30:00.000Z" */
  updatedAt: string;

  static from({ webhook, secrets, needsAttention, lagSeconds, nextAttemptAt }: DescribedWebhook): WebhookDto {
    const { lastFailedAt, lastFailureClass, missedFrom, missedTo } = webhook;
    return {
      id: webhook.id,
      workspaceId: webhook.workspaceId,
      name: webhook.name,
      url: webhook.url,
      events: webhook.events,
      agentIds: webhook.agentIds,
      content: webhook.content,
      ordering: webhook.ordering,
      parallelism: webhook.parallelism,
      schemaVersion: SCHEMA_VERSION,
      state: webhook.state,
      pauseReason: webhook.pauseReason,
      needsAttention,
      secrets: secrets.map((secret) => WebhookSecretDto.from(secret)),
      cursor: positionText(cursorOf(webhook)),
      lagSeconds,
      missed: missedFrom === null || missedTo === null ? null : { from: missedFrom, to: missedTo },
      consecutiveFailures: webhook.consecutiveFailures,
      nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
      lastDeliveredAt: webhook.lastDeliveredAt?.toISOString() ?? null,
      lastFailure:
        lastFailedAt === null || lastFailureClass === null
          ? null
          : { at: lastFailedAt.toISOString(), class: lastFailureClass, status: webhook.lastFailureStatus },
      createdBy: webhook.createdBy,
      version: webhook.version,
      createdAt: webhook.createdAt.toISOString(),
      updatedAt: webhook.updatedAt.toISOString(),
    };
  }
}

export class WebhookReceiptDto {
  webhook: WebhookDto;
  /**
   * The secret for the signatures. It cannot be retrieved again.
   * @example "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw…"
   */
  @SecretField()
  secret: string;

  static from(described: DescribedWebhook, secret: string): WebhookReceiptDto {
    return { webhook: WebhookDto.from(described), secret };
  }
}

export class WebhookPageDto {
  /** Newest first. */
  webhooks: WebhookDto[];
  @NextCursor('uuid')
  nextCursor: string | null;
}

export class WebhookTestDto {
  /** Whether the receiver answered with a status from 200 to 299. */
  delivered: boolean;
  /**
   * null if there was no answer.
   * @example 200
   */
  status: number | null;
  /** @example 12 */
  durationMs: number;
  @ApiProperty({ enum: WEBHOOK_FAILURES, enumName: 'WebhookFailureClass', nullable: true, type: String, example: null })
  failureClass: WebhookFailure | null;
  /**
   * The beginning of a text or JSON body.
   * @example "ok"
   */
  responseExcerpt: string | null;
}
