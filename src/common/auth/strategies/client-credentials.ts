/** What a client says it is: the id of a workspace key, and its secret. */
export interface ClientCredentials {
  id: string;
  secret: string;
}

/**
 * Reads `Authorization: Basic` (RFC 7617), or null where it is anything else. Both parts are form-encoded by the book
 * (RFC 6749 §2.3.1); ids and secrets hold no character that decoding would change, so what curl and others send raw
 * reads the same.
 */
export function clientCredentials(authorization: string | undefined): ClientCredentials | null {
  const [, encoded] = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization ?? '') ?? [];
  if (!encoded) return null;
  try {
    const pair = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64'));
    const colon = pair.indexOf(':');
    return colon < 0 ? null : { id: decoded(pair.slice(0, colon)), secret: decoded(pair.slice(colon + 1)) };
  } catch {
    // No UTF-8, or a percent sign that begins no octet.
    return null;
  }
}

function decoded(part: string): string {
  return decodeURIComponent(part.replace(/\+/g, ' '));
}
