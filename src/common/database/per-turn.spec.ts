import { perTurn, shared } from './per-turn';

describe('perTurn', () => {
  it('makes one call of all in a turn, with each key once, and answers each', async () => {
    const calls: string[][] = [];
    const find = perTurn(
      (keys: readonly string[]) => {
        calls.push([...keys]);
        return Promise.resolve(keys.map((key) => key.toUpperCase()));
      },
      (key) => key,
    );
    expect(await Promise.all([find('a'), find('b'), find('a')])).toEqual(['A', 'B', 'A']);
    expect(calls).toEqual([['a', 'b']]);
    expect(await find('a')).toBe('A');
    expect(calls).toEqual([['a', 'b'], ['a']]);
  });

  it('never answers with what was read before the call', async () => {
    let value = 1;
    let loaded!: () => void;
    const loading = new Promise<void>((resolve) => (loaded = resolve));
    const read = shared(
      async () => {
        const before = value;
        await loading;
        return before;
      },
      () => 'same',
    );
    const first = read('x');
    await new Promise(setImmediate);
    value = 2;
    const second = read('x');
    await new Promise(setImmediate);
    loaded();
    expect(await Promise.all([first, second])).toEqual([1, 2]);
  });

  it('rejects the calls with a key whose read fails, and no others', async () => {
    const read = shared(
      (key: string) => (key === 'bad' ? Promise.reject(new Error('no')) : Promise.resolve(key)),
      (key) => key,
    );
    const [good, bad] = await Promise.allSettled([read('good'), read('bad')]);
    expect([good.status, bad.status]).toEqual(['fulfilled', 'rejected']);
  });

  it('has calls of a bounded size', async () => {
    const sizes: number[] = [];
    const find = perTurn(
      (keys: readonly number[]) => {
        sizes.push(keys.length);
        return Promise.resolve(keys);
      },
      (key) => String(key),
    );
    await Promise.all(Array.from({ length: 1_200 }, (_, n) => find(n)));
    expect(sizes).toEqual([500, 500, 200]);
  });
});
