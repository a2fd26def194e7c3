import { Injectable } from '@nestjs/common';
import { PreferencesService } from '../../preferences/preferences.service';
import { channelsOf } from './chosen-channels';
import { NotificationJobsRepository, type NotTold } from './notification-jobs.repository';
import { coalesced, type NotificationFacts, verdictOf } from './notification-verdict';

/** Decides at the moment at which members would be told whether they are. Joins the caller's transaction. */
@Injectable()
export class NotificationDecisionsService {
  constructor(
    private readonly jobs: NotificationJobsRepository,
    private readonly preferences: PreferencesService,
  ) {}

  /** What is told now, in the order in which it happened. Why the rest is not is written down. */
  async decide(facts: readonly NotificationFacts[]): Promise<NotificationFacts[]> {
    const defaults = channelsOf(this.preferences.defaults);
    const notTold: NotTold[] = [];
    const leave = (one: NotificationFacts, reason: NotTold['reason'], until: Date | null): void => {
      const { workspaceId, id, channel, toldAt } = one;
      notTold.push({ workspaceId, id, reason, until, wasPushed: channel === 'push' && toldAt !== null });
    };
    const may = facts.filter((one) => {
      const verdict = verdictOf(one, defaults);
      if (verdict.is === 'dropped') leave(one, verdict.reason, null);
      if (verdict.is === 'waiting') leave(one, null, verdict.until);
      return verdict.is === 'told';
    });
    const { told, dropped } = coalesced(may);
    for (const one of dropped) leave(one, 'coalesced', null);
    await this.jobs.updateNotTold(notTold);
    return told;
  }
}
