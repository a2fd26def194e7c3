import { setTimeout as pause } from 'node:timers/promises';

/**
 * Retries the work, at most so many times. `patience` returns the seconds to wait after an error, or null to give up.
 */
export async function retried<T>(
  work: () => Promise<T>,
  tries: number,
  patience: (error: unknown) => number | null,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const wait = attempt < tries ? patience(error) : null;
      if (wait === null) throw error;
      await pause(wait * 1000);
    }
  }
}
