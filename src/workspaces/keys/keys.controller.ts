import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentScope } from '../../common/auth/current.decorators';
import { Section } from '../../common/operations/section.decorator';
import { Operation } from '../../common/registry/operation.decorator';
import type { WorkspaceScope } from '../../common/request/principal';
import {
  CreateWorkspaceKeyInput,
  UpdateWorkspaceKeyInput,
  WorkspaceKeyDto,
  WorkspaceKeyListDto,
  WorkspaceKeyReceiptDto,
} from './key.dto';
import { KeysService } from './keys.service';

@Section('Workspace keys let websites and servers use the agents of one workspace.')
@ApiTags('Workspace keys')
@Controller('workspaces/:workspaceId/keys')
export class KeysController {
  constructor(private readonly keys: KeysService) {}

  @Post()
  @Operation({
    operationId: 'createWorkspaceKey',
    summary: 'Create a workspace key',
    description:
      'Returns the secret, which cannot be retrieved again. The key gives access to the agents of this ' +
      'workspace and nothing else.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: { subject: ['workspace_key', 'response.key.id'], fields: { name: 'text', scopes: 'plain' } },
    returns: WorkspaceKeyReceiptDto,
    status: 201,
    noStore: true,
    idempotent: true,
    errors: ['plan_limit_reached'],
    mcp: false,
  })
  async create(
    @CurrentScope() { workspaceId }: WorkspaceScope,
    @Body() input: CreateWorkspaceKeyInput,
  ): Promise<WorkspaceKeyReceiptDto> {
    return WorkspaceKeyReceiptDto.from(await this.keys.create(workspaceId, input));
  }

  @Get()
  @Operation({
    operationId: 'listWorkspaceKeys',
    summary: 'List workspace keys',
    description: 'Newest first, including revoked keys. Secrets are never returned.',
    access: { kind: 'account', scopes: ['workspaces:read'], role: 'admin' },
    returns: WorkspaceKeyListDto,
  })
  async list(@CurrentScope() { workspaceId }: WorkspaceScope): Promise<WorkspaceKeyListDto> {
    return WorkspaceKeyListDto.from(await this.keys.list(workspaceId));
  }

  @Patch(':keyId')
  @Operation({
    operationId: 'updateWorkspaceKey',
    summary: 'Update a workspace key',
    description:
      'Renames the key or narrows its scopes. Narrowing takes effect immediately, including for access tokens ' +
      'already issued.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: { subject: ['workspace_key', 'path.keyId'], fields: { name: 'text', scopes: 'plain' } },
    returns: WorkspaceKeyDto,
    errors: ['authority_exceeded', 'credential_inactive'],
  })
  async update(
    @CurrentScope() { workspaceId }: WorkspaceScope,
    @Param('keyId') keyId: string,
    @Body() input: UpdateWorkspaceKeyInput,
  ): Promise<WorkspaceKeyDto> {
    return WorkspaceKeyDto.from(await this.keys.update(workspaceId, keyId, input));
  }

  @Delete(':keyId')
  @Operation({
    operationId: 'revokeWorkspaceKey',
    summary: 'Revoke a workspace key',
    description:
      'Takes effect immediately, including for access tokens of the key. A repeated call returns the first ' +
      'revocation.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: { subject: ['workspace_key', 'path.keyId'] },
    returns: WorkspaceKeyDto,
    destructive: true,
    cli: { consequence: 'Programs that use it, and its access tokens, stop working now. This cannot be undone.' },
  })
  async revoke(
    @CurrentScope() { workspaceId }: WorkspaceScope,
    @Param('keyId') keyId: string,
  ): Promise<WorkspaceKeyDto> {
    return WorkspaceKeyDto.from(await this.keys.revoke(workspaceId, keyId));
  }
}
