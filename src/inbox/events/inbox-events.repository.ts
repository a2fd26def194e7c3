import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { InboxHappening } from './inbox-event.types';
import { APPEND_INBOX_EVENTS } from './inbox-events.sql';

/** The table inbox_events. */
@Injectable()
export class InboxEventsRepository {
  constructor(private readonly work: UnitOfWork) {}

  async append(happenings: readonly InboxHappening[]): Promise<void> {
    await this.work.prepared(APPEND_INBOX_EVENTS, [JSON.stringify(happenings)]);
  }
}
