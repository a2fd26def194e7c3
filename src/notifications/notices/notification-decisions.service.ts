import { Injectable } from '@nestjs/common';
import { PreferencesService } from '../../preferences/preferences.service';
import { channelsOf } from './chosen-channels';
import { NotificationJobsRepository, type Withheld } from './notification-jobs.repository';
import { coalesced, type NotificationFacts, verdictOf } from './notification-verdict';

/** Decides, at the moment of sending, which notifications are still due. Joins the caller's transaction. */
@Injectable()
export class NotificationDecisionsService {
  constructor(
    private readonly jobs: NotificationJobsRepository,
    private readonly preferences: PreferencesService,
  ) {}

  /**
   * Returns the notifications to send now, in the order of their events. Stores the reason or the new time of the
   * others.
   */
  async decide(facts: readonly NotificationFacts[]): Promise<NotificationFacts[]> {
    const defaults = channelsOf(this.preferences.defaults);
    const withheld: Withheld[] = [];
    const withhold = (one: NotificationFacts, reason: Withheld['reason'], until: Date | null): void => {
      const { workspaceId, id, channel, notifiedAt } = one;
      withheld.push({ workspaceId, id, reason, until, wasPushed: channel === 'push' && notifiedAt !== null });
    };
    const may = facts.filter((one) => {
      const verdict = verdictOf(one, defaults);
      if (verdict.is === 'dropped') withhold(one, verdict.reason, null);
      if (verdict.is === 'waiting') withhold(one, null, verdict.until);
      return verdict.is === 'due';
    });
    const { due, dropped } = coalesced(may);
    for (const one of dropped) withhold(one, 'coalesced', null);
    await this.jobs.updateWithheld(withheld);
    return due;
  }
}
