import type { LimitDeclaration } from '../../common/operations/guard-limits';

declare module '../../common/operations/guard-limits' {
  interface GuardLimits {
    set_up_per_address: unknown;
  }
}

/** Tries of a code, as often as passwords can be tried. */
export const INSTALLATION_LIMITS = {
  set_up_per_address: [{ setting: 'LIMIT_PROOF_PER_ADDRESS', per: 'address', windowSeconds: 15 * 60 }],
} as const satisfies Record<string, readonly LimitDeclaration[]>;
