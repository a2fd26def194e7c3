import { MadeOnce } from './made-once';

describe('MadeOnce', () => {
  it('makes it once, for those who ask at the same time and later', async () => {
    const make = jest.fn(() => Promise.resolve({}));
    const once = new MadeOnce(make);
    const [first, second] = await Promise.all([once.get(), once.get()]);
    expect(second).toBe(first);
    expect(await once.get()).toBe(first);
    expect(make).toHaveBeenCalledTimes(1);
  });

  it('tells a failure to all who wait for it, and tries again for the next', async () => {
    const make = jest.fn(() => Promise.resolve('made'));
    make.mockRejectedValueOnce(new Error('not now'));
    const once = new MadeOnce(make);
    const waiting = await Promise.allSettled([once.get(), once.get()]);
    expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await once.get()).toBe('made');
    expect(make).toHaveBeenCalledTimes(2);
  });
});
