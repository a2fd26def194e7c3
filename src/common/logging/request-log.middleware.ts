import type { NextFunction, Request, Response } from 'express';
import { currentRequest } from '../request/request-context';
import { logger } from './logger';

/** One line for each finished request. The route is logged, not the URL: paths and queries are the caller's. */
export function requestLog(request: Request, response: Response, next: NextFunction): void {
  if (!logger.isLevelEnabled('info')) return next();
  const context = currentRequest();
  const started = performance.now();
  response.once('close', () => {
    logger.info(
      {
        requestId: context.requestId,
        method: request.method,
        operation: context.operation?.operationId,
        route: context.operation?.path,
        status: response.statusCode,
        complete: response.writableFinished,
        milliseconds: Math.round((performance.now() - started) * 10) / 10,
      },
      'request',
    );
  });
  next();
}
