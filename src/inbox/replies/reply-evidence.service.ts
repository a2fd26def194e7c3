import { Injectable } from '@nestjs/common';
import { databaseTime } from '../../common/database/database-time';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { Settings } from '../../config/load-settings';
import { RepliesRepository } from './replies.repository';
import { ReplyChangesService } from './reply-changes.service';
import { afterBounce, afterProof } from './reply-endings';
import { readReplyMessageId } from '../../common/mail/reply-message-id';
import type { Reply } from './reply.entity';
import type { DeliveryReport, EvidenceOf, SentReply } from './reply.types';

/**
 * What incoming mail tells about replies that were sent by mail. It proves no more than that somebody knows a Message-ID or
 * a token that this service has issued, and so moves no reply that has not left. Every method joins the caller's
 * transaction; where that holds the lock of the conversation already, so much the better.
 */
@Injectable()
export class ReplyEvidenceService {
  constructor(
    private readonly replies: RepliesRepository,
    private readonly changes: ReplyChangesService,
    private readonly settings: Settings,
    private readonly work: UnitOfWork,
  ) {}

  /** The revision of a message that a Message-ID of this service's names, with `<` and `>`; null for anybody else's. */
  named(header: string): { messageId: string; revision: number } | null {
    return readReplyMessageId(header, this.settings.values.MAIL_FROM);
  }

  /** The reply by mail that a token names, of whatever workspace; null: none, or it was erased. */
  async find(messageId: string): Promise<SentReply | null> {
    const reply = await this.replies.findSent(messageId);
    return reply && sent(reply);
  }

  /**
   * The replies by mail that these Message-IDs name, with `<` and `>`, each at most once and in the order of the ids: by
   * those that this service has given, or by what a mail server has put in their place.
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

  /** The customer has it. Whether that settled anything: only what was uncertain is. */
  delivered(evidence: EvidenceOf): Promise<boolean> {
    return this.consider(evidence, async (reply, now) => {
      if (reply.status === 'uncertain') await this.changes.apply(reply, afterProof(reply, now));
      if (reply.status === 'sending') await this.replies.update(reply, { deliveredAt: now });
      return reply.status === 'uncertain';
    });
  }

  /** A report says that it was not delivered. Whether that settled anything: what was sent, or uncertain, has bounced. */
  bounced(evidence: EvidenceOf, report: DeliveryReport): Promise<boolean> {
    return this.consider(evidence, async (reply, now) => {
      const bounce = { ...report, at: now.toISOString() };
      const hasLeft = reply.status === 'sent' || reply.status === 'uncertain';
      if (hasLeft) await this.changes.apply(reply, afterBounce(reply, bounce, now));
      if (reply.status === 'sending') await this.replies.update(reply, { bounce });
      return hasLeft;
    });
  }

  private consider(
    { workspaceId, messageId, revision }: EvidenceOf,
    decide: (reply: Reply, now: Date) => Promise<boolean>,
  ): Promise<boolean> {
    return this.work.run(async () => {
      const found = await this.replies.findByMessage(workspaceId, messageId);
      const reply = found && (await this.changes.findLocked(found));
      if (reply?.channel !== 'email') return false;
      // What was known of an earlier text says nothing of the one that has left.
      if (revision !== null && revision !== reply.revisionCount) return false;
      return decide(reply, await databaseTime(this.work));
    });
  }
}

function sent({ workspaceId, conversationId, messageId, agentId, status, envelope }: Reply): SentReply {
  return { workspaceId, conversationId, messageId, agentId, status, recipient: envelope?.recipient ?? '' };
}
