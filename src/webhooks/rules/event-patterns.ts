/** `*`, `prefix.*`, or a type. */
export const EVENT_PATTERN = /^(?:\*|[a-z][a-z0-9_-]*(?:\.[a-z][a-z0-9_-]*)?(?:\.\*)?)$/;

/** Whether a type of events is among the patterns. */
export function matchesEvent(patterns: readonly string[], type: string): boolean {
  return patterns.some(
    (pattern) =>
      pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  );
}

/** The types among `known` that the patterns name, in the order of `known`. */
export function typesOf(patterns: readonly string[], known: readonly string[]): string[] {
  return known.filter((type) => matchesEvent(patterns, type));
}
