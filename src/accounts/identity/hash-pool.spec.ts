import { HashPool, HashPoolFull } from './hash-pool';

describe('HashPool', () => {
  it('runs no more than its limit at a time, the longest waiting first', async () => {
    const pool = new HashPool(2, 100);
    const order: number[] = [];
    let running = 0;
    let most = 0;
    const work = (number: number) => async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      order.push(number);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    };
    await Promise.all(Array.from({ length: 50 }, (_, number) => pool.run(work(number))));
    expect(most).toBe(2);
    expect(order).toEqual(Array.from({ length: 50 }, (_, number) => number));
  });

  it('refuses at once if too many already wait', async () => {
    const pool = new HashPool(1, 1);
    let finish = (): void => {};
    const first = pool.run(() => new Promise<void>((resolve) => (finish = resolve)));
    const second = pool.run(() => Promise.resolve('second'));
    await expect(pool.run(() => Promise.resolve())).rejects.toThrow(HashPoolFull);
    finish();
    await first;
    expect(await second).toBe('second');
  });

  it('serves all callers inside before any caller outside, however many wait', async () => {
    const pool = new HashPool(1, 3);
    const order: string[] = [];
    const work = (name: string) => (): Promise<void> => {
      order.push(name);
      return new Promise((resolve) => setImmediate(resolve));
    };
    const outside = ['first', 'second', 'third', 'fourth'].map((name) => pool.run(work(name)));
    await expect(pool.run(work('refused'))).rejects.toThrow(HashPoolFull);
    const inside = pool.run(work('inside'), 'inside');
    await Promise.all([...outside, inside]);
    expect(order).toEqual(['first', 'inside', 'second', 'third', 'fourth']);
  });

  it('frees its place after a failure', async () => {
    const pool = new HashPool(1, 0);
    await expect(pool.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await pool.run(() => Promise.resolve('next'))).toBe('next');
  });
});
