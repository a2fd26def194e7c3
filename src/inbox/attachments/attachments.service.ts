import { Injectable } from '@nestjs/common';
import { NotFound } from '../../common/errors/domain-error';
import type { AttachmentFile, AttachmentKey } from './attachment.types';
import { AttachmentsRepository } from './attachments.repository';

/** Files of messages, for all members who see the conversation. */
@Injectable()
export class AttachmentsService {
  constructor(private readonly attachments: AttachmentsRepository) {}

  /** @throws NotFound 404 */
  async file(key: AttachmentKey): Promise<AttachmentFile & { bytes: AsyncIterable<Buffer> }> {
    const file = await this.attachments.require(key);
    return { ...file, bytes: this.read(key, file.sizeBytes) };
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
