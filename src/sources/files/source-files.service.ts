import { Injectable } from '@nestjs/common';
import { AgentsService } from '../../agents/agents.service';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { gathered, PIECE_BYTES } from '../../common/http/gathered';
import { FileEmpty, UploadInterrupted } from '../../common/http/upload.errors';
import type { WorkspaceScope } from '../../common/request/principal';
import type { FileMediaType, SourceKey } from '../source.types';
import type { SourceFile } from './source-file.entity';
import { UPLOAD_LEASE } from './source-file.entity';
import { FileUnknown, TooManyFiles } from './source-files.errors';
import { SourceFilesRepository } from './source-files.repository';

/** Files that sources are made of. */
@Injectable()
export class SourceFilesService {
  constructor(
    private readonly files: SourceFilesRepository,
    private readonly agents: AgentsService,
    private readonly work: UnitOfWork,
  ) {}

  /**
   * Keeps a file as it arrives. Each piece is a transaction of its own, so that no upload holds a connection; of what is
   * refused or left nothing stays.
   *
   * @throws NotFound 404, TooManyFiles 429, FileEmpty 400, UploadInterrupted 503, and what reading `bytes` throws
   */
  async upload(
    scope: WorkspaceScope,
    agentId: string,
    mediaType: FileMediaType,
    bytes: AsyncIterable<Buffer>,
  ): Promise<SourceFile> {
    const file = await this.takePlace(scope, agentId, mediaType);
    try {
      return await UPLOAD_LEASE.whileHolding(
        () => this.files.renew(file),
        () => this.receive(file, bytes),
      );
    } catch (error) {
      await this.work.run(() => this.files.deleteUnfinished(file));
      throw error;
    }
  }

  /** Part of the transaction that makes a source of it, with its id. @throws FileUnknown 400 */
  async take(workspaceId: string, agentId: string, fileId: string): Promise<SourceFile> {
    const file = await this.files.take(workspaceId, agentId, fileId);
    if (!file) throw new FileUnknown();
    return file;
  }

  private async takePlace(scope: WorkspaceScope, agentId: string, mediaType: FileMediaType): Promise<SourceKey> {
    const file = await this.work.run(async () => {
      const agent = await this.agents.require(scope, agentId);
      await this.files.lockPlaces(agent.workspaceId);
      return this.files.claim(agent.workspaceId, agent.id, mediaType);
    });
    if (!file) throw new TooManyFiles();
    return file;
  }

  private async receive(file: SourceKey, bytes: AsyncIterable<Buffer>): Promise<SourceFile> {
    let size = 0;
    for await (const piece of gathered(bytes, PIECE_BYTES)) {
      if (!(await this.files.append(file, size, piece))) throw new UploadInterrupted();
      size += piece.length;
    }
    if (size === 0) throw new FileEmpty();
    const finished = await this.files.finish(file);
    if (!finished) throw new UploadInterrupted();
    return finished;
  }
}
