import type { WorkspaceScope } from '../../common/request/principal';
import type { ListPosition } from './activity-cursor';
import {
  CONVERSATION_STATUSES,
  type ConversationChannel,
  type ConversationHandler,
  type ConversationStatus,
} from '../../conversations/conversation.types';
import { type ConversationSort, USUAL_PAGE } from './conversation-input.dto';
import { HAS_UNDELIVERED, IS_UNANSWERED, isRead, selectRows } from './conversation-rows.sql';
import { hasWords } from './inbox-conversations.sql';

/** Conversations that a list tests to fill one page, at most. */
export const MOST_LOOKED_AT = 10_000;

/** The same if each is searched for words: the words are so common that a page is soon full. */
const MOST_SEARCHED = 300;

/**
 * Agents whose parts of an index are merged, at most. A reader of more agents sees most of a workspace: then reading its own order
 * and skipping the rest costs less.
 */
export const MOST_MERGED = 16;

/** The filter of a list. An absent field matches all conversations. */
export interface ConversationFilter extends Pick<WorkspaceScope, 'workspaceId'> {
  /** Null: any agent. */
  agentIds: readonly string[] | null;
  status?: ConversationStatus;
  /** The id of a member; null: no assignee. */
  assigneeMemberId?: string | null;
  channel?: ConversationChannel;
  handler?: ConversationHandler;
  labelId?: string;
  /** One of these, of each group. */
  labelGroups?: readonly (readonly string[])[];
  /** Open, and without a message for so long. */
  waitingMinutes?: number;
  /** Who reads the list. */
  memberId: string;
  /** Whether there are messages that the reader has not read. */
  unread?: boolean;
  /** Whether there are replies that may not have reached the customer. */
  undelivered?: boolean;
  /** Only conversations with customers. */
  hasNoParent?: boolean;
  /** None but these. */
  ids?: readonly string[];
  /** Conversations with the words of the text, or of these contacts. `conversationIds` null: too many to collect. */
  search?: { text: string; contactIds: readonly string[]; conversationIds: readonly string[] | null };
}

export interface ListRange {
  sort: ConversationSort;
  past?: ListPosition;
  most: number;
}

/** SQL with its parameters. */
interface Statement {
  sql: string;
  parameters: unknown[];
  /** Whether the SQL is one of a few dozen texts, so that it can be prepared: planning takes as long as running. */
  isUsual: boolean;
}

/**
 * By hand: the JSON of the answer, and a plan that depends on the filters. The conversations that match, of the next
 * {@link MOST_LOOKED_AT} in the order of an index.
 */
export function listConversations(filter: ConversationFilter, range: ListRange): Statement {
  const list = new ConversationList(filter, range);
  const page = `FROM ${list.candidates()} c ${list.matching()} ${list.order()} LIMIT ${range.most}`;
  return list.statement(selectRows(page, list.reader()));
}

/** By hand: how many of the conversations that {@link listConversations} tests match, at most `range.most`. */
export function countMatching(filter: ConversationFilter, range: ListRange): Statement {
  const list = new ConversationList(filter, range);
  return list.statement(`
    SELECT count(*)::int AS count FROM (SELECT FROM ${list.candidates()} c ${list.matching()} LIMIT ${range.most}) matching`);
}

/** By hand: the position of the last conversation that {@link listConversations} tests; no row if there are fewer. */
export function findLastLookedAt(filter: ConversationFilter, range: ListRange): Statement {
  const list = new ConversationList(filter, range);
  return list.statement(`
    SELECT c.id, ${list.time()} AS at FROM ${list.candidates()} c
    ${list.order()} OFFSET ${list.window - 1} LIMIT 1`);
}

/** The parts of one of the two statements. */
class ConversationList {
  private readonly parameters: unknown[] = [];
  private readonly workspace: string;
  /** The column by which an index returns the candidates. */
  private readonly by: 'found' | 'id' | 'assignee' | 'agent' | 'workspace';
  /** Conversations that are tested, at most. */
  readonly window: number;

  constructor(
    private readonly filter: ConversationFilter,
    private readonly range: ListRange,
  ) {
    const { agentIds, assigneeMemberId, search } = filter;
    this.workspace = this.value(filter.workspaceId);
    this.window = search?.conversationIds === null ? MOST_SEARCHED : MOST_LOOKED_AT;
    if (search?.conversationIds || filter.ids) this.by = 'found';
    else if (range.sort === 'created') this.by = 'id';
    else if (assigneeMemberId && range.sort === 'activity') this.by = 'assignee';
    else this.by = agentIds !== null && agentIds.length <= MOST_MERGED ? 'agent' : 'workspace';
  }

  statement(sql: string): Statement {
    return { sql, parameters: this.parameters, isUsual: this.isUsual() };
  }

  /**
   * The next conversations in the order of the list. An index has them in several parts, by status and perhaps agent, each in
   * order: PostgreSQL merges them while it reads, so that the first fifty cost no more than fifty.
   */
  candidates(): string {
    const unanswered = this.range.sort === 'waiting' ? [IS_UNANSWERED] : [];
    const { waitingMinutes } = this.filter;
    // A range of the index: those that wait the longest are behind all that have changed since.
    const waited = waitingMinutes === undefined ? [] : [this.hasWaited(waitingMinutes)];
    const all = [`c.workspace_id = ${this.workspace}`, ...unanswered, ...waited, ...this.past()];
    const inOrder = `${this.order()} LIMIT ${this.window}`;
    const parts = this.parts().map(
      (part) => `(SELECT * FROM conversations c WHERE ${[...all, ...part].join(' AND ')} ${inOrder})`,
    );
    return `(SELECT * FROM (${parts.join(' UNION ALL ')}) c ${inOrder})`;
  }

