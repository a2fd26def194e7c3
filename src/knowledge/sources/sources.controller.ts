import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { CurrentMember } from '../../common/auth/current.decorators';
import { REMOVED, RemovalDto } from '../../common/operations/removal.dto';
import { Section } from '../../common/operations/section.decorator';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { CreateSourceInput, ListSourcesQuery } from './source-input.dto';
import { SourceDto, SourcePageDto, SourceTextDto } from './source.dto';
import { SourcesService } from './sources.service';

@Section('The material agents answer from: texts, question-and-answer pairs, and files.')
@Controller('workspaces/:workspaceId/agents/:agentId/sources')
export class SourcesController {
  constructor(private readonly sources: SourcesService) {}

  @Post()
  @Operation({
    operationId: 'createSource',
    summary: 'Create a source',
    description:
      'Adds material that the agent can answer from. The source is indexed in the background: its status is ' +
      '`queued`, then `processing`, then `ready` or `failed`; `failure` gives the reason. The request body must ' +
      'be at most 1 MiB.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    returns: SourceDto,
    status: 202,
    errors: ['plan_limit_reached'],
    idempotent: true,
    location: '/workspaces/{workspaceId}/agents/{agentId}/sources/{id}',
  })
  async create(
    @CurrentMember() member: Member,
    @Param('agentId') agentId: string,
    @Body() input: CreateSourceInput,
  ): Promise<SourceDto> {
    return SourceDto.from(await this.sources.create(member, agentId, input));
  }

  @Get()
  @Operation({
    operationId: 'listSources',
    summary: 'List sources',
    description: 'Newest first. Follow `nextCursor` until it is null.',
    access: { kind: 'account', scopes: ['workspaces:read'] },
    returns: SourcePageDto,
  })
  async list(
    @CurrentMember() member: Member,
    @Param('agentId') agentId: string,
    @Query() query: ListSourcesQuery,
  ): Promise<SourcePageDto> {
    return SourcePageDto.from(await this.sources.page(member, agentId, query));
  }

  @Get(':sourceId')
  @Operation({
    operationId: 'getSource',
    summary: 'Get a source',
    access: { kind: 'account', scopes: ['workspaces:read'] },
    returns: SourceDto,
  })
  async get(
    @CurrentMember() member: Member,
    @Param('agentId') agentId: string,
    @Param('sourceId') sourceId: string,
  ): Promise<SourceDto> {
    return SourceDto.from(await this.sources.get(member, agentId, sourceId));
  }

  @Get(':sourceId/text')
  @Operation({
    operationId: 'getSourceText',
    summary: 'Get the indexed text of a source',
    description: 'The `start` and `end` of passages and citations count UTF-16 code units of this text.',
    access: { kind: 'account', scopes: ['workspaces:read'] },
    returns: SourceTextDto,
  })
  async text(
    @CurrentMember() member: Member,
    @Param('agentId') agentId: string,
    @Param('sourceId') sourceId: string,
  ): Promise<SourceTextDto> {
    return { sourceId, text: await this.sources.text(member, agentId, sourceId) };
  }

  @Post(':sourceId/refresh')
  @Operation({
    operationId: 'refreshSource',
    summary: 'Refresh a source',
    description:
      'Indexes the source again. The current index stays in use until the new one is ready, and also if ' +
      'indexing fails.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    returns: SourceDto,
    status: 202,
    errors: ['source_busy'],
  })
  async refresh(
    @CurrentMember() member: Member,
    @Param('agentId') agentId: string,
    @Param('sourceId') sourceId: string,
  ): Promise<SourceDto> {
    return SourceDto.from(await this.sources.refresh(member, agentId, sourceId));
  }

  @Delete(':sourceId')
  @Operation({
    operationId: 'removeSource',
    summary: 'Remove a source',
    description:
      'Removes the source and its index. Once you have the response, no chat turn or search uses the source. A ' +
      'repeated call returns 404.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    returns: RemovalDto,
    destructive: true,
  })
  async remove(
    @CurrentMember() member: Member,
    @Param('agentId') agentId: string,
    @Param('sourceId') sourceId: string,
  ): Promise<RemovalDto> {
    await this.sources.remove(member, agentId, sourceId);
    return REMOVED;
  }
}
