import type { LimitDeclaration } from '../../common/operations/guard-limits';

declare module '../../common/operations/guard-limits' {
  interface GuardLimits {
    inbox_search_per_user: unknown;
  }
}

/** Each search reads hundreds of texts. */
export const MESSAGE_SEARCH_LIMITS = {
  inbox_search_per_user: [
    { setting: 'LIMIT_INBOX_SEARCH_PER_USER', per: 'caller', windowSeconds: 60, counter: 'inbox-search' },
  ],
} as const satisfies Record<string, readonly LimitDeclaration[]>;
