/** Which surfaces besides REST this build has; the capabilities listing advertises an operation on no other. */
export const SURFACES = { commandLine: false, mcp: true } as const satisfies Record<string, boolean>;
