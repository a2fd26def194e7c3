import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import type { Page, PageRequest } from '../../common/database/page';
import { pageOfSized, type SizedRow } from '../../common/database/sized-page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { uuidOrNil } from '../../common/database/uuid';
import { Message } from '../../conversations/message.entity';
import { InboxNote } from '../notes/inbox-note.entity';
import type { NamedMessage } from './message.types';
import { PAGE_MESSAGES } from './messages.sql';

/** A message as the text of a JSON object. */
export interface MessageText extends SizedRow {
  id: string;
  message: string;
}

/** What programs and blocked people write is kept, and starts nothing. */
const HEARD = { automatic: false, fromBlocked: false };

/** The tables messages and inbox_notes as members read them. */
@Injectable()
export class MessagesRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Newest first; a page of long messages has fewer. One statement. */
  async page(workspaceId: string, conversationId: string, { limit, cursor }: PageRequest): Promise<Page<MessageText>> {
    const parameters = [workspaceId, uuidOrNil(conversationId), cursor, limit];
    return pageOfSized(await this.work.prepared<MessageText>(PAGE_MESSAGES, parameters), ({ id }) => id);
  }

  async find(workspaceId: string, conversationId: string, namedId: string): Promise<NamedMessage | null> {
    const where = { workspaceId, conversationId, id: uuidOrNil(namedId) };
    const message = await this.work.manager.findOneBy(Message, where);
    if (message) return message;
    const note = await this.work.manager.findOneBy(InboxNote, where);
    if (!note) return null;
    const { id, authorMemberId, createdAt } = note;
    return { id, role: 'note', authorMemberId, createdAt };
  }

  async findFirstFromCustomerAfter(
    workspaceId: string,
    conversationId: string,
    messageId: string,
  ): Promise<Date | null> {
    const found = await this.work.manager.findOne(Message, {
      select: { workspaceId: true, conversationId: true, id: true, createdAt: true },
      where: { workspaceId, conversationId, id: MoreThan(messageId), role: 'customer' as const, ...HEARD },
      order: { id: 'ASC' },
    });
    return found?.createdAt ?? null;
  }
}
