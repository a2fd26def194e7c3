/** Characters that related lexemes begin with at least. */
export const SHORTEST_PREFIX = 4;
const SMALLEST_SHARE = 0.6;

/**
 * Whether two lexemes look like forms of one word that the stemmer keeps apart (`religi`, `religion`): they begin
 * with the same four or more characters, and these are most of the longer one. Figures are never related.
 */
export function related(left: string, right: string): boolean {
  const shortest = Math.max(SHORTEST_PREFIX, Math.ceil(SMALLEST_SHARE * Math.max(left.length, right.length)));
  if (left.length < shortest || right.length < shortest) return false;
  return left.startsWith(right.slice(0, shortest)) && !/\p{N}/u.test(left) && !/\p{N}/u.test(right);
}
