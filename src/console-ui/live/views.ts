import type { Conversation } from './records';

export const VIEWS = [
  'needs-reply',
  'mine',
  'unassigned',
  'waiting',
  'with-agent',
  'undelivered',
  'closed',
  'all',
] as const;
export type View = (typeof VIEWS)[number];

/** Which conversations a list shows: those of a view, and further only those of an agent or with a label. */
export interface Listing {
  view: View;
  agent: string | null;
  label: string | null;
  /** null: the only order that the view has. */
  sort: Sort | null;
}

/** `waiting`: the customer who has waited the longest first. `activity`: the newest message first. */
export const SORTS = ['waiting', 'activity'] as const;
export type Sort = (typeof SORTS)[number];

/** Whether all conversations of a view wait for people, so that there is a longest wait. */
export function mayWait(view: View): boolean {
  return view === 'needs-reply' || view === 'unassigned' || view === 'mine';
}

export function usualSort(view: View): Sort {
  return view === 'needs-reply' || view === 'unassigned' ? 'waiting' : 'activity';
}

/** The parameters of `listConversations` that read the same conversations as `isListed` admits. */
export function queryOf({ view, agent, label, sort }: Listing): Record<string, string | boolean> {
  return {
    ...QUERIES[view],
    ...((sort ?? usualSort(view)) === 'waiting' && { sort: 'waiting' }),
    ...(agent && { agentId: agent }),
    ...(label && { label }),
  };
}

const QUERIES: Readonly<Record<View, Record<string, string | boolean>>> = {
  'needs-reply': { status: 'open', handler: 'human' },
  mine: { status: 'open', handler: 'human', assignee: 'me' },
  unassigned: { status: 'open', handler: 'human', assignee: 'unassigned' },
  waiting: { status: 'waiting' },
  'with-agent': { status: 'open', handler: 'agent' },
  undelivered: { undelivered: true },
  closed: { status: 'closed' },
  all: {},
};

export function isListed(row: Conversation, { view, agent, label }: Listing, memberId: string): boolean {
  if (agent && row.agentId !== agent) return false;
  if (label && !row.labels.some(({ id }) => id === label)) return false;
  switch (view) {
    case 'needs-reply':
      return needsReply(row);
    case 'mine':
      return needsReply(row) && row.assigneeMemberId === memberId;
    case 'unassigned':
      return needsReply(row) && row.assigneeMemberId === null;
    case 'waiting':
    case 'closed':
      return row.status === view;
    case 'with-agent':
      return row.status === 'open' && row.handler === 'agent';
    case 'undelivered':
      return row.undelivered > 0;
    case 'all':
      return true;
  }
}

function needsReply({ status, handler }: Conversation): boolean {
  return status === 'open' && handler === 'human';
}

export function compare({ view, sort }: Listing): (a: Conversation, b: Conversation) => number {
  return (sort ?? usualSort(view)) === 'waiting'
    ? (a, b) => text(a.unansweredSince, b.unansweredSince) || text(a.id, b.id)
    : (a, b) => text(b.lastMessageAt, a.lastMessageAt) || text(b.id, a.id);
}

function text(a: string | null, b: string | null): number {
  return (a ?? '') < (b ?? '') ? -1 : (a ?? '') > (b ?? '') ? 1 : 0;
}
