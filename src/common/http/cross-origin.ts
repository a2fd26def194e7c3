import type { NestApplicationOptions } from '@nestjs/common';
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

type ByRequest = Extract<NestApplicationOptions['cors'], (...parameters: never) => void>;

/** CORS for pages of these origins, except below the path `elsewhere`, which has its own rules. Callers other than pages send no Origin and need no headers. */
export function crossOrigin(origins: string[], elsewhere: string): ByRequest {
  const forPages = { origin: origins, credentials: true, exposedHeaders: EXPOSED_HEADERS };
  const forOthers = { origin: false };
  return (request: Request, decide) => {
    if (request.path.startsWith(`${elsewhere}/`)) return decide(null, forOthers);
    // Caches must store the responses with and without the headers separately.
    request.res?.vary('Origin');
    decide(null, request.headers.origin === undefined && request.method !== 'OPTIONS' ? forOthers : forPages);
  };
}