  /** The conditions that the index does not check. */
  matching(): string {
    const { agentIds, assigneeMemberId, status, channel, handler, labelId, unread, undelivered, search } = this.filter;
    const { labelGroups = [] } = this.filter;
    const conditions: string[] = [];
    if (status && (this.by === 'id' || this.by === 'found' || this.range.sort === 'waiting'))
      conditions.push(`c.status = ${this.value(status)}`);
    if (agentIds !== null && this.by !== 'agent') conditions.push(`c.agent_id = ANY (${this.value(agentIds)}::uuid[])`);
    if (assigneeMemberId === null) conditions.push('c.assignee_member_id IS NULL');
    else if (assigneeMemberId && this.by !== 'assignee') {
      conditions.push(`c.assignee_member_id = ${this.value(assigneeMemberId)}`);
    }
    if (channel) conditions.push(`c.channel = ${this.value(channel)}`);
    if (handler) conditions.push(`c.handler = ${this.value(handler)}`);
    for (const group of labelId ? [[labelId], ...labelGroups] : labelGroups) conditions.push(this.isLabelled(group));
    if (unread !== undefined) conditions.push(`${unread ? 'NOT ' : ''}${isRead(this.reader())}`);
    if (undelivered !== undefined) conditions.push(`${undelivered ? '' : 'NOT '}${HAS_UNDELIVERED}`);
    if (this.filter.hasNoParent) conditions.push('c.parent_conversation_id IS NULL');
    if (search && !search.conversationIds) conditions.push(this.isFound(search));
    return conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  }

  /** The member who reads the list. */
  reader(): string {
    return this.value(this.filter.memberId);
  }

  order(): string {
    if (this.range.sort === 'created') return 'ORDER BY c.id DESC';
    return this.range.sort === 'waiting' ? `ORDER BY ${this.time()}, c.id` : `ORDER BY ${this.time()} DESC, c.id DESC`;
  }

  /** The time of a position. */
  time(): string {
    return this.range.sort === 'waiting' ? 'c.unanswered_since' : 'c.last_message_at';
  }

  /** Whether the page is the usual one: of the usual size, and filtered by no more than agent, status and assignee. */
  private isUsual(): boolean {
    const { agentIds, channel, handler, labelId, unread, undelivered, ids, search } = this.filter;
    const { labelGroups, waitingMinutes, hasNoParent } = this.filter;
    const further = [
      hasNoParent,
      channel,
      handler,
      labelId,
      labelGroups,
      waitingMinutes,
      unread,
      undelivered,
      ids,
      search,
    ];
    const isNarrow = further.some((one) => one !== undefined);
    return this.range.most === USUAL_PAGE + 1 && !isNarrow && (agentIds === null || agentIds.length === 1);
  }

  private parts(): string[][] {
    const { agentIds, assigneeMemberId, status, ids, search } = this.filter;
    if (this.by === 'id') return [[]];
    if (this.by === 'found') {
      const isOne = (column: string, values: unknown): string => `${column} = ANY (${this.value(values)}::uuid[])`;
      const found = search?.conversationIds
        ? [`(${isOne('c.id', search.conversationIds)} OR ${isOne('c.contact_id', search.contactIds)})`]
        : [];
      return [[...(ids ? [isOne('c.id', ids)] : []), ...found]];
    }
    const assigned = this.by === 'assignee' ? [`c.assignee_member_id = ${this.value(assigneeMemberId)}`] : [];
    const agents = this.by === 'agent' ? agentIds!.map((id) => [`c.agent_id = ${this.value(id)}`]) : [assigned];
    if (this.range.sort === 'waiting') return agents;
    const possible = this.filter.waitingMinutes === undefined ? CONVERSATION_STATUSES : (['open'] as const);
    const statuses = (status ? [status] : possible).map((one) => `c.status = '${one}'`);
    return agents.flatMap((agent) => statuses.map((one) => [...agent, one]));
  }

  private past(): string[] {
    const { past } = this.range;
    if (!past) return [];
    const id = this.value(past.id);
    if (this.range.sort === 'created') return [`c.id < ${id}`];
    const isAfter = this.range.sort === 'waiting' ? '>' : '<';
    return [`(${this.time()}, c.id) ${isAfter} (${this.value(past.at)}::timestamptz, ${id}::uuid)`];
  }

  private hasWaited(minutes: number): string {
    return `(c.status = 'open' AND c.last_message_at <= now() - make_interval(mins => ${this.value(minutes)}::integer))`;
  }

  private isLabelled(labelIds: readonly string[]): string {
    return `EXISTS (
      SELECT FROM conversation_labels l
      WHERE l.workspace_id = c.workspace_id AND l.conversation_id = c.id AND l.label_id = ANY (${this.value(labelIds)}::uuid[]))`;
  }

  private isFound({ text, contactIds }: { text: string; contactIds: readonly string[] }): string {
    const ids = `SELECT c.id FROM ${this.candidates()} c`;
    const words = hasWords(this.workspace, this.value(text), ids);
    return `(c.contact_id = ANY (${this.value(contactIds)}::uuid[]) OR ${words})`;
  }

  private value(value: unknown): string {
    this.parameters.push(value);
    return `$${this.parameters.length}`;
  }
}
