import { Injectable } from '@nestjs/common';
import { AgentsService } from '../agents/agents.service';
import type { WorkspaceScope } from '../common/request/principal';
import { FilesService, type UploadedFile } from '../files/files.service';
import { AgentFileSettingsService } from '../files/settings/agent-file-settings.service';
import { AgentInactive } from './chat-turns.errors';

/** Files that programs with a workspace key upload for turns of customers. */
@Injectable()
export class ChatFilesService {
  constructor(
    private readonly agents: AgentsService,
    private readonly files: FilesService,
    private readonly settings: AgentFileSettingsService,
  ) {}

  /** @throws NotFound 404, AgentInactive 409, and the refusals of an upload */
  async upload(
    scope: WorkspaceScope,
    { keyId, agentId }: { keyId: string; agentId: string },
    file: { fileName: string; bytes: AsyncIterable<Buffer> },
  ): Promise<UploadedFile> {
    const { workspaceId, planId } = scope;
    const agent = await this.agents.require(scope, agentId);
    if (!agent.answers) throw new AgentInactive();
    const { chatFiles: allowed } = await this.settings.get(workspaceId, agent.id);
    return this.files.upload({ workspaceId, planId, uploaderId: `key:${keyId}`, allowed }, file.fileName, file.bytes);
  }
}
