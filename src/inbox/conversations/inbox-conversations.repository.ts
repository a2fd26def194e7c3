import { Injectable } from '@nestjs/common';
import { onViolation } from '../../common/database/constraint-violation';
import { type Page, pageOf } from '../../common/database/page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { uuidOrNil } from '../../common/database/uuid';
import { NotFound } from '../../common/errors/domain-error';
import { required } from '../../common/errors/required';
import type { Member, WorkspaceScope } from '../../common/request/principal';
import type { MessageBeginning } from '../../conversations/conversation.types';
import { cursorOf, type ListPosition, positionOf } from './activity-cursor';
import type { ConversationSort } from './conversation-input.dto';
import {
  type ConversationFilter,
  countMatching,
  findLastLookedAt,
  listConversations,
  type ListRange,
} from './conversation-lists.sql';
import { countConversations } from './conversation-counts.sql';
import { FIND_ROW, LIST_UNDELIVERED } from './conversation-rows.sql';
import type { ConversationDto, ConversationReadDto, ConversationUnreadDto } from './conversation.dto';
import {
  FIND_CONVERSATION,
  FIND_CONVERSATIONS_WITH_WORDS,
  LIST_SHOWN_CONVERSATIONS,
  LIST_SIDES,
  MARK_READ,
  MARK_UNREAD,
} from './inbox-conversations.sql';

/** Matches that a search or filter collects; with more, it tests conversations one by one. */
const MOST_MATCHES = 10_000;

/** A conversation as JSON, its position in a list, and what the fields that are not in the JSON follow from. */
export interface ConversationRow {
  conversation: string;
  id: string;
  lastMessageAt: string;
  /** Null: people need not answer it. */
  unansweredSince: string | null;
  contactId: string | null;
  /** Whether it has live support requests. */
  isLive: boolean;
  /** Whether the contact is who they say. */
  isVerified: boolean;
  /** Null: there is none that stands. */
  lastMessage: MessageBeginning | null;
}

/** As `countConversations` of conversation-counts.sql.ts explains. */
export type ConversationCounts = Record<
  'needsReply' | 'mine' | 'unassigned' | 'waiting' | 'withAgent' | 'undelivered' | 'unread',
  number
> &
  Record<'unansweredCut' | 'openCut' | 'waitingCut' | 'assignedCut' | 'undeliveredCut', boolean> & {
    byAgent: { agentId: string; count: number }[];
    byLabel: { labelId: string; count: number }[];
  };

