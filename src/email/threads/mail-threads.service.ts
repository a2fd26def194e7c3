import { Injectable } from '@nestjs/common';
import { MailThreadsRepository } from './mail-threads.repository';

/** What a reply goes by. */
export interface MailThread {
  /** One bare address: of the newest mail of somebody who belongs to the conversation; null where nobody has sent one. */
  recipient: string | null;
  /** Of the newest mail that somebody wrote, as it came; null where there is none or it has none. */
  subject: string | null;
  /** Its Message-ID with angle brackets. */
  mailId: string | null;
  /** Message-IDs of what it answers, oldest first. */
  referenceIds: string[];
}

/** The mails that came into a conversation. Joins the caller's transaction. */
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
