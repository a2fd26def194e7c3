import { Injectable } from '@nestjs/common';
import { databaseTime } from '../../common/database/database-time';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { ReplyChangesService } from './reply-changes.service';
import { afterAbandonment, afterAttempt, afterBounce, afterProof, type ReplyChange } from './reply-endings';
import type { ReplyDelivery } from './reply-mail.types';
import type { Reply } from './reply.entity';
import type { ReplyClaim } from './reply.types';

/** How attempts to send replies end. What may have been handed over is never sent a second time. */
@Injectable()
export class ReplyOutcomesService {
  constructor(
    private readonly changes: ReplyChangesService,
    private readonly work: UnitOfWork,
  ) {}

  /** False where the claim no longer counts, or the reply was erased. */
  async finish(claim: ReplyClaim, delivery: ReplyDelivery): Promise<boolean> {
    const ended = await this.end(claim, (reply, now) => {
      // The lease ended while the server was thinking; its answer is better than not knowing. Sending it again is for a
      // person to decide, who may be about to.
      if (reply.status === 'uncertain' && delivery.outcome === 'refused') {
        return afterAttempt(reply, { ...delivery, final: true }, now);
      }
      if (reply.status === 'uncertain' && delivery.outcome === 'sent') return afterAttempt(reply, delivery, now);
      return reply.status === 'sending' ? afterAttempt(reply, delivery, now) : null;
    });
    return ended !== null;
  }

  /** Where the process that has the claim is gone: what the reply is now; null where it is not gone. */
  abandon(claim: ReplyClaim): Promise<Reply['status'] | null> {
    return this.end(claim, (reply, now) => {
      const isOver = reply.status === 'sending' && reply.leaseEndsAt !== null && reply.leaseEndsAt < now;
      return isOver ? afterAbandonment(reply, now) : null;
    });
  }

  private end(
    claim: ReplyClaim,
    changeOf: (reply: Reply, now: Date) => ReplyChange | null,
  ): Promise<Reply['status'] | null> {
    return this.work.run(async () => {
      const reply = await this.changes.findLocked(claim);
      if (reply?.fence !== claim.fence) return null;
      const now = await databaseTime(this.work);
      const change = changeOf(reply, now);
      return change && this.applyWithEvidence(reply, change, now);
    });
  }

  /** What mail has told of the message while it was being sent counts from here on. */
  private async applyWithEvidence(reply: Reply, change: ReplyChange, now: Date): Promise<Reply['status']> {
    const { bounce, deliveredAt } = reply;
    const wasReceived = deliveredAt !== null && change.status !== 'sent';
    const ended = await this.changes.apply(reply, wasReceived ? afterProof(reply, now) : change);
    if (bounce && (ended.status === 'sent' || ended.status === 'uncertain')) {
      return (await this.changes.apply(ended, afterBounce(ended, bounce, now))).status;
    }
    return ended.status;
  }
}
