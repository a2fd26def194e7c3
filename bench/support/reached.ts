import assert from 'node:assert';
import { setTimeout as pause } from 'node:timers/promises';
import type { Listener } from './listener';

export const MESSAGES = 20;
/** A stream that has not received a message after this time has lost it. */
const LOST_MS = 30_000;

/**
 * Milliseconds from the request that writes a message until each stream has received it, for several messages, sorted.
 */
export async function reached(
  listeners: readonly Listener[],
  write: (content: string) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  for (let number = 1; number <= MESSAGES; number++) {
    const content = `You can pay by card: ${number} of ${MESSAGES}.`;
    let heard = 0;
    const hearing = listeners.map(async (listener) => {
      const at = await listener.until(content);
      heard++;
      return at;
    });
    const wrote = performance.now();
    await write(content);
    const all = await Promise.race([Promise.all(hearing), pause(LOST_MS, null, { ref: false })]);
    assert(all, `Only ${heard} of ${listeners.length} streams have received message ${number}`);
    times.push(...all.map((at) => at - wrote));
  }
  return times.sort((a, b) => a - b);
}
