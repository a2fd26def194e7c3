import { Injectable } from '@nestjs/common';
import { NotFound } from '../../common/errors/domain-error';
import { required } from '../../common/errors/required';
import { logger } from '../../common/logging/logger';
import type { Member } from '../../common/request/principal';
import { type RawMail, RawMailsRepository } from './raw-mails.repository';

export interface RawMailFile {
  fileName: string;
  sizeBytes: number;
  bytes: AsyncIterable<Buffer>;
}

/** Received emails as they arrived, for admins, as long as they are kept. */
@Injectable()
export class RawMailsService {
  constructor(private readonly mails: RawMailsRepository) {}

  /** @throws NotFound 404 if the message was no email, or if the email was deleted since */
  async ofMessage(member: Member, conversationId: string, messageId: string): Promise<RawMailFile> {
    return this.file(member, required(await this.mails.findOfMessage(member, conversationId, messageId)));
  }

  /** @throws NotFound 404 */
  async ofQuarantined(member: Member, id: string): Promise<RawMailFile> {
    return this.file(member, required(await this.mails.findQuarantined(member, id)));
  }

  /** Says in the log who reads which email, and nothing of its content. */
  private file({ workspaceId, memberId }: Member, { id, sizeBytes }: RawMail): RawMailFile {
    logger.info({ inboundMail: id, workspaceId, memberId }, 'raw mail downloaded');
    return { fileName: `${id}.eml`, sizeBytes, bytes: this.read(id, sizeBytes) };
  }

  /** Reads each chunk when the reader is ready for it. */
  private async *read(id: string, sizeBytes: number): AsyncGenerator<Buffer> {
    for (let at = 0; at < sizeBytes;) {
      const chunk = await this.mails.findChunk(id, at);
      // Deleted in the meantime: the answer must not look like a whole email.
      if (!chunk || chunk.length === 0) throw new NotFound();
      yield chunk;
      at += chunk.length;
    }
  }
}
