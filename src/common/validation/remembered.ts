import { LRUCache } from 'lru-cache';

/** Longer texts are not cached: callers choose them, and the cache could grow large. */
const LONGEST = 100;

/**
 * Wraps `find` with a cache of the last `most` texts, for expensive look-ups that repeat for the same few texts.
 */
export function remembered<Found>(most: number, find: (text: string) => Found): (text: string) => Found {
  const known = new LRUCache<string, { found: Found }>({ max: most, memoMethod: (text) => ({ found: find(text) }) });
  return (text) => (text.length > LONGEST ? find(text) : known.memo(text).found);
}
