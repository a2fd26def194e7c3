import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { EventSubscriptions } from '../../events/event-subscriptions.service';
import { WRITES } from '../webhooks.controller';
import { WebhookDeliveriesService } from './webhook-deliveries.service';
import {
  ListWebhookDeliveriesQuery,
  WebhookAttemptDto,
  WebhookDeliveryDetailDto,
  WebhookDeliveryDto,
  WebhookDeliveryPageDto,
} from './webhook-delivery.dto';

const READS = { kind: 'account', scopes: ['workspaces:read'], role: 'admin' } as const;

@ApiTags('Webhooks')
@Controller('workspaces/:workspaceId/webhooks/:webhookId/deliveries')
export class WebhookDeliveriesController {
  constructor(
    private readonly deliveries: WebhookDeliveriesService,
    private readonly subscriptions: EventSubscriptions,
  ) {}

  @Get()
  @Operation({
    operationId: 'listWebhookDeliveries',
    summary: 'List the deliveries of a webhook',
    description: 'Newest first. Delivered ones are kept for 7 days, others for 30.',
    access: READS,
    returns: WebhookDeliveryPageDto,
    cli: 'webhooks deliveries',
  })
  async list(
    @CurrentMember() member: Member,
    @Param('webhookId') webhookId: string,
    @Query() { from, to, ...query }: ListWebhookDeliveriesQuery,
  ): Promise<WebhookDeliveryPageDto> {
    const times = { ...(from && { from: new Date(from) }), ...(to && { to: new Date(to) }) };
    return WebhookDeliveryPageDto.from(await this.deliveries.page(member, webhookId, { ...query, ...times }));
  }

  @Get(':deliveryId')
  @Operation({
    operationId: 'getWebhookDelivery',
    summary: 'Get a delivery with its attempts',
    access: READS,
    returns: WebhookDeliveryDetailDto,
    cli: 'webhooks delivery',
  })
  async get(
    @CurrentMember() member: Member,
    @Param('webhookId') webhookId: string,
    @Param('deliveryId') deliveryId: string,
  ): Promise<WebhookDeliveryDetailDto> {
    const { delivery, event } = await this.deliveries.get(member, webhookId, deliveryId);
    return {
      delivery: WebhookDeliveryDto.from(delivery),
      attempts: delivery.attempts.map((attempt) => WebhookAttemptDto.from(attempt)),
      event: event && this.subscriptions.asListed(event),
    };
  }

  @Post(':deliveryId/redeliver')
  @Operation({
    operationId: 'redeliverWebhookDelivery',
    summary: 'Send a delivery again',
    description: 'At once, also if it was delivered or has failed. The body is made of the event again.',
    access: WRITES,
    audit: {
      subject: ['webhook_delivery', 'path.deliveryId'],
      related: { webhook: 'path.webhookId' },
      transaction: 'service',
    },
    returns: WebhookDeliveryDto,
    status: 202,
    errors: ['position_expired', 'rate_limited'],
    cli: 'webhooks redeliver',
  })
  async redeliver(
    @CurrentMember() member: Member,
    @Param('webhookId') webhookId: string,
    @Param('deliveryId') deliveryId: string,
  ): Promise<WebhookDeliveryDto> {
    return WebhookDeliveryDto.from(await this.deliveries.redeliver(member, webhookId, deliveryId));
  }
}
