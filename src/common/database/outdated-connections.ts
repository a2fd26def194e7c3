/** The shortest time between renewals in milliseconds, because every write fails during a failover. */
const RENEWED_EVERY_MS = 1_000;

let newest = 0;
let outdated = 0;
let renewedAt = -Infinity;

/** The number of a new connection. Later connections have higher numbers. */
export function connectionNumber(): number {
  newest += 1;
  return newest;
}

/** Marks all existing connections as outdated, so that pools of this process no longer use them: the server has been demoted. */
export function renewConnections(): void {
  const now = performance.now();
  if (now - renewedAt < RENEWED_EVERY_MS) return;
  renewedAt = now;
  outdated = newest;
}

export function isOutdated(number: number): boolean {
  return number <= outdated;
}
