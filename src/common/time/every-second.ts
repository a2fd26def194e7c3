import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';

const EVERY_MS = 1_000;

/** The timer must not keep the context of the request that happens to start it. */
const withoutRequest = AsyncLocalStorage.snapshot();
const calls = new Set<() => void>();
let timer: NodeJS.Timeout | undefined;

/**
 * Calls back once a second, in the same turn of the event loop as all others, so that their look-ups run together. Does not
 * keep the process alive.
 *
 * @returns what stops it
 */
export function everySecond(call: () => void): () => void {
  const own = AsyncResource.bind(call);
  calls.add(own);
  timer ??= withoutRequest(() => setInterval(callAll, EVERY_MS).unref());
  return () => {
    calls.delete(own);
    if (calls.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function callAll(): void {
  for (const call of calls) call();
}
