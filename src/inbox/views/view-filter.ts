import type { ViewFilter } from './view.types';

/** The fields of a filter that have one value, beside `waitingMinutes`. */
const SINGLE = [
  'status',
  'assignee',
  'agentId',
  'channel',
  'handler',
  'priority',
  'sla',
  'unread',
  'undelivered',
  'parent',
] as const;

/** The filters of a list of conversations. `labelGroups`: at least one label of each. */
export type NarrowedFilter = Omit<ViewFilter, 'labels'> & { labelGroups: readonly (readonly string[])[] };

/**
 * The filters of a view, and further ones: a conversation must match both. Null: none can. The assignees of both are ids, or
 * `unassigned`.
 */
export function narrowed(view: ViewFilter, further: ViewFilter): NarrowedFilter | null {
  const isContradictory = SINGLE.some((field) => isOther(view[field], further[field]));
  if (isContradictory) return null;
  const { labels, ...rest } = view;
  const { labels: furtherLabels, ...more } = further;
  const defined = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined));
  const waits = [view.waitingMinutes, further.waitingMinutes].filter((minutes) => minutes !== undefined);
  return {
    ...rest,
    ...defined,
    ...(waits.length > 0 && { waitingMinutes: Math.max(...waits) }),
    labelGroups: [labels, furtherLabels].filter((group) => group !== undefined && group.length > 0) as string[][],
  };
}

function isOther(one: string | boolean | undefined, other: string | boolean | undefined): boolean {
  return one !== undefined && other !== undefined && normal(one) !== normal(other);
}

function normal(value: string | boolean): string | boolean {
  return typeof value === 'string' ? value.toLowerCase() : value;
}
