import { Injectable } from '@nestjs/common';
import { OnEvents } from '../common/events/on-events.decorator';
import { ConversationEvent } from './conversation-events';
import { LabelEvent } from '../inbox/labels/label-events';
import type { InboxHappening } from './inbox-event.types';
import { InboxEventsRepository } from '../inbox/events/settled-events.repository';

/** The entries of members' streams. An entry is written in the transaction of its change, and streamed once that commits. */
@Injectable()
export class InboxEventsService {
  constructor(private readonly entries: InboxEventsRepository) {}

  @OnEvents<ConversationEvent | LabelEvent>([ConversationEvent, LabelEvent], { locks: 'additions' })
  log(events: readonly (ConversationEvent | LabelEvent)[]): Promise<void> {
    return this.append(events.flatMap(({ happening }) => happening ?? []));
  }

  async append(happenings: readonly InboxHappening[]): Promise<void> {
    if (happenings.length > 0) await this.entries.append(happenings);
  }
}
