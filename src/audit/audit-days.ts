/** How long workspaces keep the entries of their audit log. `ChainVerifier` relies on the minimum. */
export const AUDIT_DAYS = { setting: 'auditDays', fallback: 365, bounds: { min: 90, max: 3_650 } } as const;
