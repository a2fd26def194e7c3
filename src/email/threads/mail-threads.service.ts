import { Injectable } from '@nestjs/common';
import { MailThreadsRepository } from './mail-threads.repository';

/** The data that a reply to a conversation needs. */
export interface MailThread {
  /** One bare address: that of the newest email from a person of the conversation. Null without one. */
  recipient: string | null;
  /** The unchanged subject of the newest email from a person. Null without one. */
  subject: string | null;
  /** Its Message-ID with angle brackets. */
  mailId: string | null;
  /** Message-IDs of the emails that it answers, oldest first. */
  referenceIds: string[];
}

/** The incoming emails of a conversation. Joins the caller's transaction. */
@Injectable()
export class MailThreadsService {
  constructor(private readonly threads: MailThreadsRepository) {}

  async find(workspaceId: string, conversationId: string): Promise<MailThread> {
    const last = await this.threads.findLastWritten(workspaceId, conversationId);
    const answerable = await this.threads.findLastAnswerable(workspaceId, conversationId);
    return {
      recipient: answerable?.replyTo ?? null,
      subject: last?.subject ?? null,
      mailId: last?.mailId ?? null,
      referenceIds: last?.referenceIds ?? [],
    };
  }
}
