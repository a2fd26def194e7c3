import type { LimitDeclaration } from '../../common/operations/guard-limits';

declare module '../../common/operations/guard-limits' {
  interface GuardLimits {
    try_agent: unknown;
  }
}

/** As many as a customer may send, with counters of their own: trials take no turns away from customers. */
export const TRIAL_LIMITS = {
  try_agent: [
    { setting: 'LIMIT_TURN_PER_USER', per: 'caller', windowSeconds: 60, counter: 'try' },
    { setting: 'LIMIT_TURN_PER_WORKSPACE', per: 'workspace', windowSeconds: 60, counter: 'try:workspace' },
  ],
} as const satisfies Record<string, readonly LimitDeclaration[]>;
