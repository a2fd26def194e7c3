import { Injectable } from '@nestjs/common';
import { OnEvents } from '../common/events/on-events.decorator';
import { ConversationQueries } from '../conversations/conversation-queries.service';
import { ConversationWriter } from '../conversations/conversation-writer.service';
import { type ContactEvent, ContactRemoved, ContactUpdated } from './contact-events';

/** The fields of a contact that its conversations show. */
const SHOWN: ReadonlySet<string> = new Set(['name', 'email', 'blocked']);

/** Members' streams show the newest conversations of a contact again when the name, the email or a block of the contact changes. */
@Injectable()
export class ContactRows {
  constructor(
    private readonly conversations: ConversationQueries,
    private readonly writer: ConversationWriter,
  ) {}

  /** Locks nothing. It runs before the additions, so that the log is written once. */
  @OnEvents([ContactUpdated, ContactRemoved], { locks: 'dependents' })
  async showAgain(events: readonly ContactEvent[]): Promise<void> {
    for (const { workspaceId, contactId } of events.filter(isShown).map(({ data }) => data)) {
      const rows = await this.conversations.listOfContact({ workspaceId, agentIds: null }, contactId);
      for (const { agentId, id } of rows) this.writer.publishUpdated(workspaceId, agentId, id);
    }
  }
}

function isShown(event: ContactEvent): boolean {
  return !(event instanceof ContactUpdated) || event.data.changed.some((field) => SHOWN.has(field));
}
