/**
 * Waits 1, 2, 4 … 30 seconds. Each wait is random between half and all of it, so that browsers that lost one server do
 * not return at the same moment.
 */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  const whole = Math.min(30_000, 1_000 * 2 ** attempt);
  return whole / 2 + (whole / 2) * random();
}

export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
