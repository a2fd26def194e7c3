import { DomainError } from '../../src/common/errors/domain-error';
import { type Limit, RateLimiter } from '../../src/common/rate-limit/rate-limiter';
import { DatabaseProxy } from '../support/database/database-proxy';
import { type Parley, startParley } from '../support/parley';

const MINUTE = 60;

describe('limits of calls', () => {
  let parley: Parley;
  let proxy: DatabaseProxy;
  let limiter: RateLimiter;
  beforeAll(async () => {
    parley = await startParley({
      settings: { LIMIT_CAPABILITIES_PER_ADDRESS: '2' },
      through: async (databaseUrl) => (proxy = await DatabaseProxy.before(databaseUrl)).url,
    });
    limiter = parley.get(RateLimiter);
  });
  afterAll(async () => {
    await parley.stop();
    await proxy.close();
  });
  beforeEach(() => parley.database.query('TRUNCATE rate_limits'));

  const rows = () => parley.database.query<{ key: string; hits: number }[]>('SELECT key, hits::int FROM rate_limits');
  const limit = (more: Partial<Limit> = {}): Limit => ({
    name: 'LIMIT_TYPING_PER_CONVERSATION',
    key: 'a-limit',
    max: 2,
    windowSeconds: MINUTE,
    ...more,
  });

  it('are reported in headers: the limit, the remaining calls, and the seconds until the window ends', async () => {
    const first = await parley.call('GET', '/capabilities');
    const limits = ['limit', 'remaining'].map((name) => first.headers.get(`ratelimit-${name}`));
    expect(limits).toEqual(['2', '1']);
    const reset = Number(first.headers.get('ratelimit-reset'));
    expect(reset).toBeGreaterThan(MINUTE / 2);
    expect(reset).toBeLessThanOrEqual(MINUTE);
    await parley.call('GET', '/capabilities');
    const { headers } = await parley.call('GET', '/capabilities');
    expect(headers.get('retry-after')).toBe(headers.get('ratelimit-reset'));
  });

  it('do not block the listing of capabilities, which needs no database, during an outage', async () => {
    await proxy.become('refusing');
    try {
      const { status, headers } = await parley.call('GET', '/capabilities');
      expect([status, headers.get('ratelimit-limit')]).toEqual([200, null]);
    } finally {
      await proxy.become('working');
    }
  });

  it('of 0 are off: nothing is counted, refused or given back', async () => {
    const off = limit({ max: 0 });
    for (let call = 0; call < 3; call++) await limiter.consume(off);
    expect(await limiter.exceeded(off)).toBeNull();
    expect(await rows()).toEqual([]);
    await limiter.consume(limit());
    await limiter.giveBack(off);
    expect(await rows()).toEqual([{ key: 'a-limit', hits: 1 }]);
  });

  it('can be counted without headers: only the program gets the seconds to wait', async () => {
    const waits: (number | null)[] = [];
    for (let call = 0; call < 3; call++) waits.push(await limiter.exceeded(limit()));
    expect(waits.slice(0, 2)).toEqual([null, null]);
    expect(waits[2]).toBeGreaterThan(MINUTE / 2);
    expect(waits[2]).toBeLessThanOrEqual(MINUTE);
  });

  it('take a call back, and a window in which nothing else was counted', async () => {
    await limiter.consumeAll([limit(), limit({ key: 'a-wider-limit' })]);
    await limiter.consume(limit());
    await limiter.giveBack(limit());
    await limiter.giveBack(limit({ key: 'a-wider-limit' }));
    expect(await rows()).toEqual([{ key: 'a-limit', hits: 1 }]);
  });

  it('refuse in the words of the limit', async () => {
    const refusal = (seconds: number) => new DomainError('rate_limited', `in ${seconds} s`);
    await limiter.consume(limit({ max: 1 }));
    await expect(limiter.consume(limit({ max: 1, refusal }))).rejects.toThrow(/^in \d+ s$/);
    await expect(limiter.consume(limit({ max: 1 }))).rejects.toThrow(/^Too many calls\. Try again in \d+ seconds\.$/);
    expect(() => limiter.refuse(limit(), 7)).toThrow('Too many calls. Try again in 7 seconds.');
  });
});
