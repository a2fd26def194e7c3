import { LRUCache } from 'lru-cache';
import { read, type Reading, type StoredPassage } from './reading';

/** Characters of what was read, of about 1,500 passages. A reading takes 22 bytes for each, so all of them take 44 MB. */
const MOST_CHARACTERS = 2_000_000;
/** As long as a conversation goes on. What was erased stays in memory no longer than that, where nothing finds it. */
const KEPT_MS = 600_000;

/** By all that is read: the same content has the same reading, in any agent and after any change. */
const readings = new LRUCache<string, Reading>({
  maxSize: MOST_CHARACTERS,
  ttl: KEPT_MS,
  ttlAutopurge: true,
  sizeCalculation: (_reading, key) => key.length,
});

/**
 * The reading of a passage, made once: the passages that are found for one question are found for the next ones too, and
 * finding their words and sentences takes most of a search. Readings are shared, so no code changes them.
 */
export function knownReading(passage: StoredPassage): Reading {
  const { text, lexemes, heading, headingLexemes, titleLexemes, structure } = passage;
  const key = [text, lexemes, heading, headingLexemes, titleLexemes, JSON.stringify(structure)].join('\0');
  const known = readings.get(key);
  if (known) return known;
  const reading = read(passage);
  readings.set(key, reading);
  return reading;
}
