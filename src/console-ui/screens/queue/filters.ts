import type { Schemas } from '../../api/client';

export type Request = Schemas['SupportRequest'];

export const STATES = ['new', 'active', 'waiting', 'ended'] as const;
export const PRIORITIES = ['urgent', 'high', 'normal', 'low'] as const;

/** In the address of the queue. */
export interface QueueSearch {
  state?: Request['state'];
  priority?: Request['priority'];
  /** The id of a member, `me`, or `unassigned`. */
  assignee?: string;
  /** The id of an agent. */
  agent?: string;
  /** Only what is out of time. */
  breaching?: boolean;
}

/** What an address has of a filter; anything else in it is left out. */
export function queueSearch(search: Record<string, unknown>): QueueSearch {
  const one = <V extends string>(value: unknown, of: readonly V[]): V | undefined =>
    of.find((known) => known === value);
  const state = one(search['state'], STATES);
  const priority = one(search['priority'], PRIORITIES);
  const { assignee, agent, breaching } = search;
  return {
    ...(state && { state }),
    ...(priority && { priority }),
    ...(typeof assignee === 'string' && { assignee }),
    ...(typeof agent === 'string' && { agent }),
    ...(breaching === true && { breaching }),
  };
}
