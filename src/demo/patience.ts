/** How long one step of the demonstration may take: enough for a machine that is busy with other work. */
export const PATIENCE_MS = 120_000;
