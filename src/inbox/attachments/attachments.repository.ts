import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { uuidOrNil } from '../../common/database/uuid';
import type { AttachmentFile, AttachmentKey } from './attachment.types';
import { FIND_ATTACHMENT, FIND_PIECE } from './attachments.sql';

/** The table message_attachments: files of earlier mail. */
@Injectable()
export class AttachmentsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Null: no earlier mail has brought it. */
  async find(key: AttachmentKey): Promise<AttachmentFile | null> {
    const [file] = await this.work.prepared<AttachmentFile>(FIND_ATTACHMENT, parametersOf(key));
    return file ?? null;
  }

  /** Bytes from an offset on; null: the attachment is gone. */
  async findPiece(key: AttachmentKey, from: number): Promise<Buffer | null> {
    const [piece] = await this.work.prepared<{ bytes: Buffer }>(FIND_PIECE, [...parametersOf(key), from]);
    return piece?.bytes ?? null;
  }
}

function parametersOf({ workspaceId, conversationId, messageId, attachmentId }: AttachmentKey): string[] {
  return [workspaceId, uuidOrNil(conversationId), uuidOrNil(messageId), uuidOrNil(attachmentId)];
}
