import { JsonText } from '../request/json-text';
import { type RequestStore, onceByRequestId, REQUEST_LEASE } from './once-by-request-id';

class InProgress extends Error {
  constructor(readonly retryAfterSeconds: number) {
    super();
  }
}

const storeOf = (found: Awaited<ReturnType<RequestStore<string>['find']>>, claim: string | null) => ({
  claim: () => Promise.resolve(claim),
  find: () => Promise.resolve(found),
  renew: jest.fn(() => Promise.resolve()),
  release: jest.fn(() => Promise.resolve()),
  Reused: Error,
  InProgress,
});

it('is renewed while it runs, and not afterwards', async () => {
  jest.useFakeTimers();
  const requests = storeOf(null, 'a claim');
  let end = (): void => {};
  const body = new JsonText('1');
  const response = onceByRequestId('input', requests, () => new Promise((resolve) => (end = () => resolve(body))));
  await jest.advanceTimersByTimeAsync(REQUEST_LEASE.seconds * 1_000);
  expect(requests.renew.mock.calls).toEqual(Array(4).fill(['a claim']));
  end();
  expect(await response).toEqual({ body, replayed: false });
  await jest.advanceTimersByTimeAsync(REQUEST_LEASE.seconds * 1_000);
  expect(requests.renew).toHaveBeenCalledTimes(4);
  jest.useRealTimers();
});

it.each([
  [REQUEST_LEASE.seconds, 1],
  [REQUEST_LEASE.seconds * 0.75, 1],
  [REQUEST_LEASE.seconds * 0.5, REQUEST_LEASE.seconds * 0.5],
  [3.2, 4],
  [0.1, 1],
  [-5, 1],
])('held by another process for %d s more, has a Retry-After of %d s', async (leaseSeconds, retryAfterSeconds) => {
  // The fingerprint of the same request, which is compared first.
  let fingerprint: Buffer | null = null;
  const requests = {
    ...storeOf(null, null),
    claim: (of: Buffer) => {
      fingerprint = of;
      return Promise.resolve(null);
    },
    find: () => Promise.resolve({ fingerprint, response: null, leaseSeconds }),
  };
  const answer = onceByRequestId('input', requests, () => Promise.reject(new Error('runs twice')));
  await expect(answer).rejects.toMatchObject({ retryAfterSeconds });
});
