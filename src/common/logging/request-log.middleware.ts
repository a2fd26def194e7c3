import type { NextFunction, Request, Response } from 'express';
import { currentRequest, type RequestContext } from '../request/request-context';
import { logger } from './logger';
import { countRequest } from './request-durations';

/** Measures each finished request and logs one line for it. Logs the route and not the URL, because paths and queries can hold personal data. */
export function requestLog(request: Request, response: Response, next: NextFunction): void {
  const context = currentRequest();
  const started = performance.now();
  response.once('close', () => {
    const { statusCode: status, writableFinished: complete } = response;
    logRequest(context, { method: request.method, status, complete, milliseconds: performance.now() - started });
  });
  next();
}

interface FinishedRequest {
  method: string;
  status: number;
  /** False if the answer was cut off. */
  complete: boolean;
  milliseconds: number;
}

export function logRequest(context: RequestContext, { method, status, complete, milliseconds }: FinishedRequest): void {
  const operation = context.operation?.operationId;
  countRequest({ operation, status, complete, milliseconds });
  endSpan(context, method, status);
  logger.info(
    {
      requestId: context.requestId,
      traceId: context.trace?.traceId,
      method,
      operation,
      route: context.operation?.path,
      status,
      complete,
      milliseconds: Math.round(milliseconds * 10) / 10,
      ...consequencesOf(context),
    },
    'request',
  );
}

/** Uses attribute names of OpenTelemetry's conventions if there is one. */
function endSpan(context: RequestContext, method: string, status: number): void {
  const { span, operation, requestId } = context;
  if (!span) return;
  if (operation) span.rename(operation.operationId);
  span.add({
    'http.request.method': method,
    'http.route': operation?.path,
    'http.response.status_code': status,
    'parley.request_id': requestId,
    ...prefixed(consequencesOf(context)),
  });
  span.end(status >= 500 ? String(status) : undefined);
}

function prefixed(facts: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(facts).map(([name, ids]) => [`parley.${name}`, ids]));
}

function consequencesOf({ consequences: { reply, mail } }: RequestContext): Record<string, string[]> {
  return { ...(reply.size > 0 && { replies: [...reply] }), ...(mail.size > 0 && { mails: [...mail] }) };
}
