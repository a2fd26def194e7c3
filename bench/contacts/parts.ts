/** What `--only` chooses from. Without `import` the contacts are loaded by COPY. */
export const PARTS = ['import', 'list', 'search', 'write', 'directus'] as const;

export type Part = (typeof PARTS)[number];

/** @throws where a name is no part */
export function partsOf(only: readonly string[]): ReadonlySet<Part> {
  const unknown = only.filter((name) => !(PARTS as readonly string[]).includes(name));
  if (unknown.length > 0) throw new Error(`No part ${unknown.join(', ')}; there are ${PARTS.join(', ')}`);
  return new Set(only.length > 0 ? (only as readonly Part[]) : PARTS);
}
