import { setTimeout as pause } from 'node:timers/promises';

const ENDS_WITHIN_MS = 600_000;

/** Repeats the check. @throws if that takes ten minutes */
export async function until(isOver: () => Promise<boolean>, lookEveryMs: number): Promise<void> {
  for (const began = performance.now(); !(await isOver()); await pause(lookEveryMs)) {
    if (performance.now() - began > ENDS_WITHIN_MS) throw new Error('The work did not finish in ten minutes');
  }
}
