import { Injectable } from '@nestjs/common';
import type { File } from './file.entity';
import { isAllowed } from './file-kind';
import {
  type AllowedFiles,
  type CarrierKey,
  FILE_WORK,
  type FileKey,
  type FileStatus,
  type KeeperId,
  type MailedFile,
  type Scan,
  scanFacts,
  type UploaderId,
  type WholeFile,
} from './file.types';
import { FileInfected, FileNotReady, FilesUnknown, FileTypeNotAllowed } from './files.errors';
import { FilesRepository } from './files.repository';
import { KeptFilesRepository } from './kept-files.repository';
import { BackgroundRunner } from '../common/jobs/background-runner';
import { AgentFileSettingsService } from './settings/agent-file-settings.service';
import { FileBytes } from './work/file-bytes';

/** Files that messages and notes carry. They go with their conversation. */
@Injectable()
export class CarriedFilesService {
  constructor(
    private readonly files: FilesRepository,
    private readonly kept: KeptFilesRepository,
    private readonly settings: AgentFileSettingsService,
    private readonly bytes: FileBytes,
    private readonly runner: BackgroundRunner,
  ) {}

  /**
   * The names of files that a message to an agent is going to carry, before it is written. They can be uploaded for another agent, or
   * before the agent’s settings changed.
   *
   * @throws FilesUnknown 400 unless the uploader has each of them unused, FileTypeNotAllowed 400 unless the agent receives each,
   *   FileInfected 409
   */
  async names(
    agent: { workspaceId: string; id: string },
    uploaderId: UploaderId,
    ids: readonly string[] = [],
  ): Promise<string[]> {
    if (ids.length === 0) return [];
    const found = await this.files.listUnused(agent.workspaceId, uploaderId, ids);
    ensureAll(ids, found);
    ensureHarmless(ids, found);
    const { visitorFiles, chatFiles } = await this.settings.get(agent.workspaceId, agent.id);
    ensureReceived(ids, found, uploaderId.startsWith('visitor:') ? visitorFiles : chatFiles);
    return ids.flatMap((id) => found.find((file) => file.id === id)?.fileName ?? []);
  }

  /**
   * Lets a message carry files, in its transaction; their sizes, and whether the scanner has seen all of them. Of the files that the
   * keepers have, it gets copies.
   *
   * @throws FilesUnknown 400 unless the uploader has each of them unused, or a keeper has it, FileInfected 409
   */
  async carry(
    carrier: CarrierKey,
    uploaderId: UploaderId,
    ids: readonly string[] = [],
    keepers: readonly KeeperId[] = [],
  ): Promise<{ sizes: number[]; areReady: boolean }> {
    if (ids.length === 0) return { sizes: [], areReady: true };
    const copies = keepers.length === 0 ? [] : await this.kept.copy(carrier, uploaderId, { ids, keepers });
    const carried = [...copies, ...(await this.files.carry(carrier, uploaderId, ids))];
    ensureAll(ids, carried);
    ensureHarmless(ids, carried);
    return { sizes: carried.map(({ sizeBytes }) => sizeBytes), areReady: statusOf(carried) === 'ready' };
  }

  /** Adds the files of an incoming email to its message, in its transaction. */
  async arrive(carrier: CarrierKey, files: readonly MailedFile[]): Promise<void> {
    for (const file of files) await this.files.insertMailed(carrier, file);
    if (files.length > 0) this.runner.wake(FILE_WORK);
  }

  /** Whether the scanner has seen all files of a message. @throws FileInfected 409 */
  async areReady(carrier: CarrierKey): Promise<boolean> {
    const status = await this.status(carrier);
    if (status === 'infected') throw new FileInfected();
    return status === 'ready';
  }

  /** Of all files of a message: infected if one is, else ready if all are. */
  async status(carrier: CarrierKey): Promise<FileStatus> {
    return statusOf(await this.files.listCarried(carrier));
  }

  /** In the order of the message; at most ten. */
  list(carrier: CarrierKey): Promise<File[]> {
    return this.files.listCarried(carrier);
  }

  find(carrier: CarrierKey, id: string): Promise<File | null> {
    return this.files.findCarried(carrier, id);
  }

  /** The bytes of a file, each piece when the reader is ready for it. @throws NotFound if the file is erased in the meantime */
  read(key: FileKey, sizeBytes: number): AsyncGenerator<Buffer> {
    return this.bytes.read(key, sizeBytes);
  }

  /** In memory: only for a message whose size is bounded. @throws NotFound if the message is erased in the meantime, FileNotReady, FileInfected */
  async listWhole(carrier: CarrierKey): Promise<WholeFile[]> {
    const whole: WholeFile[] = [];
    for (const { workspaceId, id, fileName, mediaType, sizeBytes, scan } of await this.files.listCarried(carrier)) {
      ensureReadable(scan);
      const pieces: Buffer[] = [];
      for await (const piece of this.bytes.read({ workspaceId, id }, sizeBytes)) pieces.push(piece);
      whole.push({ fileName, mediaType, bytes: Buffer.concat(pieces) });
    }
    return whole;
  }
}

export function ensureAll(ids: readonly string[], found: readonly { id: string }[]): void {
  const known = new Set(found.map(({ id }) => id));
  const unknown = ids.flatMap((id, at) => (known.has(id) ? [] : [at]));
  if (unknown.length > 0) throw new FilesUnknown(unknown);
}

function ensureReceived(ids: readonly string[], found: readonly File[], allowed: AllowedFiles): void {
  const received = new Set(found.flatMap(({ id, mediaType }) => (isAllowed(mediaType, allowed) ? [id] : [])));
  const refused = ids.flatMap((id, at) => (received.has(id) ? [] : [`/attachmentIds/${at}`]));
  if (refused.length > 0) throw new FileTypeNotAllowed('agent', refused);
}

export function ensureHarmless(ids: readonly string[], found: readonly Pick<File, 'id' | 'scan'>[]): void {
  const infected = new Set(found.flatMap(({ id, scan }) => (scan === 'infected' ? [id] : [])));
  const positions = ids.flatMap((id, at) => (infected.has(id) ? [at] : []));
  if (positions.length > 0) throw new FileInfected(positions.map((at) => `/attachmentIds/${at}`));
}

function statusOf(files: readonly Pick<File, 'scan'>[]): FileStatus {
  const statuses = files.map(({ scan }) => scanFacts(scan).status);
  return statuses.find((one) => one === 'infected') ?? statuses.find((one) => one !== 'ready') ?? 'ready';
}

/** Only what the scanner has seen leaves the service. @throws FileInfected, FileNotReady 409 */
export function ensureReadable(scan: Scan): void {
  const { status } = scanFacts(scan);
  if (status === 'infected') throw new FileInfected();
  if (status !== 'ready') throw new FileNotReady();
}
