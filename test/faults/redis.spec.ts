import { setTimeout as pause } from 'node:timers/promises';
import { LimitStore } from '../../src/common/rate-limit/limit-store';
import { REDIS_BOUNDS } from '../../src/common/redis/redis-connection';
import { REDIS_LOOKS, RedisLink } from '../../src/common/redis/redis-link';
import { type Parley, startParley } from '../support/parley';
import { REDIS_URL, RedisProxy } from '../support/redis';
import { Scrape } from '../support/scrape';

const AWAY = 'Redis is away: using PostgreSQL';
const BACK = 'Redis is back';

(REDIS_URL === null ? describe.skip : describe)('Redis that goes away', () => {
  const usual = [{ ...REDIS_BOUNDS }, { ...REDIS_LOOKS }] as const;
  const SECRET_KEY = `the key of this run of the suite: ${process.hrtime.bigint()}`;
  const settings = (key: string) => ({
    LIMIT_CAPABILITIES_PER_ADDRESS: '50',
    MANAGEMENT_PORT: '0',
    REDIS_URL: proxy.url,
    SECRET_KEY: key,
  });
  let proxy: RedisProxy;
  let parley: Parley;
  beforeAll(async () => {
    REDIS_BOUNDS.open = 1_000;
    REDIS_LOOKS.everyMs = 20;
    proxy = await RedisProxy.start();
    parley = await startParley({ settings: settings(SECRET_KEY) });
  });
  afterAll(async () => {
    await parley.stop();
    await proxy.close();
    Object.assign(REDIS_BOUNDS, usual[0]);
    Object.assign(REDIS_LOOKS, usual[1]);
  });

  const isUp = async (): Promise<number | null> => (await Scrape.of(parley)).value('parley_redis_up');
  const logged = (line: string): number =>
    parley.log.split('\n').filter((one) => one.includes(`"msg":"${line}"`)).length;
  const until = async (up: boolean): Promise<void> => {
    while (parley.get(RedisLink).isUp !== up) await pause(20);
  };
  const rows = (): Promise<{ hits: number }[]> => parley.database.query('SELECT hits::int FROM rate_limits');
  const remaining = async (of: Parley = parley): Promise<number> => {
    const { status, headers } = await of.call('GET', '/capabilities');
    expect(status).toBe(200);
    return Number(headers.get('ratelimit-remaining'));
  };

  it.each(['refusing', 'resetting', 'hanging'] as const)(
    'by %s fails no call, is logged once, and is used again when it is back',
    async (condition) => {
      await parley.database.query('TRUNCATE rate_limits');
      const [away, back, before] = [logged(AWAY), logged(BACK), await remaining()];
      expect([await isUp(), await rows()]).toEqual([1, []]);

      await proxy.become(condition);
      // All of these, whether or not it is known by then that Redis is away.
      await Promise.all(Array.from({ length: 5 }, () => remaining()));
      await until(false);
      await parley.database.query('TRUNCATE rate_limits');
      expect([await remaining(), await remaining()]).toEqual([49, 48]);
      expect([await isUp(), await rows()]).toEqual([0, [{ hits: 2 }]]);
      // It is looked for all the time.
      await pause(5 * REDIS_LOOKS.everyMs);
      expect([logged(AWAY), logged(BACK)]).toEqual([away + 1, back]);

      await proxy.become('working');
      await until(true);
      expect(await remaining()).toBeLessThan(before);
      expect([await isUp(), await rows()]).toEqual([1, [{ hits: 2 }]]);
      expect([logged(AWAY), logged(BACK)]).toEqual([away + 1, back + 1]);
    },
  );

  it('is not found to be away by a process that was too busy to ask', async () => {
    const away = logged(AWAY);
    const counted = remaining();
    const link = parley.get(RedisLink);
    const answered = link.use<unknown>(
      async (client) => [await client.ping(), await client.ping()],
      async () => 'otherwise',
    );
    for (const end = performance.now() + 1.2 * REDIS_BOUNDS.command; performance.now() < end;);
    expect(await answered).toEqual(['PONG', 'PONG']);
    await counted;
    expect([link.isUp, logged(AWAY)]).toEqual([true, away]);
  });

  it('refuses what it should do, and PostgreSQL does it', async () => {
    const store: LimitStore = parley.get(LimitStore as never);
    const link = parley.get(RedisLink);
    const away = logged(AWAY);
    expect(
      await link.use(
        (client) => client.sendCommand(['NO', 'SUCH', 'COMMAND']),
        async () => 'otherwise',
      ),
    ).toBe('otherwise');
    const [count] = await store.count([{ key: 'one', max: 1, windowSeconds: 60 }]);
    expect([count?.hits, logged(AWAY)]).toEqual([1, away + 1]);
    await until(true);
  });

  it('does not undo a counted call if Redis cannot be reached', async () => {
    const store: LimitStore = parley.get(LimitStore as never);
    const limit = { key: 'given-back', max: 5, windowSeconds: 60 };
    await store.count([limit]);
    await proxy.become('refusing');
    await until(false);
    await store.giveBack(limit.key);
    const [count] = await store.count([limit]);
    expect(count?.hits).toBe(1);
    await proxy.become('working');
    await until(true);
  });

  it('counts apart for processes with different keys, while SECRET_KEY is replaced', async () => {
    const before = await remaining();
    const next = await startParley({
      settings: { ...settings(`${SECRET_KEY}; the next one`), SECRET_KEY_FALLBACKS: SECRET_KEY },
      beside: parley,
    });
    expect([await remaining(next), await remaining(), await remaining(next)]).toEqual([49, before - 1, 48]);
    await next.stop();
  });

  it('shows no password, key or address of a caller', async () => {
    expect(parley.log).not.toMatch(/redis:\/\/|capabilities:127/);
  });
});
