import { Body, Controller, Delete, Get, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../common/auth/current.decorators';
import { REMOVED, RemovalDto } from '../common/operations/removal.dto';
import { Section } from '../common/operations/section.decorator';
import { Operation } from '../common/registry/operation.decorator';
import type { Member } from '../common/request/principal';
import { UpdateWorkspaceModelSettingsInput, WorkspaceModelSettingsDto } from './model-settings.dto';
import { ModelSettingsService } from './model-settings.service';

@Section('The model server of a workspace, in addition to the one of the installation.')
@ApiTags('Models')
@Controller('workspaces/:workspaceId/model-settings')
export class ModelSettingsController {
  constructor(private readonly settings: ModelSettingsService) {}

  @Get()
  @Operation({
    operationId: 'getWorkspaceModelSettings',
    summary: 'Get the model server of a workspace',
    description: 'The API key is never returned. Every field is null or empty if there is no server.',
    access: { kind: 'account', scopes: ['workspaces:read'], role: 'admin' },
    returns: WorkspaceModelSettingsDto,
    cli: 'models get-server',
  })
  async get(@CurrentMember() member: Member): Promise<WorkspaceModelSettingsDto> {
    return WorkspaceModelSettingsDto.from(await this.settings.find(member));
  }

  @Patch()
  @Operation({
    operationId: 'updateWorkspaceModelSettings',
    summary: 'Set the model server of a workspace',
    description: `Agents of the workspace can then use any of \`models\` on this server. The server receives customers’
messages, conversations and passages of the sources. If the installation offers a model with the same name, this server
answers in its place. Changes only the fields that you send. The server is not contacted: test it afterwards.`,
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: {
      subject: ['workspace', 'path.workspaceId'],
      fields: { baseUrl: 'url', apiKey: 'secret', models: 'plain', embeddingModel: 'text' },
    },
    returns: WorkspaceModelSettingsDto,
    mcp: false,
    cli: 'models update-server',
  })
  async update(
    @CurrentMember() member: Member,
    @Body() input: UpdateWorkspaceModelSettingsInput,
  ): Promise<WorkspaceModelSettingsDto> {
    return WorkspaceModelSettingsDto.from(await this.settings.update(member, input));
  }

  @Delete()
  @Operation({
    operationId: 'removeWorkspaceModelSettings',
    summary: 'Remove the model server of a workspace',
    description: `Deletes the address and the API key. Agents with one of its models keep the name, but the installation’s
default model answers for them until you change it. That may be a model on the installation’s own server, which then receives
the customers’ messages. To avoid this, switch the agents to \`parley-extractive\` first.`,
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: { subject: ['workspace', 'path.workspaceId'] },
    returns: RemovalDto,
    destructive: true,
    cli: {
      name: 'models remove-server',
      consequence:
        'The address and the API key are deleted. Agents with one of its models answer with the model of the installation until you change them.',
    },
  })
  async remove(@CurrentMember() member: Member): Promise<RemovalDto> {
    await this.settings.remove(member);
    return REMOVED;
  }
}
