/** The parts of a suite that `--only` selects. All parts if it is empty. @throws if a name is not a part */
export function partsOf<Part extends string>(parts: readonly Part[], only: readonly string[]): ReadonlySet<Part> {
  const unknown = only.filter((name) => !(parts as readonly string[]).includes(name));
  if (unknown.length > 0) throw new Error(`No part ${unknown.join(', ')}; there are ${parts.join(', ')}`);
  return new Set(only.length > 0 ? (only as readonly Part[]) : parts);
}
