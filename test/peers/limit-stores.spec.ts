import { setTimeout as pause } from 'node:timers/promises';
import { type Count, type Counted, LimitStore } from '../../src/common/rate-limit/limit-store';
import { PostgresLimits } from '../../src/common/rate-limit/postgres-limits';
import { RedisLimits } from '../../src/common/rate-limit/redis-limits';
import { type Parley, startParley } from '../support/parley';
import { REDIS_URL } from '../support/redis';

const MINUTE = 60;
const SETTINGS = {
  LIMIT_CAPABILITIES_PER_ADDRESS: '2',
  SECRET_KEY: `the key of this run of the suite, ${process.hrtime.bigint()}`,
};

const stores = [
  { name: 'PostgreSQL', kind: PostgresLimits, settings: SETTINGS },
  ...(REDIS_URL === null ? [] : [{ name: 'Redis', kind: RedisLimits, settings: { ...SETTINGS, REDIS_URL } }]),
];

describe.each(stores)('limits that are counted in $name', ({ kind, settings }) => {
  let parley: Parley;
  let beside: Parley;
  let store: LimitStore;
  let keys = 0;
  beforeAll(async () => {
    parley = await startParley({ settings });
    beside = await startParley({ settings, beside: parley });
    store = storeOf(parley);
  });
  afterAll(async () => {
    await beside.stop();
    await parley.stop();
  });

  const storeOf = (of: Parley): LimitStore => of.get(LimitStore as never);
  const limit = (more: Partial<Counted> = {}): Counted => ({
    key: `limit-${++keys}`,
    max: 2,
    windowSeconds: MINUTE,
    ...more,
  });
  const hits = async (...limits: Counted[]): Promise<number[]> =>
    (await store.count(limits)).map((count) => count.hits);

  it('are counted there', () => {
    expect([parley, beside].map((one) => storeOf(one) instanceof kind)).toEqual([true, true]);
  });

  it('count up to one more than is allowed, and say how long the window lasts', async () => {
    const one = limit();
    const counts: Count[] = [];
    for (let call = 0; call < 5; call++) counts.push(...(await store.count([one])));
    expect(counts.map((count) => count.hits)).toEqual([1, 2, 3, 3, 3]);
    expect(counts[0]?.reset_seconds).toBe(MINUTE);
    for (const { reset_seconds } of counts) expect(reset_seconds).toBeGreaterThan(MINUTE - 30);
  });

  it('count a call towards several limits up to the one that refuses it', async () => {
    const [narrow, wide] = [limit({ max: 1 }), limit({ max: 9 })];
    expect(await hits(narrow, wide)).toEqual([1, 1]);
    expect(await hits(narrow, wide)).toEqual([2]);
    expect(await hits(wide)).toEqual([2]);
    expect(await hits()).toEqual([]);
  });

  it('follow a limit that has become narrower, and keep the end of the window', async () => {
    const one = limit({ max: 9 });
    for (let call = 0; call < 5; call++) await store.count([one]);
    const [count] = await store.count([{ ...one, max: 1, windowSeconds: 10 * MINUTE }]);
    expect(count?.hits).toBe(2);
    expect(count?.reset_seconds).toBeLessThanOrEqual(MINUTE);
    expect(await hits({ ...one, max: 9 })).toEqual([3]);
  });

  it('begin anew once the window is over', async () => {
    const one = limit({ max: 1, windowSeconds: 1 });
    expect(await hits(one)).toEqual([1]);
    expect(await hits(one)).toEqual([2]);
    while ((await hits(one))[0] !== 1) await pause(50);
  });

  it('take calls back, and forget a window in which there are none left', async () => {
    const one = limit({ max: 9, windowSeconds: MINUTE });
    await store.giveBack(one.key);
    expect(await hits(one)).toEqual([1]);
    expect(await hits(one)).toEqual([2]);
    await store.giveBack(one.key);
    expect(await hits(one)).toEqual([2]);
    await store.giveBack(one.key);
    await store.giveBack(one.key);
    const [count] = await store.count([{ ...one, windowSeconds: 10 * MINUTE }]);
    expect(count).toMatchObject({ hits: 1, reset_seconds: 10 * MINUTE });
  });

  it('are exact for concurrent counters: two processes with one store', async () => {
    const [narrow, other, wide] = [limit({ max: 40 }), limit({ max: 25 }), limit({ max: 60 })];
    const counts = await Promise.all(
      Array.from({ length: 200 }, async (_one, n) => {
        const mine = n % 5 === 0 ? other : narrow;
        return { mine, counts: await storeOf(n % 2 ? parley : beside).count([mine, wide]) };
      }),
    );
    const allowed = (one: Counted): number =>
      counts.filter(({ mine, counts: [count] }) => mine === one && count!.hits <= one.max).length;
    expect([allowed(narrow), allowed(other)]).toEqual([40, 25]);
    const passed = counts.flatMap((one) => one.counts.slice(1)).map((count) => count.hits);
    expect(passed.filter((count) => count <= wide.max)).toHaveLength(60);
    expect(passed).toHaveLength(65);
  });

  it('are reported in the same status, headers and words', async () => {
    const replies = [];
    for (const from of [parley, beside, parley]) replies.push(await from.call('GET', '/capabilities'));
    const limits = replies.map(({ headers }) => ['limit', 'remaining'].map((name) => headers.get(`ratelimit-${name}`)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(limits).toEqual([
      ['2', '1'],
      ['2', '0'],
      ['2', '0'],
    ]);
    const { headers, body } = replies[2]!;
    const seconds = Number(headers.get('ratelimit-reset'));
    expect(headers.get('retry-after')).toBe(String(seconds));
    expect(seconds).toBeGreaterThan(MINUTE - 30);
    expect(body).toMatchObject({ code: 'rate_limited', error: `Too many calls. Try again in ${seconds} seconds.` });
  });
});
