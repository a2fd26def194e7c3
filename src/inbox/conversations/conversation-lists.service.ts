import { Injectable } from '@nestjs/common';
import { idsOf } from '../../common/http/ids-query.decorator';
import { assigneeOf } from '../../common/http/named-member';
import { JsonText } from '../../common/request/json-text';
import { canAccessAgent, type Member } from '../../common/request/principal';
import type { ViewFilter } from '../views/view.types';
import { narrowed } from '../views/view-filter';
import { type ShownView, ViewsService } from '../views/views.service';
import { ConversationContacts, type NamedContact } from './contacts.port';
import type { ListConversationsQuery } from './conversation-input.dto';
import type { ConversationFilter } from './conversation-lists.sql';
import {
  type ConversationContactDto,
  type InboxConversationDto,
  LastMessageDto,
  type ReplyToDto,
} from './conversation.dto';
import { type ConversationRow, InboxConversationsRepository } from './inbox-conversations.repository';
import { ReplyMailer } from '../replies/reply-mail.port';
import { type LiveRequestFilter, LiveRequests } from './live-requests.port';

/** Contacts whose conversations a search includes, at most. */
const MOST_CONTACTS = 1_000;
/** Conversations that are listed by their support requests, at most. */
const MOST_WITH_REQUESTS = 10_000;
/** Conversations about one that are listed, at most. */
const MOST_SIDES = 1_000;
/** Conversations of a view that are counted, at most. */
const MOST_COUNTED = 100;

interface ViewCount {
  viewId: string;
  count: number;
  /** Whether there may be more. */
  capped: boolean;
}

/** Conversations as a member reads them, with what else a list shows. A restricted member sees those of their agents only. */
@Injectable()
export class ConversationListsService {
  constructor(
    private readonly conversations: InboxConversationsRepository,
    private readonly contacts: ConversationContacts,
    private readonly requests: LiveRequests,
    private readonly mailer: ReplyMailer,
    private readonly views: ViewsService,
  ) {}

  /** A page, newest first, as JSON. */
  async list(member: Member, query: ListConversationsQuery): Promise<JsonText> {
    const view = query.view === undefined ? undefined : await this.views.find(member, query.view);
    const { limit, cursor, sort = view?.view.sort ?? 'activity' } = query;
    const filter = await this.filterOf(member, query, view);
    const { rows, nextCursor } = filter
      ? await this.conversations.page(filter, { sort, limit, cursor })
      : { rows: [], nextCursor: null };
    const conversations = await this.complete(member, rows);
    return new JsonText(`{"conversations":[${conversations.join()}],"nextCursor":${JSON.stringify(nextCursor)}}`);
  }

  /** Of views by their ids, separated by commas; without ids, of the first ones. */
  async countViews(member: Member, viewIds: string | undefined): Promise<ViewCount[]> {
    const counts: ViewCount[] = [];
    // One after the other: a member takes no more than one connection.
    for (const view of await this.views.chosen(member, idsOf(viewIds))) {
      const filter = await this.filterOf(member, {}, view);
      const { count, isCapped } = filter
        ? await this.conversations.countMatching(filter, view.view.sort, MOST_COUNTED)
        : { count: 0, isCapped: false };
      counts.push({ viewId: view.view.id, count, capped: isCapped });
    }
    return counts;
  }

  /** As JSON. @throws NotFound 404 */
  async get(member: Member, conversationId: string): Promise<JsonText> {
    const row = await this.conversations.requireRow(member, conversationId);
    const [text = ''] = await this.complete(member, [row]);
    return new JsonText(`${text.slice(0, -1)},"replyTo":${JSON.stringify(await this.replyToOf(member, text))}}`);
  }

  private async replyToOf(member: Member, conversation: string): Promise<ReplyToDto> {
    const { id, channel, contact } = JSON.parse(conversation) as InboxConversationDto;
    if (channel === 'widget') return { channel, name: contact?.name ?? null, address: null, problem: null };
    const address = await this.mailer.findRecipient(member, id);
    const isContact = address !== null && contact?.email === address;
    return { channel, name: isContact ? contact.name : null, address, problem: address === null ? 'no_address' : null };
  }

  /** Adds the fields that other features have: one statement for each of them, however many rows there are. */
  private async complete(member: Member, rows: readonly ConversationRow[]): Promise<string[]> {
    const [contacts, clocks] = await Promise.all([this.contactsOf(member, rows), this.clocksOf(member, rows)]);
    return rows.map((row) => {
      const lastMessage = JSON.stringify(row.lastMessage && LastMessageDto.from(row.lastMessage));
      const contact = JSON.stringify(contactOf(row, contacts.get(row.contactId ?? '')));
      const nextClock = clocks.get(row.id) ?? 'null';
      const more = `"lastMessage":${lastMessage},"contact":${contact},"nextClock":${nextClock}`;
      return `${row.conversation.slice(0, -1)},${more}}`;
    });
  }

