import { Injectable } from '@nestjs/common';
import { databaseTime } from '../../common/database/database-time';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { BackgroundRunner, type BackgroundTask } from '../../common/jobs/background-runner';
import { SlaClocksRepository } from './sla-clocks.repository';
import { SlaClocksService } from './sla-clocks.service';

/** Clocks that are worked on in one transaction. */
const BATCH = 100;

/**
 * Works out anew what runs by an older release of the time zone rules. That changes with a release of this program only, so
 * it asks when it starts, and seldom afterwards: processes of the release before may still be starting clocks.
 */
@Injectable()
export class SlaRecalculation implements BackgroundTask {
  readonly name = 'sla-recalculation';
  readonly idleMs = 600_000;

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
      const found = await this.repository.claimOfOlderZones(BATCH);
      if (found.length === 0) return false;
      await this.clocks.look(found, (await databaseTime(this.work)).getTime());
      return true;
    });
  }
}
