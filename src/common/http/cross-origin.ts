import type { CorsOptions, CorsOptionsDelegate } from '@nestjs/common/interfaces/external/cors-options.interface.js';
import type { Request } from 'express';

const EXPOSED_HEADERS = [
  'X-Request-Id',
  'Location',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'Idempotency-Replayed',
  'ETag',
  'WWW-Authenticate',
];

/** CORS for the pages of these origins. Who is no page sends no Origin and needs none of the headers. */
export function crossOrigin(origins: string[]): CorsOptionsDelegate<Request> {
  const forPages: CorsOptions = { origin: origins, credentials: true, exposedHeaders: EXPOSED_HEADERS };
  const forOthers: CorsOptions = { origin: false };
  return (request, decide) => {
    // Caches must keep the two kinds of answers apart.
    request.res?.vary('Origin');
    decide(null, request.headers.origin === undefined && request.method !== 'OPTIONS' ? forOthers : forPages);
  };
}
