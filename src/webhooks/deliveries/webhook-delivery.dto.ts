import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsUUID } from 'class-validator';
import type { Page } from '../../common/database/page';
import { positionText } from '../../common/event-types/event-position';
import { IdCursor, NextCursor, PageLimit } from '../../common/http/page-query';
import { Text } from '../../common/validation/field-rules';
import { Instant } from '../../common/validation/instant';
import { positionIn } from '../sending/outgoing-event';
import { DELIVERY_STATES, type DeliveryState, WEBHOOK_FAILURES, type WebhookFailure } from '../webhook.types';
import type { StoredAttempt, WebhookDelivery } from './webhook-delivery.entity';

const FAILURE_CLASS = {
  enum: WEBHOOK_FAILURES,
  enumName: 'WebhookFailureClass',
  nullable: true,
  type: String,
  example: null,
};

export class ListWebhookDeliveriesQuery {
  @ApiPropertyOptional({ enum: DELIVERY_STATES })
  @IsOptional()
  @IsIn(DELIVERY_STATES)
  state?: DeliveryState;

  /** @example "message.created" */
  @Text({ min: 1, max: 100, optional: true })
  type?: string;

  /** @example "4b0f8c1e-5b6c-4d7e-8f90-a1b2c3d4e5f6" */
  @ApiPropertyOptional({ format: 'uuid' })
  @IsOptional()
  @IsUUID('loose')
  eventId?: string;

  /**
   * Deliveries that began at this time or later.
   * @example "2026-01-15T09:30:00.000Z"
   */
  @Instant({ optional: true })
  from?: string;

  /**
   * Deliveries that began at this time or before.
   * @example "2026-01-16T09:30:00.000Z"
   */
  @Instant({ optional: true })
  to?: string;

  @PageLimit({ fallback: 20, max: 100 })
  limit: number;

  @IdCursor()
  cursor?: string;
}

export class WebhookDeliveryDto {
  /** @example "0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c" */
  id: string;
  /** @example "0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3d" */
  webhookId: string;
  /**
   * `webhook-id` of each of its requests.
   * @example "4b0f8c1e-5b6c-4d7e-8f90-a1b2c3d4e5f6"
   */
  eventId: string;
  /** @example "1768469400000_748213_9921" */
  position: string;
  /** @example "message.created" */
  type: string;
  /**
   * `pending`: it is sent again. `waiting`: behind another one of its subject. `failed`: after the last attempt. `dropped`: its agent is
   * none of the webhook any more, or its event is no longer kept.
   */
  @ApiProperty({ enum: DELIVERY_STATES })
  state: DeliveryState;
  /**
   * The replay that it belongs to.
   * @example null
   */
  replayId: string | null;
  /** @example 1 */
  attemptCount: number;
  /** @example "2026-01-15T09:30:00.000Z" */
  firstAttemptAt: string | null;
  /** @example "2026-01-15T09:30:00.000Z" */
  lastAttemptAt: string | null;
  /** @example null */
  nextAttemptAt: string | null;
  /**
   * The status of the last answer.
   * @example 200
   */
  status: number | null;
  @ApiProperty(FAILURE_CLASS)
  failureClass: WebhookFailure | null;

  static from(delivery: WebhookDelivery): WebhookDeliveryDto {
    const { id, webhookId, eventId, type, state, replayId, attemptCount, status, failureClass } = delivery;
    return {
      ...{ id, webhookId, eventId, position: positionText(positionIn(delivery)), type, state, replayId, attemptCount },
      firstAttemptAt: delivery.firstAttemptAt?.toISOString() ?? null,
      lastAttemptAt: delivery.lastAttemptAt?.toISOString() ?? null,
      nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
      status,
      failureClass,
    };
  }
}

export class WebhookDeliveryPageDto {
  /** Newest first. */
  deliveries: WebhookDeliveryDto[];
  @NextCursor('uuid')
  nextCursor: string | null;

  static from({ rows, nextCursor }: Page<WebhookDelivery>): WebhookDeliveryPageDto {
    return { deliveries: rows.map((row) => WebhookDeliveryDto.from(row)), nextCursor };
  }
}

export class WebhookAttemptDto {
  /**
   * From 1.
   * @example 1
   */
  number: number;
  /** @example "2026-01-15T09:30:00.000Z" */
  at: string;
  /** @example 12 */
  durationMs: number;
  /** @example 200 */
  status: number | null;
  @ApiProperty(FAILURE_CLASS)
  failureClass: WebhookFailure | null;
  /**
   * The beginning of a text or JSON body.
   * @example "ok"
   */
  responseExcerpt: string | null;

  static from({ number, at, durationMs, status, failureClass, responseExcerpt }: StoredAttempt): WebhookAttemptDto {
    return { number, at, durationMs, status, failureClass, responseExcerpt };
  }
}

export class WebhookDeliveryDetailDto {
  delivery: WebhookDeliveryDto;
  /** The latest 20, oldest first. */
  attempts: WebhookAttemptDto[];
  /** The event as it was sent, without its record. null if it is no longer kept. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true, example: null })
  event: object | null;
}
