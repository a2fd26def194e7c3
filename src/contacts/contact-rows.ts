import { Injectable } from '@nestjs/common';
import { OnEvents } from '../common/events/on-events.decorator';
import { ConversationQueries } from '../conversations/conversation-queries.service';
import { ConversationWriter } from '../conversations/conversation-writer.service';
import { type ContactEvent, ContactRemoved, ContactUpdated } from './contact-events';

/** The fields of a contact that its conversations show, and those that decide to whom. */
const SHOWN: ReadonlySet<string> = new Set(['name', 'email', 'blocked', 'agentIds']);

/**
 * Members' streams show the newest conversations of a contact again when what they show of it changes, but for an import. The
 * conversations are not locked: the entry of one that is being erased has ids only.
 */
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
