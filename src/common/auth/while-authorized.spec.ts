import { setImmediate as turn } from 'node:timers/promises';
import { type RequestContext, runWithRequest } from '../request/request-context';
import { AuthorityWatch } from './authority-watch';
import { whileAuthorized } from './while-authorized';

/** Endless, and each piece is available at once. */
async function* pieces(): AsyncGenerator<number> {
  for (let n = 1; ; n++) yield await Promise.resolve(n);
}

/** Fake time, which each test advances by less than the second after which the timer would check. */
describe('whileAuthorized', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
  afterEach(() => jest.useRealTimers());

  const look = jest.fn<Promise<void>, []>();
  const numbers = (): AsyncIterator<number> => {
    look.mockReset().mockResolvedValue(undefined);
    const response = { headersSent: false };
    const request = { requestId: 'x', response, ensureAuthorized: look } as unknown as RequestContext;
    return runWithRequest(request, () => whileAuthorized(pieces()))[Symbol.asyncIterator]();
  };

  it('checks before a piece, except for pieces that follow within 200 ms', async () => {
    const stream = numbers();
    for (const [passed, looks] of [
      [0, 1],
      [100, 1],
      [100, 1],
      [1, 2],
      [200, 2],
      [1, 3],
    ] as const) {
      jest.advanceTimersByTime(passed);
      await stream.next();
      expect(look).toHaveBeenCalledTimes(looks);
    }
    await stream.return?.();
  });

  it('returns no piece during a check, however long that takes, and none after a refusal', async () => {
    const stream = numbers();
    expect(await stream.next()).toEqual({ done: false, value: 1 });
    let refuse: (refusal: Error) => void = () => {};
    look.mockReturnValue(new Promise((_, reject) => (refuse = reject)));
    jest.advanceTimersByTime(201);
    const settled = jest.fn();
    const next = stream.next().finally(settled);
    for (let n = 0; n < 10; n++) await turn();
    expect(settled).not.toHaveBeenCalled();
    refuse(new Error('revoked'));
    await expect(next).rejects.toThrow('revoked');
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  it('checks before the last byte of a known length, and no more after it', async () => {
    look.mockReset().mockResolvedValue(undefined);
    const request = { requestId: 'x', response: {}, ensureAuthorized: look } as unknown as RequestContext;
    const buffers = async function* (): AsyncGenerator<Buffer> {
      yield* await Promise.resolve([Buffer.alloc(3), Buffer.alloc(2)]);
    };
    const stream = runWithRequest(request, () => whileAuthorized(buffers(), { length: 5 }))[Symbol.asyncIterator]();
    await stream.next();
    expect(look).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(10);
    expect((await stream.next()).value).toHaveLength(2);
    expect(look).toHaveBeenCalledTimes(2);
    look.mockRejectedValue(new Error('revoked'));
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    expect(look).toHaveBeenCalledTimes(2);
  });
});

describe('AuthorityWatch', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
  afterEach(() => jest.useRealTimers());

  it('checks less often while no data passes, and reports a refusal at once', async () => {
    const look = jest.fn<Promise<void>, []>().mockResolvedValue(undefined);
    const response = { headersSent: true, closed: false };
    const watch = AuthorityWatch.of({ requestId: 'x', response, ensureAuthorized: look } as unknown as RequestContext)!;
    let isIdle = true;
    watch.begin(() => isIdle, 15_000);
    for (const [seconds, idle, looks] of [
      [1, true, 1],
      [14, true, 1],
      [1, true, 2],
      [3, false, 5],
      [3, true, 5],
    ] as const) {
      isIdle = idle;
      await jest.advanceTimersByTimeAsync(seconds * 1_000);
      expect(look).toHaveBeenCalledTimes(looks);
    }
    // A refusal stops the timer: one of fake time that is left would never call the streams of later suites.
    watch.onRefusal = jest.fn();
    look.mockRejectedValue(new Error('revoked'));
    [isIdle, response.closed] = [false, true];
    await jest.advanceTimersByTimeAsync(1_000);
    expect(watch.onRefusal).toHaveBeenCalledWith(new Error('revoked'));
    await expect(watch.ensure(0)).rejects.toThrow('revoked');
  });
});
