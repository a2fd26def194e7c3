import type { VendorRequest } from './vendor-request';

/**
 * The password of HTTP Basic (RFC 7617), with any user. Undefined without one. Some vendors leave the password percent-encoded as it
 * stands in the address.
 */
export function basicPassword(request: VendorRequest): string | undefined {
  const [, credentials = ''] = /^Basic +([A-Za-z0-9+/_-]+=*) *$/i.exec(request.headers.authorization ?? '') ?? [];
  const text = Buffer.from(credentials, 'base64').toString();
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : decoded(text.slice(colon + 1));
}

function decoded(password: string): string {
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}
