import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { CurrentAccount, CurrentScope } from '../common/auth/current.decorators';
import { Section } from '../common/operations/section.decorator';
import { Operation } from '../common/registry/operation.decorator';
import type { AccountPrincipal, WorkspaceScope } from '../common/request/principal';
import { CreateWorkspaceInput, UpdateWorkspaceInput, WorkspaceDto, WorkspaceListDto } from './workspace.dto';
import { WorkspacesService } from './workspaces.service';

@Section('Workspaces, which own agents, members, contacts, and keys.')
@Controller('workspaces')
export class WorkspacesController {
  constructor(private readonly workspaces: WorkspacesService) {}

  @Get()
  @Operation({
    operationId: 'listWorkspaces',
    summary: 'List your workspaces',
    description: 'Returns every workspace that you are a member of, oldest first.',
    access: { kind: 'account', scopes: ['workspaces:read'] },
    returns: WorkspaceListDto,
    inDefaultToolset: true,
  })
  async list(@CurrentAccount() account: AccountPrincipal): Promise<WorkspaceListDto> {
    return WorkspaceListDto.from(await this.workspaces.list(account.accountId));
  }

  @Post()
  @Operation({
    operationId: 'createWorkspace',
    summary: 'Create a workspace',
    description:
      'You become its owner. The name must be unique among the workspaces of each owner; case and ' +
      'Unicode-equivalent spellings do not make a difference. You can own as many workspaces as the most ' +
      'generous plan among your workspaces allows.',
    access: { kind: 'account', scopes: ['workspaces:write'] },
    audit: { subject: ['workspace', 'response.id'], fields: { name: 'text' }, workspace: 'response.id' },
    returns: WorkspaceDto,
    status: 201,
    errors: ['plan_limit_reached', 'workspace_name_taken'],
    location: '/workspaces/{id}',
    idempotent: true,
  })
  async create(
    @CurrentAccount() account: AccountPrincipal,
    @Body() input: CreateWorkspaceInput,
  ): Promise<WorkspaceDto> {
    return WorkspaceDto.from(await this.workspaces.create(account.accountId, input));
  }

  @Get(':workspaceId')
  @Operation({
    operationId: 'getWorkspace',
    summary: 'Get a workspace',
    access: { kind: 'account', scopes: ['workspaces:read'] },
    returns: WorkspaceDto,
  })
  async get(@CurrentScope() { workspaceId }: WorkspaceScope): Promise<WorkspaceDto> {
    return WorkspaceDto.from(await this.workspaces.get(workspaceId));
  }

  @Patch(':workspaceId')
  @Operation({
    operationId: 'updateWorkspace',
    summary: 'Update a workspace',
    description: 'Changes the name or the time zone. Fields you omit stay the same.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: {
      subject: ['workspace', 'path.workspaceId'],
      fields: { name: 'text', timezone: 'plain', defaultCountry: 'plain' },
    },
    returns: WorkspaceDto,
    errors: ['invalid_timezone', 'workspace_name_taken'],
  })
  async update(
    @CurrentScope() { workspaceId }: WorkspaceScope,
    @Body() input: UpdateWorkspaceInput,
  ): Promise<WorkspaceDto> {
    return WorkspaceDto.from(await this.workspaces.update(workspaceId, input));
  }
}
