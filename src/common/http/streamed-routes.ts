import type { Request, Response } from 'express';
import { pathPattern } from '../operations/path-pattern';
import type { RegisteredOperation } from '../operations/registered-operation';
import type { StreamedRequest } from '../operations/streamed-body';

/** How long a refused sender may continue, in milliseconds. If the connection closed at once, the sender could miss the response. */
const LINGER_MS = 1_000;

/** The operations that read their bodies themselves, by method and path, because the body reader runs before the router. */
export class StreamedRoutes {
  private readonly routes: { method: string; pattern: RegExp; taken: StreamedRequest }[];

  constructor(operations: readonly RegisteredOperation[]) {
    this.routes = operations.flatMap(({ method, path, takes }) =>
      takes ? [{ method, pattern: pathPattern({ path }), taken: takes }] : [],
    );
  }

  /** The streamed body that the operation of the request takes. Undefined for other operations. */
  takenBy({ method, path }: Request): StreamedRequest | undefined {
    return this.routes.find((route) => route.method === method && route.pattern.test(path))?.taken;
  }
}

/** Closes the connection after the response, without waiting for the unread part of the body. */
export function closeUnread(request: Request, response: Response): void {
  const { socket } = request;
  response.once('finish', () => {
    if (request.complete) return;
    request.resume();
    setTimeout(() => request.complete || socket.destroy(), LINGER_MS).unref();
  });
}
