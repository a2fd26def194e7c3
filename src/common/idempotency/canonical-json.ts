import canonicalize from 'canonicalize';

/** JSON with the names of every object sorted by code units (RFC 8785), so that equal requests have equal texts. */
export function canonicalJson(value: unknown): string {
  return canonicalize(value) ?? 'null';
}
