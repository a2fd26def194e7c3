import { Injectable } from '@nestjs/common';
import { NotFound, ValidationFailed } from '../../common/errors/domain-error';
import { begun } from '../../common/http/begun';
import { CarriedFilesService, ensureReadable } from '../../files/carried-files.service';
import { isPreviewable, type Scan } from '../../files/file.types';
import type { AttachmentFile, AttachmentKey } from './attachment.types';
import { AttachmentsRepository } from './attachments.repository';

/** Every browser saves it, and shows nothing. */
const UNTRUSTED = 'application/octet-stream';

export type ReadableFile = AttachmentFile & { bytes: AsyncIterable<Buffer> };

/**
 * Files of messages and notes, for all members who see the conversation. Those of mail that arrived before files were scanned have a
 * table of their own.
 */
@Injectable()
export class AttachmentsService {
  constructor(
    private readonly attachments: AttachmentsRepository,
    private readonly carried: CarriedFilesService,
  ) {}

  async exists(key: AttachmentKey): Promise<boolean> {
    return (await this.find(key)) !== null;
  }

  /**
   * A file to save, or with `preview` an image to show.
   *
   * @throws NotFound 404, NotPreviewable 400, FileInfected, FileNotReady 409, FileUnavailable 503
   */
  async file(key: AttachmentKey, { preview }: { preview: boolean }): Promise<ReadableFile> {
    const found = await this.find(key);
    if (!found) throw new NotFound();
    const { scan, ...file } = found;
    ensureReadable(scan);
    if (preview && !isPreviewable(file.mediaType)) throw new NotPreviewable();
    const mediaType = preview ? file.mediaType : UNTRUSTED;
    return { ...file, mediaType, bytes: await begun(file.bytes) };
  }

  private async find(key: AttachmentKey): Promise<(ReadableFile & { scan: Scan }) | null> {
    const mailed = await this.attachments.find(key);
    // It came before files were scanned.
    if (mailed) return { ...mailed, scan: 'none', bytes: this.read(key, mailed.sizeBytes) };
    const { workspaceId, attachmentId: id } = key;
    const carried = await this.carried.find(key, id);
    if (!carried) return null;
    const { fileName, mediaType, sizeBytes, scan } = carried;
    return { fileName, mediaType, sizeBytes, scan, bytes: this.carried.read({ workspaceId, id }, sizeBytes) };
  }

  /** Reads each piece when the reader is ready for it. */
  private async *read(key: AttachmentKey, sizeBytes: number): AsyncGenerator<Buffer> {
    for (let at = 0; at < sizeBytes;) {
      const piece = await this.attachments.findPiece(key, at);
      // Erased in the meantime: the answer must not look like a whole file.
      if (!piece || piece.length === 0) throw new NotFound();
      yield piece;
      at += piece.length;
    }
  }
}

class NotPreviewable extends ValidationFailed {
  constructor() {
    super([
      { path: 'query.preview', code: 'not_previewable', message: 'must not be true for a file that is no image' },
    ]);
  }
}
