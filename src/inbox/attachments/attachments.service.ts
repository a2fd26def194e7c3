import { Injectable } from '@nestjs/common';
import { NotFound, ValidationFailed } from '../../common/errors/domain-error';
import { CarriedFilesService } from '../../files/carried-files.service';
import { isPreviewable } from '../../files/file.types';
import type { AttachmentFile, AttachmentKey } from './attachment.types';
import { AttachmentsRepository } from './attachments.repository';

/** Every browser saves it, and shows nothing. */
const UNTRUSTED = 'application/octet-stream';

export type ReadableFile = AttachmentFile & { bytes: AsyncIterable<Buffer> };

/** Files of messages and notes, for all members who see the conversation: of incoming mail, and uploaded ones. */
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
   * @throws NotFound 404, NotPreviewable 400
   */
  async file(key: AttachmentKey, { preview }: { preview: boolean }): Promise<ReadableFile> {
    const file = await this.find(key);
    if (!file) throw new NotFound();
    if (!preview) return { ...file, mediaType: UNTRUSTED };
    if (!isPreviewable(file.mediaType)) throw new NotPreviewable();
    return file;
  }

  private async find(key: AttachmentKey): Promise<ReadableFile | null> {
    const mailed = await this.attachments.find(key);
    if (mailed) return { ...mailed, bytes: this.read(key, mailed.sizeBytes) };
    const { workspaceId, attachmentId: id } = key;
    const carried = await this.carried.find(key, id);
    if (!carried) return null;
    const { fileName, mediaType, sizeBytes } = carried;
    return { fileName, mediaType, sizeBytes, bytes: this.carried.read({ workspaceId, id }, sizeBytes) };
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
