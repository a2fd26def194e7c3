import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../common/auth/current.decorators';
import { REMOVED, RemovalDto } from '../common/operations/removal.dto';
import { Section } from '../common/operations/section.decorator';
import { Operation } from '../common/registry/operation.decorator';
import type { Member } from '../common/request/principal';
import {
  CreateWebhookInput,
  ListWebhooksQuery,
  RotateWebhookSecretInput,
  TestWebhookInput,
  UpdateWebhookInput,
} from './webhook-input.dto';
import { WebhookDto, WebhookPageDto, WebhookReceiptDto, WebhookTestDto } from './webhook.dto';
import { WebhookTests } from './webhook-tests';
import { WebhooksService } from './webhooks.service';

const READS = { kind: 'account', scopes: ['workspaces:read'], role: 'admin' } as const;
/** A webhook goes on reading the inbox, so its writer must be able to. */
export const WRITES = {
  kind: 'account',
  scopes: ['workspaces:read', 'workspaces:write', 'inbox:read'],
  role: 'admin',
} as const;
const CHOSEN = {
  name: 'text',
  url: 'url',
  events: 'text',
  agentIds: 'plain',
  content: 'plain',
  ordering: 'plain',
  parallelism: 'plain',
} as const;
const DAY_SECONDS = 86_400;

@Section('Webhooks send the events of a workspace to an address of yours.')
@ApiTags('Webhooks')
@Controller('workspaces/:workspaceId/webhooks')
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly tests: WebhookTests,
  ) {}

  @Post()
  @Operation({
    operationId: 'createWebhook',
    summary: 'Create a webhook',
    description: `Returns the secret for the signatures (Standard Webhooks 1.0), which cannot be retrieved again. Each event is sent at
least once. Events of one conversation are sent one after the other. A receiver answers 2xx within 15 seconds.`,
    access: WRITES,
    audit: { subject: ['webhook', 'response.webhook.id'], fields: CHOSEN },
    returns: WebhookReceiptDto,
    status: 201,
    location: '/workspaces/{webhook.workspaceId}/webhooks/{webhook.id}',
    noStore: true,
    idempotent: true,
    errors: ['plan_limit_reached', 'association_invalid'],
    mcp: false,
  })
  async create(@CurrentMember() member: Member, @Body() input: CreateWebhookInput): Promise<WebhookReceiptDto> {
    const { described, secret } = await this.webhooks.create(member, input);
    return WebhookReceiptDto.from(described, secret);
  }

  @Get()
  @Operation({
    operationId: 'listWebhooks',
    summary: 'List the webhooks of a workspace',
    description: 'Newest first. `needsAttention` is empty for those that work.',
    access: READS,
    returns: WebhookPageDto,
  })
  async list(@CurrentMember() member: Member, @Query() query: ListWebhooksQuery): Promise<WebhookPageDto> {
    const { rows, nextCursor } = await this.webhooks.page(member, query);
    return { webhooks: rows.map((one) => WebhookDto.from(one)), nextCursor };
  }

  @Get(':webhookId')
  @Operation({ operationId: 'getWebhook', summary: 'Get a webhook', access: READS, returns: WebhookDto })
  async get(@CurrentMember() member: Member, @Param('webhookId') webhookId: string): Promise<WebhookDto> {
    return WebhookDto.from(await this.webhooks.get(member, webhookId));
  }

  @Patch(':webhookId')
  @Operation({
    operationId: 'updateWebhook',
    summary: 'Change, pause or resume a webhook',
    description: `Changes only the fields that you send. A paused webhook loses nothing: resumed, it sends all events since, in order, as
far as they are kept. Events that wait for a retry are sent to the new address.`,
    access: WRITES,
    audit: {
      subject: ['webhook', 'path.webhookId'],
      fields: { ...CHOSEN, state: 'plain' },
      transaction: 'service',
    },
    returns: WebhookDto,
    errors: ['version_conflict', 'association_invalid', 'rate_limited'],
  })
  async update(
    @CurrentMember() member: Member,
    @Param('webhookId') webhookId: string,
    @Body() input: UpdateWebhookInput,
  ): Promise<WebhookDto> {
    return WebhookDto.from(await this.webhooks.update(member, webhookId, input));
  }

  @Delete(':webhookId')
  @Operation({
    operationId: 'removeWebhook',
    summary: 'Remove a webhook',
    description: 'No request begins after the response. The delivery log is deleted too.',
    access: WRITES,
    audit: { subject: ['webhook', 'path.webhookId'] },
    returns: RemovalDto,
    destructive: true,
    cli: { consequence: 'It gets no more events, and its delivery log is deleted. This cannot be undone.' },
  })
  async remove(@CurrentMember() member: Member, @Param('webhookId') webhookId: string): Promise<RemovalDto> {
    await this.webhooks.remove(member, webhookId);
    return REMOVED;
  }

  @Post(':webhookId/secret/rotate')
  @Operation({
    operationId: 'rotateWebhookSecret',
    summary: 'Rotate the secret of a webhook',
    description: `Returns the new secret, which cannot be retrieved again. Until the grace ends, requests are signed with both secrets. A
further rotation ends the oldest one at once.`,
    access: WRITES,
    audit: { subject: ['webhook', 'path.webhookId'], fields: { graceSeconds: 'plain' } },
    returns: WebhookReceiptDto,
    status: 201,
    noStore: true,
    idempotent: true,
    mcp: false,
    cli: 'webhooks rotate-secret',
  })
  async rotate(
    @CurrentMember() member: Member,
    @Param('webhookId') webhookId: string,
    @Body() { graceSeconds = DAY_SECONDS }: RotateWebhookSecretInput,
  ): Promise<WebhookReceiptDto> {
    const { described, secret } = await this.webhooks.rotateSecret(member, webhookId, graceSeconds);
    return WebhookReceiptDto.from(described, secret);
  }

  @Post(':webhookId/test')
  @Operation({
    operationId: 'testWebhook',
    summary: 'Send a sample event to a webhook',
    description: `One attempt, in any state, which it does not change. The sample has the form of its type, and ids that belong to no
record.`,
    access: WRITES,
    audit: 'none: it sends a sample event and changes nothing',
    returns: WebhookTestDto,
    errors: ['webhook_secret_unreadable', 'rate_limited'],
    cli: 'webhooks test',
  })
  async test(
    @CurrentMember() member: Member,
    @Param('webhookId') webhookId: string,
    @Body() input: TestWebhookInput,
  ): Promise<WebhookTestDto> {
    return this.tests.send(member, webhookId, input);
  }
}
