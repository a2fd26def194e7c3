import type { RequestHandler } from 'express';
import { plainAddress, type TrustedProxies } from '../request/client-address';
import { logger } from './logger';

/** A proxy that nobody has named looks like one busy caller. Said once, as callers can send the header themselves. */
export function untrustedProxyLog(isTrusted: TrustedProxies): RequestHandler {
  let isLogged = false;
  return ({ headers, socket }, _response, next) => {
    const peer = socket.remoteAddress ?? '';
    if (!isLogged && headers['x-forwarded-for'] !== undefined && !isTrusted(plainAddress(peer) ?? '')) {
      isLogged = true;
      logger.warn(
        { peer },
        'X-Forwarded-For is not believed: if the peer is a proxy of yours, name it in TRUSTED_PROXIES, or its callers share their limits',
      );
    }
    next();
  };
}
