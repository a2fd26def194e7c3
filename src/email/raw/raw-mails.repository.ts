import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { uuidOrNil } from '../../common/database/uuid';
import type { WorkspaceScope } from '../../common/request/principal';
import { InboundMail } from '../inbound/inbound-mail.entity';
import { FIND_CHUNK } from '../inbound/inbound-mails.sql';

/** A received email whose bytes are still there. */
export type RawMail = Pick<InboundMail, 'id' | 'sizeBytes'>;

/** The bytes of received emails, in the tables inbound_mails and inbound_mail_chunks. */
@Injectable()
export class RawMailsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** The email that became a message. Null once it was deleted. */
  findOfMessage({ workspaceId }: WorkspaceScope, conversationId: string, messageId: string): Promise<RawMail | null> {
    const where = { workspaceId, conversationId: uuidOrNil(conversationId), messageId: uuidOrNil(messageId) };
    return this.work.manager.findOne(InboundMail, { select: { id: true, sizeBytes: true }, where });
  }

  /** An email that was put aside. */
  findQuarantined({ workspaceId }: WorkspaceScope, id: string): Promise<RawMail | null> {
    const where = { workspaceId, id: uuidOrNil(id), outcome: 'quarantined' as const };
    return this.work.manager.findOne(InboundMail, { select: { id: true, sizeBytes: true }, where });
  }

  /** The chunk that begins at an offset. Null if the email is gone. */
  async findChunk(id: string, from: number): Promise<Buffer | null> {
    const [chunk] = await this.work.query<{ bytes: Buffer }>(FIND_CHUNK, [id, from]);
    return chunk?.bytes ?? null;
  }
}
