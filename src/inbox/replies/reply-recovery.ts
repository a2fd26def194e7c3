import { Injectable } from '@nestjs/common';
import { BackgroundRunner, type BackgroundTask } from '../../common/jobs/background-runner';
import { takeovers } from '../../common/jobs/takeovers';
import { logger } from '../../common/logging/logger';
import { countMailAttempts } from '../../common/mail/mail-attempts';
import type { Reply } from './reply.entity';
import { RepliesRepository } from './replies.repository';
import { IS_ANY_REPLY_ABANDONED } from './replies.sql';
import { ReplyLifecycle } from './reply-lifecycle.service';
import type { ReplyClaim } from './reply.types';

/** Settles replies whose process died while sending them: queued again, or uncertain if a mail server may have them. */
@Injectable()
export class ReplyRecovery implements BackgroundTask {
  readonly name = 'reply-recovery';
  readonly idleMs = 1_000;
  readonly isDue = IS_ANY_REPLY_ABANDONED;

  constructor(
    private readonly replies: RepliesRepository,
    private readonly lifecycle: ReplyLifecycle,
    runner: BackgroundRunner,
  ) {
    runner.register(this);
  }

  async runOnce(): Promise<boolean> {
    const abandoned = await this.replies.findAbandoned();
    if (!abandoned) return false;
    const settled = await this.settle(abandoned);
    if (settled) takeovers.inc({ queue: 'replies' });
    if (settled === 'uncertain') countMailAttempts('reply', 'uncertain');
    logger.warn({ reply: abandoned.messageId, settled: settled !== null }, 'reply of a process that ended was settled');
    return true;
  }

  private async settle(abandoned: ReplyClaim): Promise<Reply['status'] | null> {
    try {
      return await this.lifecycle.abandon(abandoned);
    } catch (error) {
      await this.replies.postponeAbandoned(abandoned);
      throw error;
    }
  }
}
