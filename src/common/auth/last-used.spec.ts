import type { UnitOfWork } from '../database/unit-of-work';
import { LastUsed } from './last-used';

type Query = (sql: string, parameters: readonly [string[], number[]]) => Promise<unknown[]>;

function over(query: Query): LastUsed {
  return new LastUsed({ query } as unknown as UnitOfWork);
}

describe('LastUsed', () => {
  it('writes one statement for each table, each row once, and nothing twice', async () => {
    const query = jest.fn<Promise<unknown[]>, Parameters<Query>>().mockResolvedValue([]);
    const lastUsed = over(query);
    lastUsed.touch('sessions', 'a');
    lastUsed.touch('sessions', 'b');
    lastUsed.touch('sessions', 'a');
    lastUsed.touch('workspace_keys', 'c');
    await lastUsed.flush();
    await lastUsed.flush();
    expect(query.mock.calls.map(([sql, [ids]]) => [/UPDATE (\w+) t SET (\w+)/.exec(sql)?.slice(1), ids])).toEqual([
      [
        ['sessions', 'last_seen_at'],
        ['a', 'b'],
      ],
      [['workspace_keys', 'last_used_at'], ['c']],
    ]);
  });

  it('flushes by itself, and at shutdown', async () => {
    jest.useFakeTimers();
    const query = jest.fn<Promise<unknown[]>, Parameters<Query>>().mockResolvedValue([]);
    const lastUsed = over(query);
    lastUsed.touch('sessions', 'a');
    await jest.advanceTimersByTimeAsync(4_999);
    expect(query).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(query).toHaveBeenCalledTimes(1);
    lastUsed.touch('sessions', 'b');
    await lastUsed.beforeApplicationShutdown();
    expect(query).toHaveBeenCalledTimes(2);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(query).toHaveBeenCalledTimes(2);
    jest.useRealTimers();
  });

  it('drops uses that cannot be written, and continues', async () => {
    const query = jest.fn<Promise<unknown[]>, Parameters<Query>>();
    query.mockRejectedValueOnce(new Error('no database')).mockResolvedValue([]);
    const lastUsed = over(query);
    lastUsed.touch('sessions', 'a');
    await expect(lastUsed.flush()).resolves.toBeUndefined();
    lastUsed.touch('sessions', 'b');
    await lastUsed.flush();
    expect(query.mock.calls[1]?.[1][0]).toEqual(['b']);
  });

  it('ends a flush only when one before it has written', async () => {
    let wrote!: (rows: unknown[]) => void;
    const query = jest.fn<Promise<unknown[]>, Parameters<Query>>(() => new Promise((resolve) => (wrote = resolve)));
    const lastUsed = over(query);
    lastUsed.touch('sessions', 'a');
    void lastUsed.flush();
    let ended = false;
    const second = lastUsed.flush().then(() => (ended = true));
    await new Promise(setImmediate);
    expect(ended).toBe(false);
    wrote([]);
    await second;
    expect(query).toHaveBeenCalledTimes(1);
  });

  it('keeps a bounded number of rows', async () => {
    const query = jest.fn<Promise<unknown[]>, Parameters<Query>>().mockResolvedValue([]);
    const lastUsed = over(query);
    for (let n = 0; n < 20_010; n++) lastUsed.touch('sessions', String(n));
    await lastUsed.flush();
    expect(query.mock.calls[0]?.[1][0]).toHaveLength(20_000);
  });
});
