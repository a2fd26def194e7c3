import { Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentScope } from '../../common/auth/current.decorators';
import { Section } from '../../common/operations/section.decorator';
import { Operation } from '../../common/registry/operation.decorator';
import type { WorkspaceScope } from '../../common/request/principal';
import { IdentityKeyDto, IdentityKeyListDto, IdentityKeyReceiptDto } from './identity-key.dto';
import { IdentityKeysService } from './identity-keys.service';

@Section('With identity keys your server signs who the visitors of your site are.')
@ApiTags('Identity keys')
@Controller('workspaces/:workspaceId/agents/:agentId/identity-keys')
export class IdentityKeysController {
  constructor(private readonly keys: IdentityKeysService) {}

  @Post()
  @Operation({
    operationId: 'createIdentityKey',
    summary: 'Create an identity key',
    description:
      'Returns the secret, which cannot be retrieved again. Sign with it, by HS256, a JWT with `sub` (your identifier of the ' +
      'visitor), `exp` (at most 24 hours ahead) and, if you like, `name`, `email` with `email_verified: true`, `attributes` ' +
      'and `aud` (the id of the agent, alone or in a list). Keep it on your server. An agent has at most two active keys: create the second, sign ' +
      'with it, then revoke the first.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: { subject: ['identity_key', 'response.key.id'], related: { agent: 'path.agentId' } },
    returns: IdentityKeyReceiptDto,
    status: 201,
    noStore: true,
    idempotent: true,
    errors: ['plan_limit_reached'],
    mcp: false,
    cli: 'visitors create-key',
  })
  async create(
    @CurrentScope() scope: WorkspaceScope,
    @Param('agentId') agentId: string,
  ): Promise<IdentityKeyReceiptDto> {
    return IdentityKeyReceiptDto.from(await this.keys.create(scope, agentId));
  }

  @Get()
  @Operation({
    operationId: 'listIdentityKeys',
    summary: 'List identity keys',
    description: 'Newest first, including revoked keys. Secrets are never returned.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    returns: IdentityKeyListDto,
    cli: 'visitors list-keys',
  })
  async list(@CurrentScope() scope: WorkspaceScope, @Param('agentId') agentId: string): Promise<IdentityKeyListDto> {
    return { keys: (await this.keys.list(scope, agentId)).map((key) => IdentityKeyDto.from(key)) };
  }

  @Delete(':identityKeyId')
  @Operation({
    operationId: 'revokeIdentityKey',
    summary: 'Revoke an identity key',
    description:
      'Takes effect immediately, also for the sessions of visitors that were verified with it. A repeated call returns the ' +
      'first revocation.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: { subject: ['identity_key', 'path.identityKeyId'], related: { agent: 'path.agentId' } },
    returns: IdentityKeyDto,
    destructive: true,
    cli: {
      name: 'visitors revoke-key',
      consequence:
        'Signatures with it, and the sessions of visitors that it verified, stop working now. This cannot be undone.',
    },
  })
  async revoke(
    @CurrentScope() scope: WorkspaceScope,
    @Param('agentId') agentId: string,
    @Param('identityKeyId') identityKeyId: string,
  ): Promise<IdentityKeyDto> {
    return IdentityKeyDto.from(await this.keys.revoke(scope, agentId, identityKeyId));
  }
}
