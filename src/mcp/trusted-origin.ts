import type { Request } from 'express';
import type { Settings } from '../config/load-settings';
import { OriginNotTrusted } from './mcp.errors';

/**
 * Streamable HTTP requires this check of every message, even with a credential: by DNS rebinding, a page can make its
 * name point at this address, and reach it from inside the reader's network. Programs that are not web pages send no
 * Origin.
 *
 * @throws OriginNotTrusted 403
 */
export function ensureTrustedOrigin({ headers: { origin } }: Request, { trustedOrigins }: Settings): void {
  if (origin !== undefined && !trustedOrigins.has(origin)) throw new OriginNotTrusted();
}
