import { Injectable } from '@nestjs/common';
import { NotFound } from '../../common/errors/domain-error';
import type { AttachmentFile, AttachmentKey } from './attachment.types';
import { AttachmentsRepository } from './attachments.repository';

/** Files that came with messages. Whoever sees the conversation has them; the path has been looked up before. */
@Injectable()
export class AttachmentsService {
  constructor(private readonly attachments: AttachmentsRepository) {}

  /** @throws NotFound 404 */
  async file(key: AttachmentKey): Promise<AttachmentFile & { bytes: AsyncIterable<Buffer> }> {
    const file = await this.attachments.require(key);
    return { ...file, bytes: this.read(key, file.sizeBytes) };
  }

  /** As fast as its reader takes it. */
  private async *read(key: AttachmentKey, sizeBytes: number): AsyncGenerator<Buffer> {
    for (let at = 0; at < sizeBytes;) {
      const piece = await this.attachments.findPiece(key, at);
      // Erased meanwhile: what was sent of it is no whole file.
      if (!piece || piece.length === 0) throw new NotFound();
      yield piece;
      at += piece.length;
    }
  }
}
