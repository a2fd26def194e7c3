import type { RequestHandler } from 'express';
import type { Readiness } from './readiness';

/**
 * Once the process is about to shut down, each answer closes its connection, so that proxies go to another process from
 * then
 * on (RFC 9112, section 9.6) and no connection is closed during a request.
 */
export function closeWhileDraining(readiness: Readiness): RequestHandler {
  return (_request, response, next) => {
    if (readiness.isDraining) response.setHeader('Connection', 'close');
    next();
  };
}
