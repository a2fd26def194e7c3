import type { RequestHandler } from 'express';
import { plainAddress, type TrustedProxies } from '../request/client-address';
import { logger } from './logger';

/** Warns about a proxy that is missing in TRUSTED_PROXIES, which looks like one busy caller. Warns once only, because any caller can send the header. */
export function untrustedProxyLog(isTrusted: TrustedProxies): RequestHandler {
  let isLogged = false;
  return ({ headers, socket }, _response, next) => {
    const peer = socket.remoteAddress ?? '';
    if (!isLogged && headers['x-forwarded-for'] !== undefined && !isTrusted(plainAddress(peer) ?? '')) {
      isLogged = true;
      logger.warn(
        { peer },
        'ignored X-Forwarded-For from an untrusted peer: if it is your proxy, add it to TRUSTED_PROXIES, otherwise its callers share their rate limits',
      );
    }
    next();
  };
}
