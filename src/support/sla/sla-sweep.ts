import { Injectable } from '@nestjs/common';
import { databaseTime } from '../../common/database/database-time';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { BackgroundRunner, type BackgroundTask } from '../../common/jobs/background-runner';
import { SlaClocksRepository } from './sla-clocks.repository';
import { SlaClocksService } from './sla-clocks.service';

/** Clocks that are worked on in one transaction, so that a thousand breaches at once hold nobody up for long. */
const BATCH = 100;

/**
 * Marks clocks as imminent and as breaching once they are, and tells of it: each time once, by the rows that it writes in
 * the same transaction, whatever dies. What was due while nobody looked was due then.
 */
@Injectable()
export class SlaSweep implements BackgroundTask {
  readonly name = 'sla-sweep';
  readonly idleMs = 1_000;

  constructor(
    private readonly repository: SlaClocksRepository,
    private readonly clocks: SlaClocksService,
    private readonly work: UnitOfWork,
    runner: BackgroundRunner,
  ) {
    runner.register(this);
  }

  async runOnce(): Promise<boolean> {
    return this.work.run(async () => {
      const due = await this.repository.claimDue(BATCH);
      if (due.length === 0) return false;
      await this.clocks.look(due, (await databaseTime(this.work)).getTime());
      return true;
    });
  }
}
