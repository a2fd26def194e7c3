/** What `--only` chooses of a suite's parts: all where it names none. @throws where a name is no part */
export function partsOf<Part extends string>(parts: readonly Part[], only: readonly string[]): ReadonlySet<Part> {
  const unknown = only.filter((name) => !(parts as readonly string[]).includes(name));
  if (unknown.length > 0) throw new Error(`No part ${unknown.join(', ')}; there are ${parts.join(', ')}`);
  return new Set(only.length > 0 ? (only as readonly Part[]) : parts);
}
