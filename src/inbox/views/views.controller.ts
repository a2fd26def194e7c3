import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { REMOVED, RemovalDto } from '../../common/operations/removal.dto';
import { Section } from '../../common/operations/section.decorator';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { ConversationListsService } from '../conversations/conversation-lists.service';
import { CreateViewInput, GetViewCountsQuery, ReorderViewsInput, UpdateViewInput } from './view-input.dto';
import { ViewCountListDto, ViewDto, ViewListDto } from './view.dto';
import { ViewsService } from './views.service';

/** The fields of a view in the audit log. */
const AUDITED_FIELDS = { name: 'personal', filter: 'plain', sort: 'plain', visibility: 'plain' } as const;

@Section('Lists of conversations that members keep by their filters.')
@ApiTags('Views')
@Controller('workspaces/:workspaceId/views')
export class ViewsController {
  constructor(
    private readonly views: ViewsService,
    private readonly lists: ConversationListsService,
  ) {}

  @Post()
  @Operation({
    operationId: 'createView',
    summary: 'Save a view of conversations',
    description:
      'The view is added behind the others. A workspace has at most 100 shared views, a member at most 50 private ones. ' +
      'Only admins create shared views.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: { subject: ['view', 'response.id'], fields: AUDITED_FIELDS },
    returns: ViewDto,
    status: 201,
    errors: ['association_invalid', 'role_insufficient', 'view_limit_reached'],
    location: '/workspaces/{workspaceId}/views/{id}',
    idempotent: true,
  })
  async create(@CurrentMember() member: Member, @Body() input: CreateViewInput): Promise<ViewDto> {
    return ViewDto.from(await this.views.create(member, input));
  }

  @Get()
  @Operation({
    operationId: 'listViews',
    summary: 'List saved views',
    description:
      'Returns the shared views and your private ones. `listConversations` lists the conversations of a view.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: ViewListDto,
  })
  async list(@CurrentMember() member: Member): Promise<ViewListDto> {
    return ViewListDto.from(await this.views.list(member));
  }

  @Put('order')
  @Operation({
    operationId: 'reorderViews',
    summary: 'Order saved views',
    description:
      'Orders the shared views, or your private ones: name each of them once. Only admins order shared views. Returns all views.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: { subject: ['workspace', 'path.workspaceId'], fields: { viewIds: 'plain' } },
    returns: ViewListDto,
    errors: ['role_insufficient'],
  })
  async reorder(@CurrentMember() member: Member, @Body() { viewIds }: ReorderViewsInput): Promise<ViewListDto> {
    return ViewListDto.from(await this.views.reorder(member, viewIds));
  }

  @Get('counts')
  @Operation({
    operationId: 'getViewCounts',
    summary: 'Count the conversations of saved views',
    description:
      'Counts to 100, among the 10,000 conversations that a page of the list looks at: `capped` says that there may be more.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: ViewCountListDto,
    limit: 'list_per_user',
    cli: { name: 'views counts' },
  })
  async counts(@CurrentMember() member: Member, @Query() { viewIds }: GetViewCountsQuery): Promise<ViewCountListDto> {
    return ViewCountListDto.from(await this.lists.countViews(member, viewIds));
  }

  @Get(':viewId')
  @Operation({
    operationId: 'getView',
    summary: 'Get a saved view',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: ViewDto,
  })
  async get(@CurrentMember() member: Member, @Param('viewId') viewId: string): Promise<ViewDto> {
    return ViewDto.from(await this.views.get(member, viewId));
  }

  @Patch(':viewId')
  @Operation({
    operationId: 'updateView',
    summary: 'Update a saved view',
    description: 'Changes only the fields that you send. Only admins change shared views.',
    access: { kind: 'account', scopes: ['inbox:write'], role: 'admin', orAuthorOf: 'viewId' },
    audit: { subject: ['view', 'path.viewId'], fields: AUDITED_FIELDS },
    returns: ViewDto,
    errors: ['association_invalid', 'version_conflict', 'view_limit_reached'],
  })
  async update(
    @CurrentMember() member: Member,
    @Param('viewId') viewId: string,
    @Body() input: UpdateViewInput,
  ): Promise<ViewDto> {
    return ViewDto.from(await this.views.update(member, viewId, input));
  }

  @Delete(':viewId')
  @Operation({
    operationId: 'removeView',
    summary: 'Remove a saved view',
    description: 'Only admins remove shared views. The conversations stay.',
    access: { kind: 'account', scopes: ['inbox:write'], role: 'admin', orAuthorOf: 'viewId' },
    audit: { subject: ['view', 'path.viewId'] },
    returns: RemovalDto,
    destructive: true,
    cli: { consequence: 'The conversations stay. This cannot be undone.' },
  })
  async remove(@CurrentMember() member: Member, @Param('viewId') viewId: string): Promise<RemovalDto> {
    await this.views.remove(member, viewId);
    return REMOVED;
  }
}
