import type { Request } from 'express';
import type { Settings } from '../config/load-settings';
import { OriginNotTrusted } from './mcp.errors';

/**
 * Streamable HTTP demands it of every message, whatever credential comes with it: a page whose name was pointed at this
 * address reaches it from inside the reader's network (DNS rebinding). Who is no page sends no Origin.
 *
 * @throws OriginNotTrusted 403
 */
export function ensureTrustedOrigin({ headers: { origin } }: Request, { trustedOrigins }: Settings): void {
  if (origin !== undefined && !trustedOrigins.has(origin)) throw new OriginNotTrusted();
}
