import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Application, NextFunction, Request, RequestHandler, Response } from 'express';
import { parse } from 'node:querystring';
import { OwnFailure } from '../errors/own-failure';
import { logRequest } from '../logging/request-log.middleware';
import type { RegisteredOperation } from '../operations/registered-operation';
import { OperationRegistry } from '../registry/operation.registry';
import type { KnownCaller } from '../request/authentication';
import { beginRequest } from '../request/begin-request';
import { type InnerAnswer, InnerResponse } from '../request/inner-response';
import { currentRequest } from '../request/request-context';
import type { TraceContext } from '../tracing/trace-context';
import { Settings } from '../../config/load-settings';

/** The parts of a request of the operation. */
export interface OperationRequest {
  operation: RegisteredOperation;
  /** By the names of the path parameters; not empty. */
  params: Readonly<Record<string, string>>;
  /** As in an address, without `?`. */
  search: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Undefined for a request without a body. */
  body: Record<string, unknown> | undefined;
}

/** On whose behalf an operation is called. */
export interface OperationCaller {
  requestId: string;
  trace: TraceContext | undefined;
  address: string;
  /** The URL that the caller's credential must be valid for. */
  audience: string;
  known: KnownCaller;
}

/**
 * Calls operations inside the process. A call enters the handler that Nest gave to Express for the route, so it passes the same guards,
 * pipes, executor and error filter in the same order as a request from the network, and leaves the same log line. Only what HTTP needs
 * is left out: sockets, the search for a route, and the reading and writing of bytes.
 */
@Injectable()
export class OperationCalls implements OnApplicationBootstrap {
  private readonly handlers = new Map<string, RequestHandler>();

  constructor(
    private readonly registry: OperationRegistry,
    private readonly adapter: HttpAdapterHost,
    private readonly settings: Settings,
  ) {}

  /** Runs after Nest has registered the routes. */
  onApplicationBootstrap(): void {
    const routes = routesOf(this.adapter.httpAdapter.getInstance<Application>());
    for (const { operationId, method, path } of this.registry.operations) {
      const place = `${method} /api/v1${path.replace(/\{(\w+)\}/g, ':$1')}`;
      const handler = routes.get(place);
      if (!handler) throw new Error(`${operationId} has no handler at ${place}`);
      this.handlers.set(operationId, handler);
    }
  }

  call(sent: OperationRequest, { trace: origin, ...caller }: OperationCaller): Promise<InnerAnswer> {
    const { operationId, method } = sent.operation;
    const handler = this.handlers.get(operationId)!;
    const request = expressRequest(sent);
    const response = new InnerResponse(request);
    const { baseUrl } = this.settings;
    return beginRequest({ ...caller, method, origin, baseUrl, response: response as unknown as Response }, async () => {
      const started = performance.now();
      let complete = false;
      try {
        await handler(request as unknown as Request, response as unknown as Response, refuseNext);
        const { answer } = response;
        complete = true;
        return answer;
      } finally {
        response.emit('close');
        const milliseconds = performance.now() - started;
        logRequest(currentRequest(), { method, status: response.statusCode, complete, milliseconds });
      }
    });
  }
}

/** What Express gives to handlers, as far as guards, pipes, decorators and filters read it. */
function expressRequest({ operation, params, search, headers, body }: OperationRequest): object {
  const { method, path: template } = operation;
  const path = `/api/v1${template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!))}`;
  const url = search === '' ? path : `${path}?${search}`;
  return { method, baseUrl: '', path, url, originalUrl: url, params, query: parse(search), headers, body };
}

/** The handlers of an application by method and path, as `GET /api/v1/workspaces/:workspaceId`. */
function routesOf({ router }: Application): ReadonlyMap<string, RequestHandler> {
  return new Map(
    router.stack.flatMap(({ route }) =>
      (route?.stack ?? []).map((one): [string, RequestHandler] => [
        `${one.method.toUpperCase()} ${route!.path}`,
        one.handle as RequestHandler,
      ]),
    ),
  );
}

/** Nest handles errors by its filters, and calls no next handler of a route without a condition on hosts. */
const refuseNext: NextFunction = (error?: unknown) => {
  throw error instanceof Error ? error : new OwnFailure('The handler of an operation passed its request on.');
};
