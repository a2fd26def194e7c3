import { Injectable } from '@nestjs/common';
import { databaseTime } from '../../common/database/database-time';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { WorkingTime } from '../../common/time/working-time';
import { DAY_MS } from '../../common/time/zone';
import { SlaPoliciesService } from './sla-policies.service';

/** How far ahead an opening is looked for. */
const FARTHEST_MS = 31 * DAY_MS;

/** The working hours of policies, for other features. */
@Injectable()
export class OpeningHoursService {
  constructor(
    private readonly policies: SlaPoliciesService,
    private readonly work: UnitOfWork,
  ) {}

  /** By the policy that holds for usual requests to the agent. Null: there is none, or it opens no more within a month. */
  async findNextOpening(workspaceId: string, agentId: string): Promise<Date | null> {
    const policy = await this.policies.match(workspaceId, { agentId, priority: 'normal' });
    if (!policy) return null;
    const now = (await databaseTime(this.work)).getTime();
    for (const { from } of WorkingTime.of(policy.calendar).intervals(now, now + FARTHEST_MS)) {
      if (from > now) return new Date(from);
    }
    return null;
  }
}
