import { Injectable } from '@nestjs/common';
import type { VisitorPrincipal } from '../../common/request/principal';
import { FilesService, type UploadedFile } from '../../files/files.service';
import { AgentFileSettingsService } from '../../files/settings/agent-file-settings.service';
import { AgentStopped } from '../conversations/own-conversations.errors';
import { VisitorLimits } from '../visitor-limits';

/** Files that visitors upload for their messages. */
@Injectable()
export class VisitorFilesService {
  constructor(
    private readonly files: FilesService,
    private readonly settings: AgentFileSettingsService,
    private readonly limits: VisitorLimits,
  ) {}

  /** @throws AgentStopped 409, RateLimited 429, and the refusals of an upload */
  async upload(visitor: VisitorPrincipal, fileName: string, bytes: AsyncIterable<Buffer>): Promise<UploadedFile> {
    if (!visitor.agentAnswers) throw new AgentStopped();
    await this.limits.uploaded(visitor);
    const { workspaceId, planId, agentId, sessionId } = visitor;
    const { visitorFiles: allowed } = await this.settings.get(workspaceId, agentId);
    return this.files.upload({ workspaceId, planId, uploaderId: `visitor:${sessionId}`, allowed }, fileName, bytes);
  }
}
