import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { NotFound } from '../common/errors/domain-error';
import { required } from '../common/errors/required';
import { gathered, PIECE_BYTES } from '../common/http/gathered';
import { FileEmpty, UploadInterrupted } from '../common/http/upload.errors';
import { BackgroundRunner } from '../common/jobs/background-runner';
import { fileNameOf } from '../common/text/file-name';
import { PlansService } from '../workspaces/plans/plans.service';
import { WorkspacesService } from '../workspaces/workspaces.service';
import { isAllowed, isRunByName, mediaTypeOf } from './file-kind';
import { type File, UPLOAD_LEASE } from './file.entity';
import { factsOf, FILE_WORK, type FileFacts, type FileKey, type Uploader, type UploaderId } from './file.types';
import { FileTooLarge, FileTypeNotAllowed, TooManyUnusedFiles } from './files.errors';
import { FilesRepository } from './files.repository';
import { cleanerFor } from './images/cleaner-for';
import type { ImageCleaner } from './images/image-cleaner';
import { MOST_UNUSED, MOST_UNUSED_BYTES } from './files.sql';

/** A file that no message carries so far. */
export interface UploadedFile extends FileFacts {
  expiresAt: Date;
  createdAt: Date;
}

/** Files that callers upload for messages. Until a message carries a file, only its uploader sees, uses and removes it. */
@Injectable()
export class FilesService {
  constructor(
    private readonly files: FilesRepository,
    private readonly workspaces: WorkspacesService,
    private readonly plans: PlansService,
    private readonly work: UnitOfWork,
    private readonly runner: BackgroundRunner,
  ) {}

  /**
   * Keeps a file as it arrives. Each piece is a transaction of its own, so that no upload holds a connection; of an upload that is
   * refused or broken off nothing stays.
   *
   * @throws FileTypeNotAllowed, FileEmpty 400, PlanLimitReached 403, FileTooLarge 413, TooManyUnusedFiles 429, UploadInterrupted 503,
   * and the errors of reading `bytes`
   */
  async upload(uploader: Uploader, declaredName: string, bytes: AsyncIterable<Buffer>): Promise<UploadedFile> {
    const fileName = fileNameOf(declaredName);
    if (isRunByName(fileName)) throw new FileTypeNotAllowed('name');
    if (uploader.allowed === 'off') throw new FileTypeNotAllowed('agent');
    const file = await this.takePlace(uploader, fileName);
    try {
      const uploaded = await UPLOAD_LEASE.whileHolding(
        () => this.files.renew(file),
        () => this.receive(uploader, { ...file, fileName }, bytes),
      );
      this.runner.wake(FILE_WORK);
      return viewOf(uploaded);
    } catch (error) {
      await this.files.deleteUnfinished(file);
      throw error;
    }
  }

  existsUnused(workspaceId: string, uploaderId: UploaderId, id: string): Promise<boolean> {
    return this.files.findUnused(workspaceId, uploaderId, id).then((file) => file !== null);
  }

  /** @throws NotFound 404 also if a message carries it */
  async getUnused(workspaceId: string, uploaderId: UploaderId, id: string): Promise<UploadedFile> {
    return viewOf(required(await this.files.findUnused(workspaceId, uploaderId, id)));
  }

  /** @throws NotFound 404 also if a message carries it, and for the later of two callers at once */
  async removeUnused(workspaceId: string, uploaderId: UploaderId, id: string): Promise<void> {
    if (!(await this.files.deleteUnused(workspaceId, uploaderId, id))) throw new NotFound();
  }

  /** Of these callers, for an erasure. */
  async countAllUnused(workspaceId: string, uploaderIds: readonly UploaderId[]): Promise<number> {
    return uploaderIds.length === 0 ? 0 : this.files.countUnusedOf(workspaceId, uploaderIds);
  }

