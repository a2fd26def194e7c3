import { Injectable } from '@nestjs/common';
import { databaseTime } from '../../common/database/database-time';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { readReplyMessageId } from '../../common/mail/reply-message-id';
import { Settings } from '../../config/load-settings';
import { DeliveriesRepository } from './deliveries/deliveries.repository';
import { DeliveryLifecycle } from './deliveries/delivery-lifecycle.service';
import type { DeliveryRow } from './deliveries/delivery-row';
import { afterBounce, afterProof } from './deliveries/delivery-states';
import type { Delivery } from './deliveries/delivery.entity';
import { RepliesRepository } from './replies.repository';
import { ReplyLifecycle } from './reply-lifecycle.service';
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
    private readonly deliveries: DeliveriesRepository,
    private readonly others: DeliveryLifecycle,
    private readonly settings: Settings,
    private readonly work: UnitOfWork,
  ) {}

  /** The revision of a Message-ID of this service, with `<` and `>`; null: another service has issued it. */
  named(header: string): { messageId: string; revision: number } | null {
    return readReplyMessageId(header, this.settings.values.MAIL_FROM);
  }

  /** The delivery of a token, of any workspace; null: there is none. */
  async find(id: string): Promise<SentReply | null> {
    const reply = await this.replies.findSent(id);
    if (reply) return sent(reply);
    const delivery = await this.deliveries.find(id);
    return delivery && this.sentTo(delivery);
  }

  /** The recipient of the newest reply by mail of a conversation; null: there is none. */
  async findLastRecipient(workspaceId: string, conversationId: string): Promise<string | null> {
    return (await this.replies.findNewest(workspaceId, conversationId))?.envelope?.recipient || null;
  }

  /**
   * The delivery of a reply to this address, because a Message-ID is that of all copies. A reply to one person is that person's, however
   * the address is written. Null: the reply has several recipients, and this is none of them.
   */
  async ofRecipient(reply: SentReply, address: string | null): Promise<SentReply | null> {
    if (reply.deliveryId !== null || reply.others === 0 || reply.recipient === address) return reply;
    const to = (await this.deliveries.list(reply)).find((delivery) => delivery.address === address);
    return to ? sentTo(reply, to) : null;
  }

  /**
   * The replies by mail with these Message-IDs, with `<` and `>`, each at most once and in the order of the ids. The ids are those
   * of this service, or those that a mail server has put in their place, each for one copy.
   */
  async findByMessageIds(
    workspaceId: string,
    headers: readonly string[],
  ): Promise<(SentReply & { revision: number | null })[]> {
    const own = headers.map((header) => this.named(header));
    const ids = own.flatMap((read) => (read ? [read.messageId] : []));
    const found = await this.replies.listSent(workspaceId, ids, headers);
    const copies = await this.copiesOf(workspaceId, headers);
    const ofHeaders = headers.flatMap((header, index) => {
      const read = own[index];
      const reply = found.find(({ messageId, serverMessageId }) =>
        read ? messageId === read.messageId : serverMessageId === header,
      );
      if (reply) return [{ ...sent(reply), revision: read?.revision ?? null }];
      const copy = copies.get(header);
      return copy ? [{ ...copy, revision: null }] : [];
    });
    return ofHeaders.filter(
      ({ messageId }, index) => ofHeaders.findIndex((other) => other.messageId === messageId) === index,
    );
  }

  /** An incoming mail proves that the recipient has the reply. Whether that settled an uncertain delivery. */
  delivered(evidence: EvidenceOf): Promise<boolean> {
    return this.apply(evidence, {
      ofReply: async (reply, now) => {
        if (reply.status === 'uncertain') await this.lifecycle.apply(reply, afterProof(reply, now));
        if (reply.status === 'sending') await this.replies.update(reply, { deliveredAt: now });
        return reply.status === 'uncertain';
      },
      ofDelivery: async (reply, delivery, now) => {
        if (delivery.status === 'uncertain') await this.others.apply(reply, delivery, afterProof(delivery, now));
        if (delivery.status === 'sending') await this.deliveries.update(delivery, { deliveredAt: now });
        return delivery.status === 'uncertain';
      },
    });
  }

  /** A report says that the reply was not delivered. Whether a sent or uncertain delivery has bounced. */
  bounced(evidence: EvidenceOf, report: DeliveryReport): Promise<boolean> {
    const hasLeft = ({ status }: DeliveryRow): boolean => status === 'sent' || status === 'uncertain';
    return this.apply(evidence, {
      ofReply: async (reply, now) => {
        const bounce = { ...report, at: now.toISOString() };
        if (hasLeft(reply)) await this.lifecycle.apply(reply, afterBounce(reply, bounce, now));
        if (reply.status === 'sending') await this.replies.update(reply, { bounce });
        return hasLeft(reply);
      },
      ofDelivery: async (reply, delivery, now) => {
        const bounce = { ...report, at: now.toISOString() };
        if (hasLeft(delivery)) await this.others.apply(reply, delivery, afterBounce(delivery, bounce, now));
        if (delivery.status === 'sending') await this.deliveries.update(delivery, { bounce });
        return hasLeft(delivery);
      },
    });
  }

  private apply(
    { workspaceId, messageId, deliveryId = null, revision }: EvidenceOf,
    decide: {
      ofReply: (reply: Reply, now: Date) => Promise<boolean>;
      ofDelivery: (reply: Reply, delivery: Delivery, now: Date) => Promise<boolean>;
    },
  ): Promise<boolean> {
    return this.work.run(async () => {
      const found = await this.replies.findByMessage(workspaceId, messageId);
      const reply = found && (await this.lifecycle.findLocked(found));
      if (reply?.channel !== 'email') return false;
      // Mail about an earlier revision says nothing about the one that was sent.
      if (revision !== null && revision !== reply.revisionCount) return false;
      const now = await databaseTime(this.work);
      if (deliveryId === null) return decide.ofReply(reply, now);
      const delivery = await this.deliveries.findLocked(reply, deliveryId);
      return delivery !== null && decide.ofDelivery(reply, delivery, now);
    });
  }

  private async sentTo(delivery: Delivery): Promise<SentReply | null> {
    const reply = await this.replies.findByMessage(delivery.workspaceId, delivery.messageId);
    return reply && sentTo(sent(reply), delivery);
  }

  /** By the Message-ID that a mail server has given them. */
  private async copiesOf(workspaceId: string, headers: readonly string[]): Promise<Map<string, SentReply>> {
    const copies = new Map<string, SentReply>();
    for (const delivery of await this.deliveries.listByServerMessageIds(workspaceId, headers)) {
      const copy = await this.sentTo(delivery);
      if (copy && delivery.serverMessageId !== null) copies.set(delivery.serverMessageId, copy);
    }
    return copies;
  }
}

function sent({ workspaceId, conversationId, messageId, agentId, status, envelope }: Reply): SentReply {
  const of = { workspaceId, conversationId, messageId, agentId, status };
  return { ...of, deliveryId: null, recipient: envelope?.recipient ?? '', others: envelope?.others ?? 0 };
}

function sentTo(reply: SentReply, { id, status, address }: Delivery): SentReply {
  return { ...reply, deliveryId: id, status, recipient: address };
}
