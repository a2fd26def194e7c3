import { Injectable } from '@nestjs/common';
import { AgentsService } from '../agents/agents.service';
import { RateLimiter } from '../common/rate-limit/rate-limiter';
import type { WorkspaceScope } from '../common/request/principal';
import { Settings } from '../config/load-settings';
import { FilesService, type UploadedFile } from '../files/files.service';
import { AgentFileSettingsService } from '../files/settings/agent-file-settings.service';
import { AgentInactive } from './chat-turns.errors';

const HOUR = 3_600;

/** Files that programs with a workspace key upload for turns of customers. */
@Injectable()
export class ChatFilesService {
  constructor(
    private readonly agents: AgentsService,
    private readonly files: FilesService,
    private readonly settings: AgentFileSettingsService,
    private readonly limiter: RateLimiter,
    private readonly installation: Settings,
  ) {}

  /** @throws NotFound 404, AgentInactive 409, RateLimited 429, and the refusals of an upload */
  async upload(
    scope: WorkspaceScope,
    { keyId, agentId }: { keyId: string; agentId: string },
    file: { fileName: string; bytes: AsyncIterable<Buffer> },
  ): Promise<UploadedFile> {
    const { workspaceId, planId } = scope;
    const agent = await this.agents.require(scope, agentId);
    if (!agent.answers) throw new AgentInactive();
    const name = 'LIMIT_UPLOADS_PER_USER';
    const max = this.installation.values[name];
    await this.limiter.consume({ name, key: `uploads:key:${keyId}`, max, windowSeconds: HOUR });
    const { chatFiles: allowed } = await this.settings.get(workspaceId, agent.id);
    return this.files.upload({ workspaceId, planId, uploaderId: `key:${keyId}`, allowed }, file.fileName, file.bytes);
  }
}