/** The tables conversations and inbox_reads in the form of answers. */
@Injectable()
export class InboxConversationsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** One statement. @throws NotFound */
  async requireRow({ workspaceId, agentIds, memberId }: Member, id: string): Promise<ConversationRow> {
    const [row] = await this.work.prepared<ConversationRow>(FIND_ROW, [workspaceId, agentIds, uuidOrNil(id), memberId]);
    return required(row);
  }

  /** One statement. @throws NotFound */
  async requireDto({ workspaceId, agentIds }: WorkspaceScope, id: string): Promise<ConversationDto> {
    const values = [workspaceId, agentIds, uuidOrNil(id)];
    const [row] = await this.work.prepared<{ conversation: ConversationDto }>(FIND_CONVERSATION, values);
    return required(row).conversation;
  }

  /** Those that the reader sees. One statement. */
  listShown(
    { workspaceId, agentIds }: Pick<WorkspaceScope, 'workspaceId' | 'agentIds'>,
    ids: readonly string[],
  ): Promise<{ id: string; conversation: ConversationDto }[]> {
    return this.work.prepared(LIST_SHOWN_CONVERSATIONS, [workspaceId, agentIds, ids]);
  }

  /**
   * A page of the conversations that match, in the order of `sort`. It tests a bounded number of conversations: if few of them match, the
   * page is short or empty, and the next page continues after them. One statement; two for a page that is not full.
   */
  async page(
    filter: ConversationFilter,
    { sort, limit, cursor }: { sort: ConversationSort; limit: number; cursor?: string },
  ): Promise<Page<ConversationRow>> {
    const range: ListRange = { sort, past: cursor === undefined ? undefined : positionOf(cursor), most: limit + 1 };
    const { rows, nextCursor } = await pageOf(
      limit,
      () => this.list(filter, range),
      (row) => cursorAfter(row, sort),
    );
    return { rows, nextCursor: nextCursor ?? (await this.findWindowEnd(filter, range)) };
  }

  /** The newest conversations about one, at most `most`. */
  async listSideIds(workspaceId: string, parentId: string, most: number): Promise<string[]> {
    const sides = await this.work.query<{ id: string }>(LIST_SIDES, [workspaceId, parentId, most]);
    return sides.map(({ id }) => id);
  }

  /** The reader sees one agent at least. One statement, not prepared: a plan for all workspaces would sort those of a big one. */
  async count(reader: Member): Promise<ConversationCounts> {
    const { sql, parameters } = countConversations(reader);
    return required((await this.work.query<ConversationCounts>(sql, parameters))[0]);
  }

  /**
   * How many match, at most `most`, among those that a page tests. `isCapped`: there may be more. One statement; two for a count
   * below `most`.
   */
  async countMatching(
    filter: ConversationFilter,
    sort: ConversationSort,
    most: number,
  ): Promise<{ count: number; isCapped: boolean }> {
    const range: ListRange = { sort, most: most + 1 };
    const { sql, parameters } = countMatching(filter, range);
    const [found] = await this.work.query<{ count: number }>(sql, parameters);
    const count = found?.count ?? 0;
    if (count > most) return { count: most, isCapped: true };
    return { count, isCapped: (await this.findWindowEnd(filter, range)) !== null };
  }

  /** Conversations with replies that may not have reached the customer. Null: there are too many to collect. */
  async listUndeliveredIds(workspaceId: string): Promise<string[] | null> {
    const found = await this.work.prepared<{ id: string }>(LIST_UNDELIVERED, [workspaceId, MOST_MATCHES + 1]);
    return found.length > MOST_MATCHES ? null : found.map(({ id }) => id);
  }

  /** Conversations with all words of the text in their subject or one message. Null: there may be more than can be collected. */
  async listIdsWithWords(workspaceId: string, text: string): Promise<string[] | null> {
    const values = [workspaceId, text, MOST_MATCHES];
    const [found] = await this.work.query<{ ids: string[]; isIncomplete: boolean }>(
      FIND_CONVERSATIONS_WITH_WORDS,
      values,
    );
    return found && !found.isIncomplete ? found.ids : null;
  }

  /**
   * Marks messages up to this time as read, or all; a message that was read stays read. One statement.
   *
   * @throws NotFound if the conversation or the member is gone
   */
  async upsertReadDto(
    { workspaceId, memberId }: Member,
    conversationId: string,
    readUpTo: string | null,
  ): Promise<ConversationReadDto> {
    const values = [workspaceId, conversationId, memberId, readUpTo];
    const marking = this.work.query<ConversationReadDto>(MARK_READ, values);
    const gone = (): Error => new NotFound();
    const marked = onViolation('inbox_reads_conversation', onViolation('inbox_reads_member', marking, gone), gone);
    return required((await marked)[0]);
  }

  /** Marks messages from this one on as unread. Null: the conversation does not have it. One statement. */
  async updateReadDto(
    { workspaceId, memberId }: Member,
    conversationId: string,
    fromMessageId: string | null,
  ): Promise<ConversationUnreadDto | null> {
    const values = [workspaceId, conversationId, memberId, fromMessageId];
    const [marked] = await this.work.query<ConversationUnreadDto>(MARK_UNREAD, values);
    return marked ?? null;
  }

  private list(filter: ConversationFilter, range: ListRange): Promise<ConversationRow[]> {
    const { sql, parameters, isUsual } = listConversations(filter, range);
    return isUsual
      ? this.work.prepared<ConversationRow>(sql, parameters)
      : this.work.query<ConversationRow>(sql, parameters);
  }

  /** Null: the page tested all conversations of the index. */
  private async findWindowEnd(filter: ConversationFilter, range: ListRange): Promise<string | null> {
    const { sql, parameters } = findLastLookedAt(filter, range);
    const [last] = await this.work.query<ListPosition>(sql, parameters);
    return last ? cursorOf(last) : null;
  }
}

function cursorAfter({ id, lastMessageAt, unansweredSince }: ConversationRow, sort: ConversationSort): string {
  return cursorOf({ id, at: new Date((sort === 'waiting' ? unansweredSince : lastMessageAt) ?? 0) });
}
