import type { NextFunction, Request, Response } from 'express';

/**
 * Lets pages of every origin read the discovery documents: they are public and always the same, and clients in browsers
 * read them before they have a credential. Runs before the API's own CORS, which is for trusted origins.
 */
export function openToEveryOrigin({ method }: Request, response: Response, next: NextFunction): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
  if (method !== 'OPTIONS') {
    next();
    return;
  }
  response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD');
  response.setHeader('Access-Control-Allow-Headers', '*');
  response.setHeader('Access-Control-Max-Age', '86400');
  response.status(204).end();
}
