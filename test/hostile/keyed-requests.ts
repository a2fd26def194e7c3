import type { CallOptions, Reply } from '../support/call';
import type { Parley } from '../support/parley';

/** Sends a POST with an Idempotency-Key. */
export function keyedRequests(parley: () => Parley) {
  return (path: string, key: string, body: object, { headers, ...by }: CallOptions = {}): Promise<Reply> =>
    parley().call('POST', path, { ...by, body, headers: { ...headers, 'idempotency-key': key } });
}

/** The outcome: done now, replayed, or refused with a code. */
export function outcome({ status, body, headers }: Reply): [number, string | null] {
  return [status, status < 300 ? headers.get('idempotency-replayed') : (body as { code: string }).code];
}

export const DONE = [201, null];
export const REPLAYED = [201, 'true'];
