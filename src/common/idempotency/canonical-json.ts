/** JSON with the names of every object sorted by code units, so that equal requests have equal texts (cf. RFC 8785). */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
