import { LRUCache } from 'lru-cache';

/** Longer texts are looked up each time: callers choose them, and a memory of them could grow large. */
const LONGEST = 100;

/**
 * The same function with a memory of its last `most` texts, for look-ups that cost far more than that and meet the same
 * few texts again and again.
 */
export function remembered<Found>(most: number, find: (text: string) => Found): (text: string) => Found {
  const known = new LRUCache<string, { found: Found }>({ max: most, memoMethod: (text) => ({ found: find(text) }) });
  return (text) => (text.length > LONGEST ? find(text) : known.memo(text).found);
}
