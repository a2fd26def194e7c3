import { Injectable } from '@nestjs/common';
import { BackgroundRunner, type BackgroundTask } from '../../common/jobs/background-runner';
import { takeovers } from '../../common/jobs/takeovers';
import { logger } from '../../common/logging/logger';
import { countMailAttempts } from '../../common/mail/mail-attempts';
import type { Reply } from './reply.entity';
import { ReplyJobsRepository } from './reply-jobs.repository';
import type { ReplyClaim } from './reply.types';
import { ReplyOutcomesService } from './reply-outcomes.service';

/** Takes up replies whose process died while sending them: back into the queue, or uncertain where they may have left. */
@Injectable()
export class ReplyRecovery implements BackgroundTask {
  readonly name = 'reply-recovery';
  readonly idleMs = 1_000;

  constructor(
    private readonly jobs: ReplyJobsRepository,
    private readonly outcomes: ReplyOutcomesService,
    runner: BackgroundRunner,
  ) {
    runner.register(this);
  }

  async runOnce(): Promise<boolean> {
    const abandoned = await this.jobs.findAbandoned();
    if (!abandoned) return false;
    const settled = await this.settle(abandoned);
    if (settled) takeovers.inc({ queue: 'replies' });
    if (settled === 'uncertain') countMailAttempts('reply', 'uncertain');
    logger.warn({ reply: abandoned.messageId, settled: settled !== null }, 'reply of a process that ended');
    return true;
  }

  private async settle(abandoned: ReplyClaim): Promise<Reply['status'] | null> {
    try {
      return await this.outcomes.abandon(abandoned);
    } catch (error) {
      await this.jobs.postponeAbandoned(abandoned);
      throw error;
    }
  }
}
