import { useEffect, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let seconds = 0;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    seconds += 1;
    for (const one of listeners) one();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Draws again each `every` seconds, all from one timer. */
export function useTicker(every = 1): void {
  useSyncExternalStore(subscribe, () => Math.floor(seconds / every));
}

/** Runs every so many ms while the page is visible, and at once. */
export function useRepeated(run: () => void, ms: number): void {
  useEffect(() => {
    const visibly = (): void => {
      if (document.visibilityState === 'visible') run();
    };
    visibly();
    const repeated = setInterval(visibly, ms);
    return () => clearInterval(repeated);
  }, [run, ms]);
}
