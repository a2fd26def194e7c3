import { Injectable } from '@nestjs/common';
import { databaseTime } from '../../common/database/database-time';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { BackgroundRunner, type BackgroundTask } from '../../common/jobs/background-runner';
import { ClockBatches } from './clock-batches';
import { IS_ANY_CLOCK_DUE } from './sla-clocks.sql';
import { SlaClocksRepository } from './sla-clocks.repository';
import { SlaClocksService } from './sla-clocks.service';

/**
 * Marks clocks as imminent and as breaching once they are, and publishes it once, by the rows that it writes in
 * the same transaction, even if a process dies. A clock that ran out while no process looked has its breach at that time.
 */
@Injectable()
export class SlaSweep implements BackgroundTask {
  readonly name = 'sla-sweep';
  readonly idleMs = 1_000;
  readonly isDue = IS_ANY_CLOCK_DUE;
  private readonly batches: ClockBatches;

  constructor(repository: SlaClocksRepository, clocks: SlaClocksService, work: UnitOfWork, runner: BackgroundRunner) {
    this.batches = new ClockBatches({
      batch: (most, claimed) =>
        work.run(async () => {
          const conversations = await repository.claimDue(most);
          claimed(conversations);
          if (conversations.length === 0) return false;
          await clocks.save(await repository.listDue(conversations), (await databaseTime(work)).getTime());
          await repository.postponeDue(conversations);
          return true;
        }),
      postpone: (conversation) => repository.postponeDue([conversation]),
    });
    runner.register(this);
  }

  runOnce(): Promise<boolean> {
    return this.batches.next();
  }
}
