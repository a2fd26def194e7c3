import type { NextFunction, Request, Response } from 'express';
import { currentRequest, type RequestContext } from '../request/request-context';
import { logger } from './logger';
import { countRequest } from './request-durations';

/** Counts each finished request and writes one line for it. The route is logged, not the URL: paths and queries are the caller's. */
export function requestLog(request: Request, response: Response, next: NextFunction): void {
  const context = currentRequest();
  const started = performance.now();
  response.once('close', () => {
    const milliseconds = performance.now() - started;
    const operation = context.operation?.operationId;
    const status = response.statusCode;
    const complete = response.writableFinished;
    countRequest({ operation, status, complete, milliseconds });
    logger.info(
      {
        requestId: context.requestId,
        traceId: context.trace?.traceId,
        method: request.method,
        operation,
        route: context.operation?.path,
        status,
        complete,
        milliseconds: Math.round(milliseconds * 10) / 10,
        ...consequencesOf(context),
      },
      'request',
    );
  });
  next();
}

function consequencesOf({ consequences: { reply, mail } }: RequestContext): Record<string, string[]> {
  return { ...(reply.size > 0 && { replies: [...reply] }), ...(mail.size > 0 && { mails: [...mail] }) };
}
