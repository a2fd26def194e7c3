import { Injectable } from '@nestjs/common';
import { type Page, pageOf, type PageRequest } from '../../common/database/page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { uuidOrNil } from '../../common/database/uuid';
import { PAGE_MESSAGES } from './messages.sql';

/** A message as the text of a JSON object. */
export interface MessageText {
  id: string;
  message: string;
}

/** The tables messages and inbox_notes as members read them. */
@Injectable()
export class MessagesRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Newest first. One statement. */
  page(workspaceId: string, conversationId: string, { limit, cursor }: PageRequest): Promise<Page<MessageText>> {
    const read = (most: number): Promise<MessageText[]> =>
      this.work.prepared<MessageText>(PAGE_MESSAGES, [workspaceId, uuidOrNil(conversationId), cursor, most]);
    return pageOf(limit, read, ({ id }) => id);
  }
}
