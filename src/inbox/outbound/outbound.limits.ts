import type { LimitDeclaration } from '../../common/operations/guard-limits';

declare module '../../common/operations/guard-limits' {
  interface GuardLimits {
    outbound_per_member: unknown;
  }
}

/** Each begins a conversation with people who have not written. */
export const OUTBOUND_LIMITS = {
  outbound_per_member: [
    { setting: 'LIMIT_OUTBOUND_PER_MEMBER', per: 'caller', windowSeconds: 3600, counter: 'outbound' },
  ],
} as const satisfies Record<string, readonly LimitDeclaration[]>;
