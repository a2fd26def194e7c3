import autocannon from 'autocannon';

export interface Load {
  /** Sent in turn by each connection, from the first to the last and again. */
  requests: readonly autocannon.Request[];
  connections: number;
  seconds: number;
}

/** One round of load. */
export interface Round {
  perSecond: number;
  requests: number;
  p50Milliseconds: number;
  p99Milliseconds: number;
}

/** @throws if one answer has a status other than 2xx, since figures of refusals would be meaningless */
export async function load(url: string, { requests, connections, seconds }: Load): Promise<Round> {
  const result = await autocannon({ url, requests: [...requests], connections, duration: seconds });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0 || result['2xx'] === 0) {
    throw new Error(`${url}: ${failed} of ${result.requests.total} requests failed (${await sample(url, requests)})`);
  }
  return {
    perSecond: result['2xx'] / result.duration,
    requests: result['2xx'],
    p50Milliseconds: result.latency.p50,
    p99Milliseconds: result.latency.p99,
  };
}

async function sample(url: string, [request]: readonly autocannon.Request[]): Promise<string> {
  const response = await fetch(new URL(request?.path ?? '/', url), {
    method: request?.method ?? 'GET',
    headers: request?.headers as Record<string, string>,
    ...(request?.body === undefined ? {} : { body: request.body as string }),
  });
  return `${response.status} ${(await response.text()).slice(0, 300)}`;
}
