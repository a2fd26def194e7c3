import { setTimeout as pause } from 'node:timers/promises';

/** The work's result, after so many tries at most; `patience` says of an error how many seconds to wait, null: no more. */
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
