import { Injectable } from '@nestjs/common';
import { BackgroundRunner, type BackgroundTask } from '../common/jobs/background-runner';
import { CustomerRequestsService } from './customer-requests.service';
import { type RequestKey, SupportRequestsRepository } from './support-requests.repository';
import { IS_ANY_RESUMABLE } from './support-requests.sql';

/** Activates support requests that waited until a given time, as of that time. */
@Injectable()
export class RequestResumption implements BackgroundTask {
  readonly name = 'support-resumption';
  readonly idleMs = 1_000;
  readonly isDue = IS_ANY_RESUMABLE;
  private readonly failed = new Map<string, RequestKey>();

  constructor(
    private readonly repository: SupportRequestsRepository,
    private readonly requests: CustomerRequestsService,
    runner: BackgroundRunner,
  ) {
    runner.register(this);
  }

  async runOnce(): Promise<boolean> {
    const due = await this.repository.findResumable([...this.failed.values()]);
    if (!due) {
      this.failed.clear();
      return false;
    }
    try {
      return await this.requests.resume(due);
    } catch (error) {
      // The others go on meanwhile, and this one when none of them is due.
      this.failed.set(`${due.workspaceId} ${due.id}`, due);
      throw error;
    }
  }
}
