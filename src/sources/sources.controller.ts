import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { CurrentMember } from '../common/auth/current.decorators';
import { REMOVED, RemovalDto } from '../common/operations/removal.dto';
import { Section } from '../common/operations/section.decorator';
import { Operation } from '../common/registry/operation.decorator';
import type { Member } from '../common/request/principal';
import { CreateSourceInput, ListSourcesQuery } from './source-input.dto';
import { SourceDetailDto, UpdateSourceInput } from './source-change.dto';
import { SourceDto, SourcePageDto, SourceTextDto } from './source.dto';
import { SourceProgressDto, SourceScheduleDto, UpdateSourceScheduleInput } from './source-schedule.dto';
import { SourceChangesService } from './source-changes.service';
import { SourcesService } from './sources.service';

@Section('The material agents answer from: texts, question-and-answer pairs, files, web pages and sitemaps.')
@Controller('workspaces/:workspaceId/agents/:agentId/sources')
export class SourcesController {
  constructor(
    private readonly sources: SourcesService,
    private readonly changes: SourceChangesService,
  ) {}

  @Post()
  @Operation({
    operationId: 'createSource',
    summary: 'Create a source',
    description:
      'Adds material that the agent can answer from. The source is indexed in the background: its status is ' +
      '`queued`, then `processing`, then `ready` or `failed`; `failure` gives the reason. The request body must ' +
      'be at most 1 MiB; upload larger files with `uploadSourceFile`. A source with an address is `fetching` first, as far as the robots.txt of its site allows; ' +
      'for a page, the main content is indexed. A sitemap is `processing` until all of its pages are indexed.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: {
      subject: ['source', 'response.id'],
      fields: {
        type: 'plain',
        language: 'plain',
        fileId: 'plain',
        mediaType: 'plain',
        refreshHours: 'plain',
        name: 'text',
        url: 'url',
        content: 'personal',
        pairs: 'personal',
        contentBase64: 'personal',
      },
      related: { agent: 'path.agentId' },
    },
    returns: SourceDto,
    status: 202,
    errors: ['plan_limit_reached', 'association_invalid'],
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
    description: 'With the text or the pairs that it was made of, so that they can be edited (`updateSource`).',
    access: { kind: 'account', scopes: ['workspaces:read'] },
    returns: SourceDetailDto,
  })
  async get(
    @CurrentMember() member: Member,
    @Param('agentId') agentId: string,
    @Param('sourceId') sourceId: string,
  ): Promise<SourceDetailDto> {
    return SourceDetailDto.with(...(await this.sources.content(member, agentId, sourceId)));
  }

  @Patch(':sourceId')
  @Operation({
    operationId: 'updateSource',
    summary: 'Update a source',
    description:
      'Changes the name, the text of a text source, the pairs of a qna source, or the address of a page or a sitemap. The ' +
      'source is indexed again in the background; the current index stays in use until the new one is ready, and also ' +
      'if fetching or indexing fails.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: {
      subject: ['source', 'path.sourceId'],
      fields: { name: 'text', url: 'url', content: 'personal', pairs: 'personal' },
      related: { agent: 'path.agentId' },
    },
    returns: SourceDto,
    status: 202,
    errors: ['association_invalid', 'plan_limit_reached', 'source_busy'],
  })
  async update(
    @CurrentMember() member: Member,
    @Param('agentId') agentId: string,
    @Param('sourceId') sourceId: string,
    @Body() input: UpdateSourceInput,
  ): Promise<SourceDto> {
    return SourceDto.from(await this.changes.update(member, agentId, sourceId, input));
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

  @Get(':sourceId/pages')
  @Operation({
    operationId: 'listSourcePages',
    summary: 'List the pages of a sitemap',
    description:
      'Newest first. Each page is a source of its own, which citations name; it can be read and refreshed by its id. ' +
      'Empty for sources that are no sitemap. Follow `nextCursor` until it is null.',
    access: { kind: 'account', scopes: ['workspaces:read'] },
    returns: SourcePageDto,
  })
  async pages(
    @CurrentMember() member: Member,
    @Param('agentId') agentId: string,
    @Param('sourceId') sourceId: string,
    @Query() query: ListSourcesQuery,
  ): Promise<SourcePageDto> {
    return SourcePageDto.from(await this.sources.pagesOf(member, agentId, sourceId, query));
  }

  @Get(':sourceId/progress')
  @Operation({
    operationId: 'getSourceProgress',
    summary: 'Get the progress of a source',
    description:
      'Returns the progress of fetching and indexing; for a sitemap, also the number of its pages that are done.',
    access: { kind: 'account', scopes: ['workspaces:read'] },
    returns: SourceProgressDto,
  })
  async progress(
    @CurrentMember() member: Member,
    @Param('agentId') agentId: string,
    @Param('sourceId') sourceId: string,
  ): Promise<SourceProgressDto> {
    return SourceProgressDto.from(await this.sources.progress(member, agentId, sourceId));
  }

  @Get(':sourceId/schedule')
  @Operation({
    operationId: 'getSourceSchedule',
    summary: 'Get the schedule of a source',
    access: { kind: 'account', scopes: ['workspaces:read'] },
    returns: SourceScheduleDto,
  })
  async schedule(
    @CurrentMember() member: Member,
    @Param('agentId') agentId: string,
    @Param('sourceId') sourceId: string,
  ): Promise<SourceScheduleDto> {
    return SourceScheduleDto.from(await this.sources.get(member, agentId, sourceId));
  }

  @Patch(':sourceId/schedule')
  @Operation({
    operationId: 'updateSourceSchedule',
    summary: 'Update the schedule of a source',
    description:
      'Sets how often a page or a sitemap is fetched again; the hours count from now. The pages of a sitemap have no ' +
      'schedule of their own.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: {
      subject: ['source', 'path.sourceId'],
      fields: { refreshHours: 'plain' },
      related: { agent: 'path.agentId' },
    },
    returns: SourceScheduleDto,
    errors: ['association_invalid'],
  })
  async updateSchedule(
    @CurrentMember() member: Member,
    @Param('agentId') agentId: string,
    @Param('sourceId') sourceId: string,
    @Body() { refreshHours }: UpdateSourceScheduleInput,
  ): Promise<SourceScheduleDto> {
    return SourceScheduleDto.from(await this.sources.schedule(member, agentId, sourceId, refreshHours));
  }

  @Post(':sourceId/refresh')
  @Operation({
    operationId: 'refreshSource',
    summary: 'Refresh a source',
    description:
      'Indexes the source again. A source with an address is fetched again first, unless the site says that it has not ' +
      'changed; for a sitemap, new pages are added and pages that it no longer lists are removed. The current index stays ' +
      'in use until the new one is ready, and also if fetching or indexing fails.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: { subject: ['source', 'path.sourceId'], related: { agent: 'path.agentId' } },
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
    audit: { subject: ['source', 'path.sourceId'], related: { agent: 'path.agentId' } },
    returns: RemovalDto,
    destructive: true,
    cli: {
      consequence: 'Agents stop answering from it now, and its text and index are deleted. This cannot be undone.',
    },
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
