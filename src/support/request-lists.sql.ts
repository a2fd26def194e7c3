import type { WorkspaceScope } from '../common/request/principal';
import type { DuePlace } from './due-cursor';
import {
  type Priority,
  REQUEST_STATES,
  type RequestSort,
  type RequestState,
  USUAL_PAGE,
} from './support-request.types';
import { showRequests } from './support-requests.sql';

/** Requests that a list looks at to fill one page, at most. */
const MOST_LOOKED_AT = 10_000;

/** Agents whose parts of an index are merged, at most. */
export const MOST_MERGED = 16;

/** As the indexes have it. */
const DUE = `coalesce(r.due_at, 'infinity')`;

/** Which requests are listed. Absent: whichever. */
export interface RequestFilter extends Pick<WorkspaceScope, 'workspaceId'> {
  /** Null: of any agent. */
  agentIds: readonly string[] | null;
  state?: RequestState;
  priority?: Priority;
  /** The id of a member; null: unassigned requests. */
  assigneeMemberId?: string | null;
  /** Whether a clock of it has run out. */
  breaching?: boolean;
}

export interface RequestRange {
  sort: RequestSort;
  past?: DuePlace;
  most: number;
}

interface Statement {
  sql: string;
  parameters: unknown[];
  /** Whether its text is one of a few dozen, and so worth being prepared: to plan it takes as long as to run it. */
  isUsual: boolean;
}

/**
 * By hand: the JSON that is answered, and a plan that depends on the filters. The requests past a place that match, of the
 * next {@link MOST_LOOKED_AT} that an index gives in order.
 */
export function listRequests(filter: RequestFilter, range: RequestRange): Statement {
  const list = new RequestList(filter, range);
  const page = `SELECT * FROM ${list.candidates()} r ${list.matching()} ${list.order()} LIMIT ${range.most}`;
  return list.statement(showRequests(page, list.order()));
}

/** By hand: the place of the last one of those that {@link listRequests} looks at; no row where there are not so many. */
export function findLastRequestLookedAt(filter: RequestFilter, range: RequestRange): Statement {
  const list = new RequestList(filter, range);
  return list.statement(`
    SELECT r.id, r.due_at AS "dueAt" FROM ${list.candidates()} r
    ${list.order()} OFFSET ${MOST_LOOKED_AT - 1} LIMIT 1`);
}

/** The parts of one of the two statements. */
class RequestList {
  private readonly parameters: unknown[];
  /** What the index has, beside the state, that gives the candidates. */
  private readonly by: 'assignee' | 'agent' | 'state';

  constructor(
    private readonly filter: RequestFilter,
    private readonly range: RequestRange,
  ) {
    const { workspaceId, agentIds, assigneeMemberId } = filter;
    this.parameters = [workspaceId];
    if (assigneeMemberId) this.by = 'assignee';
    else this.by = agentIds !== null && agentIds.length <= MOST_MERGED ? 'agent' : 'state';
  }

  statement(sql: string): Statement {
    return { sql, parameters: this.parameters, isUsual: this.isUsual() };
  }

  /**
   * What an index has in the order of the list. It has that in several parts, by state and perhaps agent, each of which is
   * read in order: so PostgreSQL merges them as it reads, and the first fifty cost no more than fifty. It knows the order of a
   * part only by what the part has as a column: hence `due`.
   */
  candidates(): string {
    const all = ['r.workspace_id = $1', ...this.past(), ...this.breachingInOrder()];
    const most = `LIMIT ${MOST_LOOKED_AT}`;
    const parts = this.parts().map(
      (part) =>
        `(SELECT r.*, ${DUE} AS due FROM support_requests r
          WHERE ${[...all, ...part].join(' AND ')} ORDER BY ${this.isByDue ? `${DUE}, r.id` : 'r.id DESC'} ${most})`,
    );
    return `(SELECT * FROM (${parts.join(' UNION ALL ')}) r ${this.order()} ${most})`;
  }

  /** What the index does not know, of each candidate. */
  matching(): string {
    const { agentIds, priority, assigneeMemberId, breaching } = this.filter;
    const conditions: string[] = [];
    if (agentIds !== null && this.by !== 'agent') conditions.push(`r.agent_id = ANY (${this.value(agentIds)}::uuid[])`);
    if (assigneeMemberId === null) conditions.push('r.assignee_member_id IS NULL');
    if (priority) conditions.push(`r.priority = ${this.value(priority)}`);
    if (breaching !== undefined && !this.isByDue) conditions.push(isBreaching('r.due', breaching));
    return conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  }

  order(): string {
    return this.isByDue ? 'ORDER BY r.due, r.id' : 'ORDER BY r.id DESC';
  }

  private get isByDue(): boolean {
    return this.range.sort === 'due';
  }

  /**
   * The page that members look at: so many, by a column of an index or by whether a member is assigned. Of members of several
   * agents only the one that they begin with: its plan has parts for each agent, and takes a connection up to 2.5 MB.
   */
  private isUsual(): boolean {
    const { agentIds, priority, state, breaching, assigneeMemberId } = this.filter;
    if (this.range.most !== USUAL_PAGE + 1 || priority !== undefined) return false;
    if (agentIds === null || agentIds.length <= 1) return true;
    const isWhole = state === undefined && breaching === undefined && assigneeMemberId === undefined;
    return this.by === 'agent' && isWhole && this.range.past === undefined;
  }

  /** In the order of what is due, those that are breaching stand together. */
  private breachingInOrder(): string[] {
    const { breaching } = this.filter;
    return breaching !== undefined && this.isByDue ? [isBreaching(DUE, breaching)] : [];
  }

  private parts(): string[][] {
    const { agentIds, assigneeMemberId, state } = this.filter;
    const states = (state ? [state] : REQUEST_STATES).map((one) => `r.state = '${one}'`);
    const assigned = this.by === 'assignee' ? [`r.assignee_member_id = ${this.value(assigneeMemberId)}`] : [];
    const agents = this.by === 'agent' ? padded(agentIds!).map((id) => [`r.agent_id = ${this.value(id)}`]) : [assigned];
    return agents.flatMap((agent) => states.map((one) => [...agent, one]));
  }

  private past(): string[] {
    const { past, sort } = this.range;
    if (!past) return [];
    const id = this.value(past.id);
    if (sort === 'created') return [`r.id < ${id}`];
    return [`(${DUE}, r.id) > (${this.value(past.dueAt ?? 'infinity')}::timestamptz, ${id}::uuid)`];
  }

  private value(value: unknown): string {
    this.parameters.push(value);
    return `$${this.parameters.length}`;
  }
}

/**
 * Up to 1, 2, 4, 8 or 16 of them, so that a few plans are those of all members. Nothing is equal to null: PostgreSQL does not
 * even look for it.
 */
function padded(agentIds: readonly string[]): (string | null)[] {
  const size = 2 ** Math.ceil(Math.log2(agentIds.length));
  return [...agentIds, ...new Array<null>(size - agentIds.length).fill(null)];
}

/** By the time at which the statement begins, which an index can be asked for. */
function isBreaching(due: string, breaching: boolean): string {
  return `${due} ${breaching ? '<=' : '>'} statement_timestamp()`;
}
