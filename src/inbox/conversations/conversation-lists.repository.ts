import { Injectable } from '@nestjs/common';
import { pageOf } from '../../common/database/page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { cursorOf, placeOf } from './activity-cursor';
import { type ConversationFilter, findLastLookedAt, listConversations, type ListRange } from './conversation-lists.sql';
import type { ConversationSort } from '../../conversations/conversation.types';

/** A conversation as JSON, and its place in the list. */
interface ListedConversation {
  conversation: string;
  id: string;
  lastMessageAt: string;
}

export interface ListedPage {
  /** The texts of JSON objects. */
  conversations: string[];
  nextCursor: string | null;
}

/** The table conversations as members list it. */
@Injectable()
export class ConversationListsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /**
   * A page of what matches, newest first. It looks at a bounded number of conversations: a page that they do not fill has
   * fewer, perhaps none, and the next one goes on behind them. One statement; two for a page that is not full.
   */
  async page(
    filter: ConversationFilter,
    { sort, limit, cursor }: { sort: ConversationSort; limit: number; cursor?: string },
  ): Promise<ListedPage> {
    const range: ListRange = { sort, past: cursor === undefined ? undefined : placeOf(cursor), most: limit + 1 };
    const { rows, nextCursor } = await pageOf(limit, () => this.list(filter, range), placeAfter);
    const conversations = rows.map(({ conversation }) => conversation);
    return { conversations, nextCursor: nextCursor ?? (await this.findWindowEnd(filter, range)) };
  }

  private list(filter: ConversationFilter, range: ListRange): Promise<ListedConversation[]> {
    const { sql, parameters, isUsual } = listConversations(filter, range);
    return isUsual
      ? this.work.prepared<ListedConversation>(sql, parameters)
      : this.work.query<ListedConversation>(sql, parameters);
  }

  /** Null where everything that the index had was looked at. */
  private async findWindowEnd(filter: ConversationFilter, range: ListRange): Promise<string | null> {
    const { sql, parameters } = findLastLookedAt(filter, range);
    const [last] = await this.work.query<{ id: string; lastMessageAt: Date }>(sql, parameters);
    return last ? cursorOf(last) : null;
  }
}

function placeAfter({ id, lastMessageAt }: ListedConversation): string {
  return cursorOf({ id, lastMessageAt: new Date(lastMessageAt) });
}
