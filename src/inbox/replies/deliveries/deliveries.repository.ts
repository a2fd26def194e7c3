import { Injectable } from '@nestjs/common';
import { Any, In, LessThan, type QueryDeepPartialEntity, Raw } from 'typeorm';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { newId, uuidOrNil } from '../../../common/database/uuid';
import type { ReplyStatus } from '../../../conversations/conversation.types';
import type { ReplyEnvelope } from '../reply-mail.port';
import type { DeliveryClaim, ReplyKey, ReplyRecipient } from '../reply.types';
import { CLAIM_DELIVERIES, FIND_ABANDONED_DELIVERY, RELEASE_DELIVERIES, RENEW_DELIVERIES } from './deliveries.sql';
import { Delivery } from './delivery.entity';

/** All deliveries of a reply that one claim has taken, and what they send. */
export interface ClaimedDeliveries extends ReplyKey {
  revision: number;
  envelope: ReplyEnvelope;
  /** Further recipients that the headers name; null: there are none. */
  visible: ReplyRecipient[] | null;
  /** In the order of the recipients. */
  deliveries: DeliveryClaim[];
}

/** A recipient after the first one. */
export type NewDelivery = ReplyRecipient & Pick<Delivery, 'countedOn'>;

/** The table deliveries. */
@Injectable()
export class DeliveriesRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Of a reply that there is; they are sent with it. */
  async insert(
    { workspaceId, conversationId, messageId }: ReplyKey,
    recipients: readonly NewDelivery[],
  ): Promise<void> {
    if (recipients.length === 0) return;
    const of = { workspaceId, conversationId, messageId };
    const rows = recipients.map((recipient, index) => ({ ...of, ...recipient, id: newId(), position: index + 1 }));
    await this.work.manager.insert(Delivery, rows);
  }

  /** In the order of the recipients, as many as a reply may have. */
  list({ workspaceId, conversationId, messageId }: ReplyKey): Promise<Delivery[]> {
    const where = { workspaceId, conversationId, messageId };
    return this.work.manager.find(Delivery, { where, order: { position: 'ASC' } });
  }

  /** Null: it was erased. The caller holds the lock of the conversation. */
  findLocked({ workspaceId, conversationId, messageId }: ReplyKey, id: string): Promise<Delivery | null> {
    const where = { workspaceId, conversationId, messageId, id: uuidOrNil(id) };
    return this.work.manager.findOne(Delivery, { where, lock: { mode: 'pessimistic_write' } });
  }

  /** Of any workspace: only for an id from a token of this service. */
  find(id: string): Promise<Delivery | null> {
    return this.work.manager.findOneBy(Delivery, { id: uuidOrNil(id) });
  }

  /** Those to which a mail server gave these Message-IDs; no more than the caller names. */
  listByServerMessageIds(workspaceId: string, ids: readonly string[]): Promise<Delivery[]> {
    return this.work.manager.findBy(Delivery, { workspaceId, serverMessageId: Any(ids) });
  }

  async update(delivery: Delivery, change: QueryDeepPartialEntity<Delivery>): Promise<void> {
    const { workspaceId, conversationId, messageId, id } = delivery;
    await this.work.manager.update(Delivery, { workspaceId, conversationId, messageId, id }, change);
  }

  /** Undoes all deliveries of a reply, also those that have failed. The caller holds the lock of the conversation, and none has left. */
  async undo({ workspaceId, conversationId, messageId }: ReplyKey): Promise<void> {
    const where = { workspaceId, conversationId, messageId, status: In<ReplyStatus>(['queued', 'failed']) };
    // One that a member has settled as failed was handed over.
    await this.work.manager.update(Delivery, where, { status: 'undone', dispatchAfterAt: null, handingOverAt: null });
  }

  /** The deliveries of one reply of the workspace that have been due the longest; null: there are none. */
  async claim(workspaceId: string, leaseSeconds: number): Promise<ClaimedDeliveries | null> {
    const [claim] = await this.work.query<ClaimedDeliveries>(CLAIM_DELIVERIES, [leaseSeconds, workspaceId]);
    return claim ?? null;
  }

  async renew(held: readonly DeliveryClaim[], leaseSeconds: number): Promise<void> {
    if (held.length > 0) await this.work.query(RENEW_DELIVERIES, [leaseSeconds, ...valuesOf(held)]);
  }

  /** Gives back deliveries that were not begun. */
  async release(held: readonly DeliveryClaim[]): Promise<void> {
    if (held.length > 0) await this.work.query(RELEASE_DELIVERIES, valuesOf(held));
  }

  /** Stores that the mail server may have the email, and renews the lease. False if the claim is lost. */
  async markHandingOver(claim: DeliveryClaim, leaseSeconds: number): Promise<boolean> {
    const { workspaceId, conversationId, messageId, id, fence } = claim;
    const { affected } = await this.work.manager.update(
      Delivery,
      {
        ...{ workspaceId, conversationId, messageId, id, fence, status: 'sending' as const },
        // Nothing may leave after the end of the lease, even if no other process has the delivery yet.
        leaseEndsAt: Raw((column) => `${column} > clock_timestamp()`),
      },
      {
        handingOverAt: () => 'clock_timestamp()',
        leaseEndsAt: () => `clock_timestamp() + make_interval(secs => ${Math.trunc(leaseSeconds)})`,
      },
    );
    return affected === 1;
  }

  /** A reply with deliveries whose process died. Takes no lock. */
  async findAbandoned(): Promise<ReplyKey | null> {
    const [abandoned] = await this.work.prepared<ReplyKey>(FIND_ABANDONED_DELIVERY, []);
    return abandoned ?? null;
  }

  /** Those whose process died, in the order of the recipients. The caller holds the lock of the conversation. */
  listAbandoned({ workspaceId, conversationId, messageId }: ReplyKey, now: Date): Promise<Delivery[]> {
    const where = { workspaceId, conversationId, messageId, status: 'sending' as const, leaseEndsAt: LessThan(now) };
    return this.work.manager.find(Delivery, { where, order: { position: 'ASC' }, lock: { mode: 'pessimistic_write' } });
  }

  /** Moves deliveries that cannot be settled behind the others. */
  async postponeAbandoned({ workspaceId, conversationId, messageId }: ReplyKey): Promise<void> {
    const expired = Raw((column) => `${column} < clock_timestamp()`);
    await this.work.manager.update(
      Delivery,
      { workspaceId, conversationId, messageId, status: 'sending', leaseEndsAt: expired },
      { leaseEndsAt: () => `clock_timestamp() + interval '10 minutes'` },
    );
  }

  /** Deletes the deliveries to these addresses; their number. */
  async deleteTo(workspaceId: string, addresses: readonly string[]): Promise<number> {
    const { affected } = await this.work.manager.delete(Delivery, { workspaceId, address: Any(addresses) });
    return affected ?? 0;
  }
}

/** The deliveries are those of one reply. */
function valuesOf(held: readonly DeliveryClaim[]): unknown[] {
  const { workspaceId, conversationId, messageId } = held[0]!;
  return [workspaceId, conversationId, messageId, held.map(({ id }) => id), held.map(({ fence }) => fence)];
}
