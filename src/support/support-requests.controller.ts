import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../common/auth/current.decorators';
import { markReplayed } from '../common/idempotency/replayed';
import { Section } from '../common/operations/section.decorator';
import { Operation } from '../common/registry/operation.decorator';
import type { JsonText } from '../common/request/json-text';
import type { Member } from '../common/request/principal';
import { HistoryEntryDto, HistoryPageDto } from './history-entry.dto';
import {
  CreateSupportRequestInput,
  ListSupportRequestHistoryQuery,
  ListSupportRequestsQuery,
  TransitionSupportRequestInput,
  UpdateSupportRequestInput,
} from './support-request-input.dto';
import { SupportRequestDto, SupportRequestPageDto, TransitionedRequestDto } from './support-request.dto';
import { SupportRequestsService } from './support-requests.service';
import { SupportTransitionsService } from './support-transitions.service';

@Section('Work that customers need people for, and how long it may take.')
@ApiTags('Support requests')
@Controller('workspaces/:workspaceId/support-requests')
export class SupportRequestsController {
  constructor(
    private readonly requests: SupportRequestsService,
    private readonly transitions: SupportTransitionsService,
  ) {}

  @Post()
  @Operation({
    operationId: 'createSupportRequest',
    summary: 'Open a support request',
    description:
      'Reopens the conversation if it is closed. Support requests also open by themselves when an agent hands a customer ' +
      'over, and when a customer writes to people.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: {
      subject: ['support_request', 'response.id'],
      fields: { subject: 'personal', priority: 'plain' },
      related: { conversation: 'body.conversationId' },
    },
    returns: SupportRequestDto,
    status: 201,
    idempotent: true,
    errors: ['association_invalid', 'support_request_limit_reached'],
    cli: {
      name: 'requests create',
      arguments: ['conversationId'],
      examples: ["requests create 3 --priority high --subject 'Broken lamp'"],
    },
  })
  async create(@CurrentMember() member: Member, @Body() input: CreateSupportRequestInput): Promise<SupportRequestDto> {
    return this.requests.create(member, input);
  }

  @Get()
  @Operation({
    operationId: 'listSupportRequests',
    summary: 'List support requests',
    description: `Newest first, or with \`sort=due\` the earliest due first. A restricted member sees only requests to their own
agents.

A page can have fewer requests than \`limit\`, or none, if few of those that it looked through match the filters: follow
\`nextCursor\` until it is null.`,
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: SupportRequestPageDto,
    inDefaultToolset: true,
    cli: {
      name: 'requests list',
      names: { assignee: 'memberId' },
      columns: [
        { title: 'subject', fields: ['subject'] },
        { title: 'state', fields: ['state'] },
        { title: 'priority', fields: ['priority'] },
        { title: 'waiting on', fields: ['waitingOn'] },
        { title: 'age', fields: ['openedAt'], as: 'age' },
        { title: 'SLA left', fields: ['sla'], as: 'left' },
      ],
      examples: ['requests list --state active --sort due', 'requests list --assignee me'],
    },
  })
  async list(@CurrentMember() member: Member, @Query() query: ListSupportRequestsQuery): Promise<JsonText> {
    return this.requests.list(member, query);
  }

  @Get(':requestId')
  @Operation({
    operationId: 'getSupportRequest',
    summary: 'Get a support request',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: SupportRequestDto,
    cli: 'requests get',
  })
  async get(@CurrentMember() member: Member, @Param('requestId') requestId: string): Promise<SupportRequestDto> {
    return this.requests.get(member, requestId);
  }

  @Patch(':requestId')
  @Operation({
    operationId: 'updateSupportRequest',
    summary: 'Update a support request',
    description:
      'Changes only the fields you send; null clears a field. With a new priority, clocks that run get the target of the ' +
      'policy that then matches and count from their start, so they can be breaching at once.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: {
      subject: ['support_request', 'path.requestId'],
      fields: { subject: 'personal', priority: 'plain', assigneeMemberId: 'plain' },
    },
    returns: SupportRequestDto,
    errors: ['association_invalid', 'version_conflict'],
    cli: 'requests update',
  })
  async update(
    @CurrentMember() member: Member,
    @Param('requestId') requestId: string,
    @Body() input: UpdateSupportRequestInput,
  ): Promise<SupportRequestDto> {
    return this.requests.update(member, requestId, input);
  }

  @Post(':requestId/transitions')
  @Operation({
    operationId: 'transitionSupportRequest',
    summary: 'Move a support request to another state',
    description: `| kind | from | to | further fields |
| --- | --- | --- | --- |
| activate | new, waiting | active | assigneeMemberId |
| wait | new, active | waiting | waitingOn (required), resumeAt |
| end | new, active, waiting | ended | disposition (required), note |
| reopen | ended | active | |

Reopening begins a new episode with new clocks; the disposition stays in the history. A retry with the same
\`idempotencyKey\` gets the first response again, with the header \`Idempotency-Replayed: true\`.`,
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: {
      subject: ['support_request', 'path.requestId'],
      fields: {
        'transition.kind': 'plain',
        'transition.assigneeMemberId': 'plain',
        'transition.waitingOn': 'plain',
        'transition.resumeAt': 'plain',
        'transition.disposition': 'plain',
        'transition.note': 'personal',
        reason: 'personal',
        occurredAt: 'plain',
      },
    },
    returns: TransitionedRequestDto,
    errors: [
      'association_invalid',
      'idempotency_key_reused',
      'invalid_transition',
      'support_request_limit_reached',
      'version_conflict',
    ],
    cli: {
      name: 'requests transition',
      arguments: ['requestId', 'transition.kind'],
      flags: {
        'transition.disposition': 'disposition',
        'transition.note': 'note',
        'transition.waitingOn': 'waiting-on',
        'transition.resumeAt': 'resume-at',
        'transition.assigneeMemberId': 'assignee',
      },
      examples: [
        'requests transition 1 end --disposition resolved',
        'requests transition 1 wait --waiting-on customer',
      ],
    },
  })
  async transition(
    @CurrentMember() member: Member,
    @Param('requestId') requestId: string,
    @Body() input: TransitionSupportRequestInput,
  ): Promise<JsonText> {
    const requested = TransitionSupportRequestInput.requested(input, member);
    return markReplayed(await this.transitions.transition(member, requestId, requested));
  }

  @Get(':requestId/history')
  @Operation({
    operationId: 'listSupportRequestHistory',
    summary: 'List the history of a support request',
    description: 'Oldest first. Each entry raised the version of the request by 1.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: HistoryPageDto,
    cli: 'requests history',
  })
  async listHistory(
    @CurrentMember() member: Member,
    @Param('requestId') requestId: string,
    @Query() query: ListSupportRequestHistoryQuery,
  ): Promise<HistoryPageDto> {
    const { rows, nextCursor } = await this.requests.pageHistory(member, requestId, query);
    return { entries: rows.map((entry) => HistoryEntryDto.from(entry)), nextCursor };
  }
}
