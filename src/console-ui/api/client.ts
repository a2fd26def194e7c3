import createClient, { type Middleware } from 'openapi-fetch';
import { ApiProblem, problemOf } from './problems';
import type { components, paths } from './schema';

/** The records of the API by their names in openapi.json, for example `Schemas['Conversation']`. */
export type Schemas = components['schemas'];

export const API_ADDRESS = '/api/v1';

const signedOut = new Set<() => void>();

/** Calls `listener` when the service refuses a request because no session is open any more. Returns how to stop. */
export function onSignedOut(listener: () => void): () => void {
  signedOut.add(listener);
  return () => void signedOut.delete(listener);
}

/** The error of a refused request. */
export async function refusalOf(response: Response): Promise<ApiProblem> {
  const problem = await problemOf(response);
  if (response.status === 401) for (const listener of signedOut) listener();
  return problem;
}

const problems: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) throw await refusalOf(response);
  },
  onError({ error }) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiProblem(0, 'unreachable', 'Parley could not be reached. Check your connection, then try again.');
  },
};

/** In milliseconds. An object, so that tests can shorten it. */
export const READ_TIMES = { longest: 30_000 };

/**
 * A read whose connection is gone, for example after a change of networks, fails after half a minute. The browser would wait for minutes,
 * and what is shown would stay as it was. A write is left to the browser: it may carry a large file, or wait for a model.
 */
async function inTime(request: Request): Promise<Response> {
  if (request.method !== 'GET') return fetch(request);
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(READ_TIMES.longest)]);
  const response = await fetch(request, { signal });
  // Here, where a failure becomes a problem that screens show.
  const body = await response.arrayBuffer();
  return new Response(body.byteLength > 0 ? body : null, response);
}

/**
 * The operations of the API by method and path, with the session cookie of the browser. Each throws an `ApiProblem` unless the service
 * carried it out; use `dataOf` to read its answer.
 */
export const api = createClient<paths>({ baseUrl: API_ADDRESS, credentials: 'same-origin', fetch: inTime });
api.use(problems);

/** The answer of an operation that succeeded: `await dataOf(api.GET('/account'))`. */
export async function dataOf<T>(call: Promise<{ data?: T }>): Promise<NonNullable<T>> {
  return (await call).data!;
}

/** For operations that a repeated request must not carry out twice. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID();
}
