import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { WRITES } from '../webhooks.controller';
import { ReplayWebhookInput, WebhookReplayDto } from './webhook-replay.dto';
import { WebhookReplaysService } from './webhook-replays.service';

@ApiTags('Webhooks')
@Controller('workspaces/:workspaceId/webhooks/:webhookId/replays')
export class WebhookReplaysController {
  constructor(private readonly replays: WebhookReplaysService) {}

  @Post()
  @Operation({
    operationId: 'replayWebhook',
    summary: 'Send events of the past again',
    description: `Sends the events that the webhook would get today, with the ids that they had, beside new ones. With the content \`none\`,
their bodies are the same byte for byte. A webhook has one replay at a time.`,
    access: WRITES,
    audit: {
      subject: ['webhook_replay', 'response.id'],
      fields: { from: 'plain', to: 'plain', types: 'text' },
      related: { webhook: 'path.webhookId' },
    },
    returns: WebhookReplayDto,
    status: 202,
    errors: ['replay_in_progress', 'position_expired'],
    cli: 'webhooks replay',
  })
  async start(
    @CurrentMember() member: Member,
    @Param('webhookId') webhookId: string,
    @Body() input: ReplayWebhookInput,
  ): Promise<WebhookReplayDto> {
    return WebhookReplayDto.from(await this.replays.start(member, webhookId, input));
  }

  @Get(':replayId')
  @Operation({
    operationId: 'getWebhookReplay',
    summary: 'Get how far a replay is',
    access: { kind: 'account', scopes: ['workspaces:read'], role: 'admin' },
    returns: WebhookReplayDto,
    cli: 'webhooks get-replay',
  })
  async get(
    @CurrentMember() member: Member,
    @Param('webhookId') webhookId: string,
    @Param('replayId') replayId: string,
  ): Promise<WebhookReplayDto> {
    return WebhookReplayDto.from(await this.replays.get(member, webhookId, replayId));
  }

  @Delete(':replayId')
  @Operation({
    operationId: 'cancelWebhookReplay',
    summary: 'Cancel a replay',
    description: 'Its events that wait for a retry are dropped. A replay that has ended stays as it is.',
    access: WRITES,
    audit: { subject: ['webhook_replay', 'path.replayId'], related: { webhook: 'path.webhookId' } },
    returns: WebhookReplayDto,
    destructive: true,
    cli: {
      name: 'webhooks cancel-replay',
      consequence: 'Its remaining events are not sent. You can replay them again.',
    },
  })
  async cancel(
    @CurrentMember() member: Member,
    @Param('webhookId') webhookId: string,
    @Param('replayId') replayId: string,
  ): Promise<WebhookReplayDto> {
    return WebhookReplayDto.from(await this.replays.cancel(member, webhookId, replayId));
  }
}
