/** A rate limit that the guard applies before the handler of an operation that names it. */
export interface LimitDeclaration {
  /** The setting with the calls allowed in a window. 0 turns the limit off. */
  readonly setting: string;
  /** `caller`: the account, or the address of a caller without an account. */
  readonly per: 'caller' | 'address' | 'workspace';
  readonly windowSeconds: number;
  /** The name of its counter. Default: the name of the limit. */
  readonly counter?: string;
  /** Calls pass uncounted while the database does not answer. For operations that need no database. */
  readonly optional?: true;
}

/** The built-in limits by the name that operations use; the parts of each limit narrowest first. */
export const GUARD_LIMITS = {
  list_per_user: [{ setting: 'LIMIT_LIST_PER_USER', per: 'caller', windowSeconds: 60, counter: 'list' }],
  search: [
    { setting: 'LIMIT_SEARCH_PER_CALLER', per: 'caller', windowSeconds: 60 },
    { setting: 'LIMIT_SEARCH_PER_WORKSPACE', per: 'workspace', windowSeconds: 60, counter: 'search:workspace' },
  ],
  uploads: [{ setting: 'LIMIT_UPLOADS_PER_USER', per: 'caller', windowSeconds: 3600 }],
  sign_up_per_address: [
    { setting: 'LIMIT_SIGN_UP_PER_ADDRESS', per: 'address', windowSeconds: 3600, counter: 'sign-up' },
  ],
  capabilities_per_address: [
    {
      setting: 'LIMIT_CAPABILITIES_PER_ADDRESS',
      per: 'address',
      windowSeconds: 60,
      counter: 'capabilities',
      optional: true,
    },
  ],
} as const satisfies Record<string, readonly LimitDeclaration[]>;

/** A feature adds the names of its own limits by `declare module`. */
export interface GuardLimits extends Record<keyof typeof GUARD_LIMITS, unknown> {}

export type GuardLimit = keyof GuardLimits;
