import { anAccount } from '../factories/account';
import { CREATE_ECHOES, echo, EchoModule } from '../support/echo.module';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

describe('Idempotency-Key', () => {
  let parley: Parley;
  let keys = 0;
  beforeAll(async () => {
    parley = await startParley({ modules: [EchoModule] });
    await parley.database.query(CREATE_ECHOES);
  });
  beforeEach(async () => {
    echo.before = async () => {};
    await parley.database.query('TRUNCATE echoes');
  });
  afterAll(() => parley.stop());

  const create = (key: string | null, body: unknown): Promise<Reply> =>
    parley.call('POST', '/echoes', { body, headers: key === null ? {} : { 'Idempotency-Key': key } });
  const newKey = (): string => `key-${++keys}`;
  const rows = async (): Promise<number> => {
    const [{ count }] = await parley.database.query<[{ count: number }]>('SELECT count(*)::int AS count FROM echoes');
    return count;
  };

  it('replays the same bytes and does it once', async () => {
    const key = newKey();
    const first = await create(key, { text: 'one' });
    const again = await create(key, { text: 'one' });
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(again.text).toBe(first.text);
    expect(await rows()).toBe(1);
  });

  it('takes the same fields in another order for the same request', async () => {
    const key = newKey();
    const first = await create(key, '{"text":"one","loud":true}');
    expect((await create(key, '{ "loud": true, "text": "one" }')).text).toBe(first.text);
  });

  it('does it again without a key, or with another one', async () => {
    for (const key of [null, null, newKey(), newKey()]) expect((await create(key, { text: 'one' })).status).toBe(201);
    expect(await rows()).toBe(4);
  });

  it('treats another body as another request, since no credential identifies the caller', async () => {
    const key = newKey();
    await create(key, { text: 'one' });
    const other = await create(key, { text: 'two' });
    expect([other.status, other.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect(await rows()).toBe(2);
  });

  it('409 request_in_progress while the first one runs', async () => {
    const key = newKey();
    let finish = (): void => {};
    const running = new Promise<void>((started) => {
      echo.before = () => {
        started();
        return new Promise((resolve) => (finish = resolve));
      };
    });
    const first = create(key, { text: 'slow' });
    await running;
    const second = await create(key, { text: 'slow' });
    finish();
    expect([second.status, second.body.code, second.headers.get('retry-after')]).toEqual([
      409,
      'request_in_progress',
      '1',
    ]);
    expect((await first).status).toBe(201);
    expect((await create(key, { text: 'slow' })).text).toBe((await first).text);
    expect(await rows()).toBe(1);
  });

  it('has one winner among twenty at once', async () => {
    const key = newKey();
    const replies = await Promise.all(Array.from({ length: 20 }, () => create(key, { text: 'race' })));
    expect(new Set(replies.map(({ status }) => status))).toEqual(
      new Set(replies.some(({ status }) => status === 409) ? [201, 409] : [201]),
    );
    expect(new Set(replies.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1);
    expect(await rows()).toBe(1);
  });

  it('releases the key of a request that failed, and keeps nothing of it', async () => {
    const key = newKey();
    echo.before = async () => {
      throw new Error('the disk is full');
    };
    const failed = await create(key, { text: 'one' });
    expect([failed.status, failed.body.code]).toEqual([500, 'internal_error']);
    expect(failed.text).not.toContain('disk');
    echo.before = async () => {};
    const second = await create(key, { text: 'another' });
    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect(await rows()).toBe(1);
  });

  it('releases the key of a request that was refused', async () => {
    const key = newKey();
    expect((await create(key, { text: 'refuse' })).status).toBe(404);
    expect((await create(key, { txet: 'misspelt' })).status).toBe(400);
    expect((await create(key, { text: 'one' })).status).toBe(201);
    expect(await rows()).toBe(1);
  });

  it.each(['', 'a b', 'ü', 'x'.repeat(256)])('400 idempotency_key_invalid for %j', async (key) => {
    const reply = await create(key, { text: 'one' });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      code: 'idempotency_key_invalid',
      details: [{ path: 'header.Idempotency-Key', code: 'invalid', message: expect.stringContaining('255') as string }],
    });
  });

  it('takes 255 characters', async () => {
    expect((await create('x'.repeat(255), { text: 'one' })).status).toBe(201);
  });

  it('keeps no readable copy of the response', async () => {
    await create(newKey(), { text: 'a secret word' });
    const [{ found }] = await parley.database.query<[{ found: string }]>(
      `SELECT count(*) AS found FROM idempotency_keys WHERE position('secret'::bytea IN response) > 0`,
    );
    expect(Number(found)).toBe(0);
  });
});

describe('an Idempotency-Key with a password', () => {
  it('is no way to guess the password: each request proves it, and each wrong one is counted', async () => {
    const parley = await startParley({ settings: { LIMIT_PROOF_PER_USER: '5' } });
    try {
      const { email, password } = await anAccount(parley);
      const signIn = async (tried: string) => {
        const body = { email, password: tried };
        const reply = await parley.call('POST', '/sessions', { body, headers: { 'Idempotency-Key': 'known' } });
        return [reply.status, reply.headers.get('idempotency-replayed')];
      };
      expect([await signIn(password), await signIn(password)]).toEqual([
        [201, null],
        [201, 'true'],
      ]);
      for (let guess = 0; guess < 5; guess++) expect(await signIn(`guess ${guess}`)).toEqual([401, null]);
      expect([await signIn('another'), await signIn(password)]).toEqual([
        [429, null],
        [429, null],
      ]);
    } finally {
      await parley.stop();
    }
  });
});
