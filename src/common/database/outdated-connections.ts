/** During a failover every write fails: connections are renewed once in as many milliseconds, not once for each failure. */
const RENEWED_EVERY_MS = 1_000;

let newest = 0;
let outdated = 0;
let renewedAt = -Infinity;

/** Of a connection that is being made; later ones have higher numbers. */
export function connectionNumber(): number {
  newest += 1;
  return newest;
}

/** No pool of this process lends a connection any more that has been made by now: the server has been demoted. */
export function renewConnections(): void {
  const now = performance.now();
  if (now - renewedAt < RENEWED_EVERY_MS) return;
  renewedAt = now;
  outdated = newest;
}

export function isOutdated(number: number): boolean {
  return number <= outdated;
}
