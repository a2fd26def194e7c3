import { Injectable } from '@nestjs/common';
import { NotFound } from '../common/errors/domain-error';
import type { File } from './file.entity';
import { isAllowed } from './file-kind';
import type { AllowedFiles, CarrierKey, FileKey, UploaderId, WholeFile } from './file.types';
import { FilesUnknown, FileTypeNotAllowed } from './files.errors';
import { FilesRepository } from './files.repository';
import { AgentFileSettingsService } from './settings/agent-file-settings.service';

/** Files that messages and notes carry. They go with their conversation. */
@Injectable()
export class CarriedFilesService {
  constructor(
    private readonly files: FilesRepository,
    private readonly settings: AgentFileSettingsService,
  ) {}

  /**
   * The names of files that a message to an agent is going to carry, before it is written. They can be uploaded for another agent, or
   * before the agent’s settings changed.
   *
   * @throws FilesUnknown 400 unless the uploader has each of them unused, FileTypeNotAllowed 400 unless the agent receives each
   */
  async names(
    agent: { workspaceId: string; id: string },
    uploaderId: UploaderId,
    ids: readonly string[] = [],
  ): Promise<string[]> {
    if (ids.length === 0) return [];
    const found = await this.files.listUnused(agent.workspaceId, uploaderId, ids);
    ensureAll(ids, found);
    const { visitorFiles, chatFiles } = await this.settings.get(agent.workspaceId, agent.id);
    ensureReceived(ids, found, uploaderId.startsWith('visitor:') ? visitorFiles : chatFiles);
    return found.map(({ fileName }) => fileName);
  }

  /**
   * Lets a message carry files, in its transaction; their sizes.
   *
   * @throws FilesUnknown 400 unless the uploader has each of them unused
   */
  async carry(carrier: CarrierKey, uploaderId: UploaderId, ids: readonly string[] = []): Promise<number[]> {
    if (ids.length === 0) return [];
    const carried = await this.files.carry(carrier, uploaderId, ids);
    ensureAll(ids, carried);
    return carried.map(({ sizeBytes }) => sizeBytes);
  }

  /** In the order of their upload; at most ten. */
  list(carrier: CarrierKey): Promise<File[]> {
    return this.files.listCarried(carrier);
  }

  find(carrier: CarrierKey, id: string): Promise<File | null> {
    return this.files.findCarried(carrier, id);
  }

  /** The bytes of a file, each piece when the reader is ready for it. @throws NotFound if the file is erased in the meantime */
  async *read(key: FileKey, sizeBytes: number): AsyncGenerator<Buffer> {
    for (let at = 0; at < sizeBytes;) {
      const piece = await this.files.findBytes(key, at);
      // The answer must not look like a whole file.
      if (!piece || piece.length === 0) throw new NotFound();
      yield piece;
      at += piece.length;
    }
  }

  /** In memory: only for a message whose size is bounded. @throws NotFound if the message is erased in the meantime */
  async listWhole(carrier: CarrierKey): Promise<WholeFile[]> {
    const whole: WholeFile[] = [];
    for (const { workspaceId, id, fileName, mediaType, sizeBytes } of await this.files.listCarried(carrier)) {
      const pieces: Buffer[] = [];
      for await (const piece of this.read({ workspaceId, id }, sizeBytes)) pieces.push(piece);
      whole.push({ fileName, mediaType, bytes: Buffer.concat(pieces) });
    }
    return whole;
  }
}

function ensureAll(ids: readonly string[], found: readonly { id: string }[]): void {
  const known = new Set(found.map(({ id }) => id));
  const unknown = ids.flatMap((id, at) => (known.has(id) ? [] : [at]));
  if (unknown.length > 0) throw new FilesUnknown(unknown);
}

function ensureReceived(ids: readonly string[], found: readonly File[], allowed: AllowedFiles): void {
  const received = new Set(found.flatMap(({ id, mediaType }) => (isAllowed(mediaType, allowed) ? [id] : [])));
  const refused = ids.flatMap((id, at) => (received.has(id) ? [] : [`/attachmentIds/${at}`]));
  if (refused.length > 0) throw new FileTypeNotAllowed('agent', refused);
}
