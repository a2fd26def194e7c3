import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { FileSettingsDto, UpdateFileSettingsInput } from './agent-file-settings.dto';
import { AgentFileSettingsService } from './agent-file-settings.service';

@ApiTags('Agents')
@Controller('workspaces/:workspaceId/agents/:agentId/file-settings')
export class AgentFileSettingsController {
  constructor(private readonly settings: AgentFileSettingsService) {}

  @Get()
  @Operation({
    operationId: 'getFileSettings',
    summary: 'Get which files an agent receives',
    description:
      'Returns which files visitors, and programs with a workspace key, can send with a message to the agent.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: FileSettingsDto,
    cli: { name: 'agents file-settings' },
  })
  async get(@CurrentMember() { workspaceId }: Member, @Param('agentId') agentId: string): Promise<FileSettingsDto> {
    return this.settings.get(workspaceId, agentId);
  }

  @Patch()
  @Operation({
    operationId: 'updateFileSettings',
    summary: 'Change which files an agent receives',
    description: 'Changes only the fields that you send. Files that were sent before stay.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: { subject: ['agent', 'path.agentId'], fields: { visitorFiles: 'plain', chatFiles: 'plain' } },
    returns: FileSettingsDto,
    cli: { name: 'agents update-file-settings' },
  })
  async update(
    @CurrentMember() { workspaceId }: Member,
    @Param('agentId') agentId: string,
    @Body() input: UpdateFileSettingsInput,
  ): Promise<FileSettingsDto> {
    return this.settings.update(workspaceId, agentId, input);
  }
}