  /** Of these callers, also what is on its way: its upload breaks off. Their number. Joins the caller's transaction. */
  async removeAllUnused(workspaceId: string, uploaderIds: readonly UploaderId[]): Promise<number> {
    return uploaderIds.length === 0 ? 0 : this.files.deleteUnusedOf(workspaceId, uploaderIds);
  }

  /** The workspace is locked for a moment, so that no two uploads take the last place. */
  private takePlace(uploader: Uploader, fileName: string): Promise<FileKey> {
    const { workspaceId, uploaderId } = uploader;
    return this.work.run(async () => {
      const planId = await this.workspaces.lockPlan(workspaceId);
      const { stored, unused, unusedBytes } = await this.files.count(uploader);
      if (unused >= MOST_UNUSED) throw new TooManyUnusedFiles(`${MOST_UNUSED}`);
      ensureUnusedBytes(unusedBytes + 1);
      this.plans.ensure(planId, 'storageBytes', stored);
      return this.files.insert({ workspaceId, uploaderId, fileName, mediaType: '' });
    });
  }

  private async receive(
    uploader: Uploader,
    file: FileKey & { fileName: string },
    bytes: AsyncIterable<Buffer>,
  ): Promise<File> {
    const limit = this.plans.limit(uploader.planId, 'attachmentBytes') ?? Infinity;
    const hash = createHash('sha256');
    let mediaType = '';
    let cleaner: ImageCleaner | null = null;
    let [received, size] = [0, 0];
    const keep = async (part: Buffer): Promise<void> => {
      if (part.length === 0) return;
      if (size + part.length > limit) throw new FileTooLarge(limit);
      if (!(await this.files.append(file, size, part))) throw new UploadInterrupted();
      hash.update(part);
      size += part.length;
    };
    for await (const piece of gathered(bytes, PIECE_BYTES)) {
      // Of an image less can stay than arrives: that must not go on for ever.
      received += piece.length;
      if (received > limit) throw new FileTooLarge(limit);
      if (mediaType === '') {
        mediaType = await allowedType(uploader, piece, file.fileName);
        // Members decide themselves what an image tells; customers rarely know.
        cleaner = uploader.allowed ? cleanerFor(mediaType) : null;
      }
      await keep(cleaner ? cleaner.take(piece) : piece);
    }
    if (cleaner) await keep(cleaner.end());
    if (size === 0) throw new FileEmpty();
    return this.finish(uploader, { ...file, size }, { mediaType, sha256: hash.digest() });
  }

  /** Of two uploads for the last byte of a quota, the second to end finds it taken. */
  private finish(
    uploader: Uploader,
    { size, ...file }: FileKey & { size: number },
    whole: Pick<File, 'mediaType' | 'sha256'>,
  ): Promise<File> {
    return this.work.run(async () => {
      const planId = await this.workspaces.lockPlan(uploader.workspaceId);
      const { stored, unusedBytes } = await this.files.count(uploader);
      ensureUnusedBytes(unusedBytes + size);
      this.plans.ensure(planId, 'storageBytes', stored, size);
      const finished = await this.files.finish(file, whole);
      if (!finished) throw new UploadInterrupted();
      return finished;
    });
  }
}

/** @throws FileTypeNotAllowed 400 */
async function allowedType({ allowed }: Uploader, beginning: Buffer, fileName: string): Promise<string> {
  const mediaType = await mediaTypeOf(beginning, fileName);
  if (mediaType === null) throw new FileTypeNotAllowed('content');
  if (allowed && !isAllowed(mediaType, allowed)) throw new FileTypeNotAllowed('agent');
  return mediaType;
}

function viewOf(file: File): UploadedFile {
  const { dueAt, createdAt } = file;
  return { ...factsOf(file), expiresAt: dueAt ?? createdAt, createdAt };
}

function ensureUnusedBytes(bytes: number): void {
  if (bytes > MOST_UNUSED_BYTES) throw new TooManyUnusedFiles(`${MOST_UNUSED_BYTES} bytes`);
}
