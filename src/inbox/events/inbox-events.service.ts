import { Injectable } from '@nestjs/common';
import type { InboxHappening } from './inbox-event.types';
import { InboxEventsRepository } from './inbox-events.repository';

/** What members hear of live. An event is written in the transaction of what it tells of, and told once that commits. */
@Injectable()
export class InboxEventsService {
  constructor(private readonly events: InboxEventsRepository) {}

  async append(...happenings: readonly InboxHappening[]): Promise<void> {
    if (happenings.length > 0) await this.events.append(happenings);
  }
}
