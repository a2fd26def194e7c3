import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../common/database/page';
import { pageOfSized, type SizedRow } from '../../common/database/sized-page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { uuidOrNil } from '../../common/database/uuid';
import type { ConversationMessageDto } from './message.dto';
import { LIST_SHOWN_MESSAGES, PAGE_MESSAGES } from './messages.sql';

/** A message as a JSON object. */
export interface MessageText extends SizedRow {
  id: string;
  message: string;
  role: string;
  /** Null: of a note. */
  channel: string | null;
  content: string;
}

/** The tables messages and inbox_notes in the form of answers. */
@Injectable()
export class MessagesRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Newest first. A page of long messages has fewer than `limit`. One statement. */
  async page(workspaceId: string, conversationId: string, { limit, cursor }: PageRequest): Promise<Page<MessageText>> {
    const values = [workspaceId, uuidOrNil(conversationId), cursor, limit];
    return pageOfSized(await this.work.prepared<MessageText>(PAGE_MESSAGES, values), ({ id }) => id);
  }

  /** As many as there are ids. One statement. */
  listShown(
    workspaceId: string,
    conversationIds: readonly (string | null)[],
    ids: readonly string[],
  ): Promise<{ id: string; message: ConversationMessageDto }[]> {
    return this.work.prepared(LIST_SHOWN_MESSAGES, [workspaceId, conversationIds, ids]);
  }
}
