import type { Request, Response } from 'express';
import { pathPattern } from '../operations/path-pattern';
import type { RegisteredOperation } from '../operations/registered-operation';
import type { StreamedRequest } from '../operations/streamed-body';

/** How long a refused sender may go on, in milliseconds: closing at once would take the answer from them. */
const LINGER_MS = 1_000;

/** The operations that read their bodies themselves, by method and path: body-reader comes before the router. */
export class StreamedRoutes {
  private readonly routes: { method: string; pattern: RegExp; taken: StreamedRequest }[];

  constructor(operations: readonly RegisteredOperation[]) {
    this.routes = operations.flatMap(({ method, path, takes }) =>
      takes ? [{ method, pattern: pathPattern({ path }), taken: takes }] : [],
    );
  }

  /** What the request's operation takes; undefined where it is none of these. */
  takenBy({ method, path }: Request): StreamedRequest | undefined {
    return this.routes.find((route) => route.method === method && route.pattern.test(path))?.taken;
  }
}

/** Once the request is answered, what was not read of its body is not waited for: the connection ends. */
export function closeUnread(request: Request, response: Response): void {
  const { socket } = request;
  response.once('finish', () => {
    if (request.complete) return;
    request.resume();
    setTimeout(() => request.complete || socket.destroy(), LINGER_MS).unref();
  });
}
