import { Injectable } from '@nestjs/common';
import type { Erasure } from '../../common/erasure/erasure.types';
import { Erasers } from '../../common/erasure/erasers';
import { ConversationQueries } from '../../conversations/conversation-queries.service';
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
  /** The other addresses in the email of `recipient`, in lower case. */
  receivers: string[];
}

/** The incoming emails of a conversation. Joins the caller's transaction. */
@Injectable()
export class MailThreadsService {
  constructor(
    private readonly threads: MailThreadsRepository,
    private readonly conversations: ConversationQueries,
    erasers: Erasers,
  ) {
    // Before the person is removed from the conversations of others.
    erasers.register({ step: 'contents', erase: (erasure) => this.forget(erasure) });
  }

  private async forget({ workspaceId, addresses }: Erasure): Promise<void> {
    if (addresses.length === 0) return;
    const ids = await this.conversations.listIdsOfParticipants(workspaceId, addresses);
    if (ids.length > 0) await this.threads.forgetReceivers(workspaceId, ids, addresses);
  }

  async find(workspaceId: string, conversationId: string): Promise<MailThread> {
    const last = await this.threads.findLastWritten(workspaceId, conversationId);
    const answerable = await this.threads.findLastAnswerable(workspaceId, conversationId);
    return {
      recipient: answerable?.replyTo ?? null,
      subject: last?.subject ?? null,
      mailId: last?.mailId ?? null,
      referenceIds: last?.referenceIds ?? [],
      receivers: answerable?.receivers ?? [],
    };
  }

  /** For a reply to this email. Null: the message is no email. */
  async findOf(workspaceId: string, conversationId: string, messageId: string): Promise<MailThread | null> {
    const mail = await this.threads.find(workspaceId, conversationId, messageId);
    if (!mail) return null;
    const { replyTo: recipient, subject, mailId, referenceIds, receivers } = mail;
    return { recipient, subject, mailId, referenceIds, receivers };
  }
}
