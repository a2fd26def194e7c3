import { Injectable } from '@nestjs/common';
import { databaseTime } from '../../common/database/database-time';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { readReplyMessageId } from '../../common/mail/reply-message-id';
import { Settings } from '../../config/load-settings';
import { RepliesRepository } from './replies.repository';
import { afterBounce, afterProof, ReplyLifecycle } from './reply-lifecycle.service';
import type { Reply } from './reply.entity';
import type { DeliveryReport, EvidenceOf, SentReply } from './reply.types';

/**
 * Applies incoming mail to replies that were sent by mail. A mail proves only that its sender knows a Message-ID or a token of
 * this service, so it never changes a reply that was not sent. Every method joins the caller's transaction, which may already
 * hold the lock of the conversation.
 */
@Injectable()
export class ReplyEvidenceService {
  constructor(
    private readonly replies: RepliesRepository,
    private readonly lifecycle: ReplyLifecycle,
    private readonly settings: Settings,
    private readonly work: UnitOfWork,
  ) {}

  /** The revision of a Message-ID of this service, with `<` and `>`; null: another service has issued it. */
  named(header: string): { messageId: string; revision: number } | null {
    return readReplyMessageId(header, this.settings.values.MAIL_FROM);
  }

  /** The reply by mail of a token, of any workspace; null: there is none. */
  async find(messageId: string): Promise<SentReply | null> {
    const reply = await this.replies.findSent(messageId);
    return reply && sent(reply);
  }

  /**
   * The replies by mail with these Message-IDs, with `<` and `>`, each at most once and in the order of the ids. The ids are those
   * of this service, or those that a mail server has put in their place.
   */
  async findByMessageIds(
    workspaceId: string,
    headers: readonly string[],
  ): Promise<(SentReply & { revision: number | null })[]> {
    const own = headers.map((header) => this.named(header));
    const found = await this.replies.listSent(
      workspaceId,
      own.flatMap((read) => (read ? [read.messageId] : [])),
      headers,
    );
    const ofHeaders = headers.flatMap((header, index) => {
      const read = own[index];
      const reply = found.find(({ messageId, serverMessageId }) =>
        read ? messageId === read.messageId : serverMessageId === header,
      );
      return reply ? [{ ...sent(reply), revision: read?.revision ?? null }] : [];
    });
    return ofHeaders.filter(
      ({ messageId }, index) => ofHeaders.findIndex((other) => other.messageId === messageId) === index,
    );
  }

  /** An incoming mail proves that the customer has the reply. Whether that settled an uncertain reply. */
  delivered(evidence: EvidenceOf): Promise<boolean> {
    return this.apply(evidence, async (reply, now) => {
      if (reply.status === 'uncertain') await this.lifecycle.apply(reply, afterProof(reply, now));
      if (reply.status === 'sending') await this.replies.update(reply, { deliveredAt: now });
      return reply.status === 'uncertain';
    });
  }

  /** A report says that the reply was not delivered. Whether a sent or uncertain reply has bounced. */
  bounced(evidence: EvidenceOf, report: DeliveryReport): Promise<boolean> {
    return this.apply(evidence, async (reply, now) => {
      const bounce = { ...report, at: now.toISOString() };
      const hasLeft = reply.status === 'sent' || reply.status === 'uncertain';
      if (hasLeft) await this.lifecycle.apply(reply, afterBounce(reply, bounce, now));
      if (reply.status === 'sending') await this.replies.update(reply, { bounce });
      return hasLeft;
    });
  }

  private apply(
    { workspaceId, messageId, revision }: EvidenceOf,
    decide: (reply: Reply, now: Date) => Promise<boolean>,
  ): Promise<boolean> {
    return this.work.run(async () => {
      const found = await this.replies.findByMessage(workspaceId, messageId);
      const reply = found && (await this.lifecycle.findLocked(found));
      if (reply?.channel !== 'email') return false;
      // Mail about an earlier revision says nothing about the one that was sent.
      if (revision !== null && revision !== reply.revisionCount) return false;
      return decide(reply, await databaseTime(this.work));
    });
  }
}

function sent({ workspaceId, conversationId, messageId, agentId, status, envelope }: Reply): SentReply {
  return { workspaceId, conversationId, messageId, agentId, status, recipient: envelope?.recipient ?? '' };
}
