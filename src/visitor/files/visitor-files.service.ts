import { Injectable } from '@nestjs/common';
import { Erasers } from '../../common/erasure/erasers';
import type { ErasedCounts, Eraser, Erasure, ErasureSubject } from '../../common/erasure/erasure.types';
import type { VisitorPrincipal } from '../../common/request/principal';
import type { UploaderId } from '../../files/file.types';
import { FilesService, type UploadedFile } from '../../files/files.service';
import { AgentFileSettingsService } from '../../files/settings/agent-file-settings.service';
import { AgentStopped } from '../conversations/own-conversations.errors';
import { OwnConversationsRepository } from '../conversations/own-conversations.repository';
import { VisitorLimits } from '../visitor-limits';

/** Files that visitors upload for their messages. Those that they never send are erased with what was said in their sessions. */
@Injectable()
export class VisitorFilesService implements Eraser {
  readonly step = 'contents';

  constructor(
    private readonly files: FilesService,
    private readonly settings: AgentFileSettingsService,
    private readonly limits: VisitorLimits,
    private readonly begun: OwnConversationsRepository,
    erasers: Erasers,
  ) {
    erasers.register(this);
  }

  /** @throws AgentStopped 409, RateLimited 429, and the refusals of an upload */
  async upload(visitor: VisitorPrincipal, fileName: string, bytes: AsyncIterable<Buffer>): Promise<UploadedFile> {
    if (!visitor.agentAnswers) throw new AgentStopped();
    await this.limits.uploaded(visitor);
    const { workspaceId, planId, agentId, sessionId } = visitor;
    const { visitorFiles: allowed } = await this.settings.get(workspaceId, agentId);
    return this.files.upload({ workspaceId, planId, uploaderId: `visitor:${sessionId}`, allowed }, fileName, bytes);
  }

  /** Erases the files that this session has not sent. Their number. */
  forget({ workspaceId, sessionId }: VisitorPrincipal): Promise<number> {
    return this.files.removeAllUnused(workspaceId, [`visitor:${sessionId}`]);
  }

  async count(subject: ErasureSubject): Promise<ErasedCounts> {
    return { files: await this.files.countAllUnused(subject.workspaceId, await this.uploadersOf(subject)) };
  }

  /** Sessions go on where old conversations end. */
  async erase(erasure: Erasure): Promise<ErasedCounts> {
    if (erasure.cause === 'age') return {};
    return { files: await this.files.removeAllUnused(erasure.workspaceId, await this.uploadersOf(erasure)) };
  }

  private async uploadersOf({ workspaceId, conversationIds }: ErasureSubject): Promise<UploaderId[]> {
    const sessionIds = await this.begun.listSessionIds(workspaceId, conversationIds);
    return sessionIds.map((id): UploaderId => `visitor:${id}`);
  }
}
