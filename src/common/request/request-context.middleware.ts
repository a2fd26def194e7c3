import type { RequestHandler } from 'express';
import { v7 as uuidv7 } from 'uuid';
import { clientAddress, type TrustedProxies } from './client-address';
import { innerRequest } from './inner-request';
import { type Executor, runWithRequest } from './request-context';
import { beginSpan } from '../tracing/spans';
import { traceContext } from '../tracing/trace-context';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;
const direct: Executor = { execute: (handler) => handler() };

/** Creates the context of a request and its id: the caller's X-Request-Id if it is well-formed, otherwise a new one. */
export function requestContext(baseUrl: string, proxies: TrustedProxies): RequestHandler {
  return (request, response, next) => {
    const sent = request.headers['x-request-id'];
    const forwarded = request.headers['x-forwarded-for'];
    const requestId = typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : uuidv7();
    response.setHeader('X-Request-Id', requestId);
    const origin = traceContext(request.headers);
    beginSpan({ name: request.method, role: 'server', origin }, (span) =>
      runWithRequest(
        {
          requestId,
          trace: span?.trace ?? origin,
          span,
          consequences: { reply: new Set(), mail: new Set() },
          address: clientAddress(request.socket.remoteAddress ?? '', forwarded?.toString(), proxies),
          response,
          baseUrl,
          audience: innerRequest(request)?.audience ?? baseUrl,
          executor: direct,
          principal: { kind: 'public' },
          credentialSent: false,
          scope: null,
        },
        next,
      ),
    );
  };
}
