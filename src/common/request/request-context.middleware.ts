import type { RequestHandler } from 'express';
import { v7 as uuidv7 } from 'uuid';
import { traceContext } from '../tracing/trace-context';
import { beginRequest } from './begin-request';
import { clientAddress, type TrustedProxies } from './client-address';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Creates the context of a request and its id: the caller's X-Request-Id if it is well-formed, otherwise a new one. */
export function requestContext(baseUrl: string, proxies: TrustedProxies): RequestHandler {
  return (request, response, next) => {
    const sent = request.headers['x-request-id'];
    const forwarded = request.headers['x-forwarded-for'];
    const requestId = typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : uuidv7();
    response.setHeader('X-Request-Id', requestId);
    const { method } = request;
    const origin = traceContext(request.headers);
    const address = clientAddress(request.socket.remoteAddress ?? '', forwarded?.toString(), proxies);
    beginRequest({ requestId, method, origin, address, response, baseUrl, audience: baseUrl }, next);
  };
}
