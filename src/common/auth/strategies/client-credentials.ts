/** The credentials of an OAuth client: the id of a workspace key, and its secret. */
export interface ClientCredentials {
  id: string;
  secret: string;
}

/**
 * Reads `Authorization: Basic` (RFC 7617). Returns null for anything else. RFC 6749 §2.3.1 requires form-encoding of both parts. Ids
 * and secrets contain no character that decoding would change, so unencoded values from curl and other clients work as well.
 */
export function clientCredentials(authorization: string | undefined): ClientCredentials | null {
  const [, encoded] = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization ?? '') ?? [];
  if (!encoded) return null;
  try {
    const pair = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64'));
    const colon = pair.indexOf(':');
    return colon < 0 ? null : { id: decoded(pair.slice(0, colon)), secret: decoded(pair.slice(colon + 1)) };
  } catch {
    // Invalid UTF-8, or a percent sign that does not begin an encoded octet.
    return null;
  }
}

function decoded(part: string): string {
  return decodeURIComponent(part.replace(/\+/g, ' '));
}
