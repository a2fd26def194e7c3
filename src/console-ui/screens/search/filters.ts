export const ROLES = ['customer', 'agent', 'human', 'system'] as const;
export const CHANNELS = ['widget', 'email'] as const;
export const STATUSES = ['open', 'waiting', 'closed'] as const;

/** In the address of the search; the same names as `searchMessages` has. */
export interface MessageSearch {
  q?: string;
  role?: (typeof ROLES)[number];
  channel?: (typeof CHANNELS)[number];
  status?: (typeof STATUSES)[number];
  hasFile?: boolean;
}

/** What an address has of a search; anything else in it is left out. */
export function messageSearch(search: Record<string, unknown>): MessageSearch {
  const one = <V extends string>(value: unknown, of: readonly V[]): V | undefined =>
    of.find((known) => known === value);
  const role = one(search['role'], ROLES);
  const channel = one(search['channel'], CHANNELS);
  const status = one(search['status'], STATUSES);
  const { q, hasFile } = search;
  return {
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q).slice(0, 200) }),
    ...(role && { role }),
    ...(channel && { channel }),
    ...(status && { status }),
    ...(typeof hasFile === 'boolean' && { hasFile }),
  };
}
