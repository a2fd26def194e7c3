import { Lease } from './lease';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('is a length of time in SQL', () => {
  expect(new Lease(20).interval).toBe("interval '20 seconds'");
});

it('is renewed several times during the work, also after a failed renewal', async () => {
  const renew = jest.fn().mockRejectedValueOnce(new Error('no connection')).mockResolvedValue(undefined);
  const held = new Lease(20).whileHolding(
    renew,
    () => new Promise((resolve) => setTimeout(() => resolve('done'), 17_000)),
  );
  await jest.advanceTimersByTimeAsync(17_000);
  await expect(held).resolves.toBe('done');
  expect(renew).toHaveBeenCalledTimes(3);
});

it('is not renewed after the work has failed', async () => {
  const renew = jest.fn().mockResolvedValue(undefined);
  const held = new Lease(20).whileHolding(renew, () => Promise.reject(new Error('no')));
  await expect(held).rejects.toThrow('no');
  await jest.advanceTimersByTimeAsync(60_000);
  expect(renew).not.toHaveBeenCalled();
});
