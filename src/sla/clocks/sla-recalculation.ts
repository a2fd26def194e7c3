import { Injectable } from '@nestjs/common';
import { databaseTime } from '../../common/database/database-time';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { BackgroundRunner, type BackgroundTask } from '../../common/jobs/background-runner';
import { ClockBatches } from './clock-batches';
import { SlaClocksRepository } from './sla-clocks.repository';
import { SlaClocksService } from './sla-clocks.service';

/**
 * Works out anew what runs by an older release of the time zone rules. That changes with a release of this program only, so
 * it asks when it starts, and seldom afterwards: processes of the release before may still be starting clocks.
 */
@Injectable()
export class SlaRecalculation implements BackgroundTask {
  readonly name = 'sla-recalculation';
  readonly idleMs = 600_000;
  private readonly batches: ClockBatches;

  constructor(repository: SlaClocksRepository, clocks: SlaClocksService, work: UnitOfWork, runner: BackgroundRunner) {
    this.batches = new ClockBatches({
      batch: (most, claimed) =>
        work.run(async () => {
          const conversations = await repository.claimOfOlderZones(most);
          claimed(conversations);
          if (conversations.length === 0) return false;
          await clocks.save(await repository.listOfOlderZones(conversations), (await databaseTime(work)).getTime());
          await repository.leaveOfOlderZones(conversations);
          return true;
        }),
      postpone: (conversation) => repository.leaveOfOlderZones([conversation]),
    });
    runner.register(this);
  }

  runOnce(): Promise<boolean> {
    return this.batches.next();
  }
}
