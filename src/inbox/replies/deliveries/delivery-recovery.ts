import { Injectable } from '@nestjs/common';
import { BackgroundRunner, type BackgroundTask } from '../../../common/jobs/background-runner';
import { takeovers } from '../../../common/jobs/takeovers';
import { logger } from '../../../common/logging/logger';
import { countMailAttempts } from '../../../common/mail/mail-attempts';
import type { ReplyStatus } from '../../../conversations/conversation.types';
import type { ReplyKey } from '../reply.types';
import { DeliveriesRepository } from './deliveries.repository';
import { IS_ANY_DELIVERY_ABANDONED } from './deliveries.sql';
import { DeliveryLifecycle } from './delivery-lifecycle.service';

/** Settles deliveries whose process died while sending them: queued again, or uncertain if a mail server may have them. */
@Injectable()
export class DeliveryRecovery implements BackgroundTask {
  readonly name = 'delivery-recovery';
  readonly idleMs = 1_000;
  readonly isDue = IS_ANY_DELIVERY_ABANDONED;

  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly lifecycle: DeliveryLifecycle,
    runner: BackgroundRunner,
  ) {
    runner.register(this);
  }

  async runOnce(): Promise<boolean> {
    const abandoned = await this.deliveries.findAbandoned();
    if (!abandoned) return false;
    const settled = await this.settle(abandoned);
    takeovers.inc({ queue: 'deliveries' }, settled.length);
    countMailAttempts('reply', 'uncertain', settled.filter((status) => status === 'uncertain').length);
    logger.warn(
      { reply: abandoned.messageId, settled: settled.length },
      'deliveries of a process that ended were settled',
    );
    return true;
  }

  private async settle(abandoned: ReplyKey): Promise<ReplyStatus[]> {
    try {
      return await this.lifecycle.abandon(abandoned);
    } catch (error) {
      await this.deliveries.postponeAbandoned(abandoned);
      throw error;
    }
  }
}
