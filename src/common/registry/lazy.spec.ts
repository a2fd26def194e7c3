import { Lazy } from './lazy';

describe('Lazy', () => {
  it('makes the value once, for callers at the same time and later', async () => {
    const make = jest.fn(() => Promise.resolve({}));
    const once = new Lazy(make);
    const [first, second] = await Promise.all([once.get(), once.get()]);
    expect(second).toBe(first);
    expect(await once.get()).toBe(first);
    expect(make).toHaveBeenCalledTimes(1);
  });

  it('fails for all callers that wait, and tries again for the next one', async () => {
    const make = jest.fn(() => Promise.resolve('made'));
    make.mockRejectedValueOnce(new Error('not now'));
    const once = new Lazy(make);
    const waiting = await Promise.allSettled([once.get(), once.get()]);
    expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await once.get()).toBe('made');
    expect(make).toHaveBeenCalledTimes(2);
  });
});
