import type { NextFunction, Request, Response } from 'express';

/** The operations of visitors, below the base URL. */
export const VISITOR_PATHS = '/api/v1/visitor';

const EXPOSED_HEADERS = 'X-Request-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, ETag';

/**
 * CORS of visitors' operations: any site may ask, without cookies, and reads the answer, a refusal above all. Which
 * sites an agent may be used on is decided where the agent is known; a site that may not use it learns nothing:
 * {@link hideFromSite}.
 */
export function openToSites(request: Request, response: Response, next: NextFunction): void {
  response.vary('Origin');
  const { origin } = request.headers;
  if (origin !== undefined && isOrigin(origin)) {
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
  }
  if (request.method !== 'OPTIONS') return next();
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, DELETE');
  response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type, If-None-Match, Last-Event-ID');
  response.setHeader('Access-Control-Max-Age', '7200');
  response.status(204).end();
}

/** The answer is for no page of the site that asked. */
export function hideFromSite(response: Response): void {
  response.removeHeader('Access-Control-Allow-Origin');
  response.removeHeader('Access-Control-Expose-Headers');
}

function isOrigin(text: string): boolean {
  return text === 'null' || (URL.canParse(text) && new URL(text).origin === text);
}