  private async contactsOf(member: Member, rows: readonly ConversationRow[]) {
    const ids = [...new Set(rows.flatMap(({ contactId }) => contactId ?? []))];
    const named = ids.length > 0 ? await this.contacts.listNamed(member, ids) : [];
    return new Map(named.map((contact) => [contact.id, contact]));
  }

  private async clocksOf(
    { workspaceId }: Member,
    rows: readonly ConversationRow[],
  ): Promise<ReadonlyMap<string, string>> {
    const ids = rows.filter(({ isLive }) => isLive).map(({ id }) => id);
    return ids.length > 0 ? this.requests.listNextClocks(workspaceId, ids) : new Map();
  }

  /** Null: no conversation can match. `view` null: the caller sees no such view; undefined: the query names none. */
  private async filterOf(
    member: Member,
    query: Partial<ListConversationsQuery>,
    view: ShownView | null | undefined,
  ): Promise<ConversationFilter | null> {
    if (view === null || view?.isBroken) return null;
    const { workspaceId, memberId, agentIds } = member;
    const { label, search, ids } = query;
    const further = { ...furtherOf(query), labels: idsOf(query.labels) };
    const narrow = narrowed(ofMember(view?.view.filter ?? {}, member), ofMember(further, member));
    if (!narrow) return null;
    const { status, assignee, agentId, channel, handler, parent } = narrow;
    const { unread, undelivered, waitingMinutes, labelGroups } = narrow;
    const seen = agentId === undefined ? agentIds : [agentId.toLowerCase()].filter((id) => canAccessAgent(member, id));
    if (seen?.length === 0) return null;
    const live = await this.idsWithRequests({ workspaceId, agentIds: seen }, narrow);
    return {
      workspaceId,
      memberId,
      agentIds: seen,
      status,
      assigneeMemberId: assigneeOf(assignee, member),
      channel,
      handler,
      labelId: label,
      labelGroups: labelGroups.length > 0 ? labelGroups : undefined,
      waitingMinutes,
      unread,
      undelivered,
      hasNoParent: parent === 'none' || undefined,
      ids: inBoth(
        inBoth(live, await this.idsAbout(workspaceId, parent)),
        idsOf(ids) ??
          (undelivered ? ((await this.conversations.listUndeliveredIds(workspaceId)) ?? undefined) : undefined),
      ),
      search: search === undefined ? undefined : await this.searchOf(member, search),
    };
  }

  /** The conversations about one. Undefined: any. */
  private async idsAbout(workspaceId: string, parent: string | undefined): Promise<string[] | undefined> {
    if (parent === undefined || parent === 'none') return undefined;
    return this.conversations.listSideIds(workspaceId, parent, MOST_SIDES);
  }

  /** Undefined: their requests do not matter. */
  private async idsWithRequests(
    member: Pick<Member, 'workspaceId' | 'agentIds'>,
    { priority, sla }: LiveRequestFilter,
  ): Promise<string[] | undefined> {
    if (priority === undefined && sla === undefined) return undefined;
    return this.requests.listConversationIds(member, { priority, sla }, MOST_WITH_REQUESTS);
  }

  private async searchOf(member: Member, text: string): Promise<ConversationFilter['search']> {
    const [contactIds, conversationIds] = await Promise.all([
      this.contacts.listIdsWithText(member, text, MOST_CONTACTS),
      this.conversations.listIdsWithWords(member.workspaceId, text),
    ]);
    return { text, contactIds, conversationIds };
  }
}

function contactOf(
  { isVerified: verified }: ConversationRow,
  contact: NamedContact | undefined,
): ConversationContactDto | null {
  if (!contact) return null;
  const { id, name, email, blocked } = contact;
  return { id, name, email, verified, blocked };
}

/** Undefined: any. */
function inBoth(
  some: readonly string[] | undefined,
  others: readonly string[] | undefined,
): readonly string[] | undefined {
  if (!some || !others) return some ?? others;
  const known = new Set(others);
  return some.filter((id) => known.has(id));
}

/** The filters that a view may have, too. */
function furtherOf(query: Partial<ListConversationsQuery>): Omit<ViewFilter, 'labels'> {
  const { status, assignee, agentId, channel, handler, priority, sla, parent } = query;
  const { waitingMinutes, unread, undelivered } = query;
  return { status, assignee, agentId, channel, handler, priority, sla, parent, waitingMinutes, unread, undelivered };
}

/** With the id of the member in place of `me`. */
function ofMember(filter: ViewFilter, { memberId }: Member): ViewFilter {
  return filter.assignee === 'me' ? { ...filter, assignee: memberId } : filter;
}
