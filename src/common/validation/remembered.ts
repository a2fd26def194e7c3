/** Longer texts are looked up each time: callers choose them, and a memory of them could grow large. */
const LONGEST = 100;

/**
 * The same function with a memory of its last `most` texts, for look-ups that cost far more than that and meet the same
 * few texts again and again.
 */
export function remembered<Found>(most: number, find: (text: string) => Found): (text: string) => Found {
  const known = new Map<string, Found>();
  return (text) => {
    if (text.length > LONGEST) return find(text);
    let found = known.get(text);
    if (found === undefined) {
      found = find(text);
      if (known.size >= most) known.clear();
      known.set(text, found);
    }
    return found;
  };
}
