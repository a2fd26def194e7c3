import { anAccount, type TestAccount } from '../factories/account';
import { aKey, aToken, type TestKey } from '../factories/key';
import { as, aWorkspace } from '../factories/workspace';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { withoutAudit } from '../support/without-audit';

const BASE = 'http://localhost:3000/api/v1';
const MCP = 'http://localhost:3000/mcp';

describe('exchangeToken', () => {
  let parley: Parley;
  let owner: TestAccount;
  let workspace: { id: string };
  let key: TestKey;
  beforeAll(async () => {
    parley = await startParley();
    owner = await anAccount(parley);
    workspace = await aWorkspace(parley, owner);
  });
  afterAll(() => parley.stop());
  beforeEach(async () => {
    key = await aKey(parley, workspace);
  });

  const exchange = (client: TestKey, parameters: Record<string, string> = {}, at = parley): Promise<Reply> =>
    at.call('POST', '/oauth/token', {
      headers: {
        authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', ...parameters }).toString(),
    });
  const list = (token: string, id = workspace.id): Promise<Reply> =>
    parley.call('GET', `/workspaces/${id}/agents`, { token });
  const keyPath = (): string => `/workspaces/${workspace.id}/keys/${key.id}`;

  it('200 with exactly the four members, not to be stored', async () => {
    const { status, headers, body } = await exchange(key);
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^ct_[0-9A-Za-z]{49}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'agents:read chat:write',
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('pragma')).toBe('no-cache');
  });

  it.each([
    [{}, 'agents:read chat:write'],
    [{ scope: '' }, 'agents:read chat:write'],
    [{ scope: 'chat:write' }, 'chat:write'],
    [{ scope: 'chat:write agents:read' }, 'agents:read chat:write'],
    [{ scope: 'agents:read agents:read' }, 'agents:read'],
    [{ resource: BASE }, 'agents:read chat:write'],
    [{ resource: 'HTTP://LocalHost:3000/api/v1' }, 'agents:read chat:write'],
    [{ resource: '' }, 'agents:read chat:write'],
    [{ resource: MCP }, 'agents:read'],
    [{ resource: MCP, scope: 'agents:read' }, 'agents:read'],
    [{ unknown: 'ignored' }, 'agents:read chat:write'],
  ])('grants for %j the scopes %s', async (parameters, scope) => {
    expect((await exchange(key, parameters as Record<string, string>)).body).toMatchObject({ scope });
  });

  it('grants no more than the ceiling where no scope is asked for', async () => {
    const narrow = await aKey(parley, workspace, { scopes: ['chat:write'] });
    expect((await exchange(narrow)).body).toMatchObject({ scope: 'chat:write' });
  });

  it('takes a client id beside the credentials if it is the same', async () => {
    expect((await exchange(key, { client_id: key.id })).status).toBe(200);
  });

  it('stores hashes only', async () => {
    const { body } = await exchange(key);
    const rows = await parley.database.query<object[]>('SELECT t::text FROM access_tokens t');
    expect(JSON.stringify(rows)).not.toContain(body.access_token.slice(3));
  });

  it.each(['0', '300'])('takes one statement with LIMIT_TOKEN_PER_KEY=%s', async (LIMIT_TOKEN_PER_KEY) => {
    const other = await startParley({ settings: { LIMIT_TOKEN_PER_KEY } });
    const client = await aKey(other, await aWorkspace(other, await anAccount(other)));
    const statements = await other.statementsOf(async () => {
      expect((await exchange(client, {}, other)).status).toBe(200);
    });
    expect(statements).toHaveLength(1);
    const refused = await other.statementsOf(() => exchange({ ...client, secret: key.secret }, {}, other));
    expect(refused).toHaveLength(2);
    await other.stop();
  });

  describe('the token', () => {
    it('is one statement to read', async () => {
      const token = await aToken(parley, key, { scope: 'chat:write' });
      const statements = await parley.statementsOf(async () => {
        expect((await list(token)).body.code).toBe('scope_missing');
      });
      expect(withoutAudit(statements)).toHaveLength(1);
    });

    it('reaches the agents of its workspace and no other', async () => {
      const token = await aToken(parley, key);
      expect((await list(token)).status).toBe(200);
      expect((await list(token, workspace.id.toUpperCase())).status).toBe(200);
      const other = await aWorkspace(parley, owner);
      expect((await list(token, other.id)).status).toBe(404);
      expect((await list(key.secret, other.id)).status).toBe(404);
    });

    it('never has account authority', async () => {
      for (const token of [await aToken(parley, key), key.secret]) {
        const { status, body } = await parley.call('GET', '/workspaces', { token });
        expect([status, body.code]).toEqual([403, 'credential_kind_not_allowed']);
      }
    });

    it('ends with its key, at once', async () => {
      const token = await aToken(parley, key);
      await parley.call('DELETE', keyPath(), as(owner));
      for (const secret of [token, key.secret]) {
        const { status, headers, body } = await list(secret);
        expect([status, body.code]).toEqual([401, 'api_key_revoked']);
        expect(headers.get('www-authenticate')).toMatch(/^Bearer realm="parley", error="invalid_token"/);
      }
      expect((await exchange(key)).status).toBe(401);
    });

    it('is narrowed with its key, at once', async () => {
      const token = await aToken(parley, key);
      await parley.call('PATCH', keyPath(), { ...as(owner), body: { scopes: ['chat:write'] } });
      const { status, headers, body } = await list(token);
      expect([status, body.code]).toEqual([403, 'scope_missing']);
      expect(headers.get('www-authenticate')).toContain('error="insufficient_scope", scope="agents:read"');
      expect((await exchange(key, { scope: 'agents:read' })).body).toEqual({ error: 'invalid_scope' });
      expect((await exchange(key)).body).toMatchObject({ scope: 'chat:write' });
    });

    it('expires an hour later, by the clock of the database', async () => {
      const token = await aToken(parley, key);
      const [{ seconds }] = await parley.database.query<[{ seconds: number }]>(
        'SELECT extract(epoch FROM expires_at - created_at)::int AS seconds FROM access_tokens WHERE key_id = $1',
        [key.id],
      );
      expect(seconds).toBe(3600);
      await parley.database.query('UPDATE access_tokens SET expires_at = now() WHERE key_id = $1', [key.id]);
      const { status, body } = await list(token);
      expect([status, body.code]).toEqual([401, 'token_expired']);
    });

    it('for MCP is refused on REST', async () => {
      const { status, body } = await list(await aToken(parley, key, { resource: MCP }));
      expect([status, body.code]).toEqual([401, 'token_audience_mismatch']);
    });

    it('that was never issued is refused', async () => {
      const token = await aToken(parley, key);
      await parley.database.query('DELETE FROM access_tokens WHERE key_id = $1', [key.id]);
      expect((await list(token)).body.code).toBe('token_invalid');
      expect((await list(`${token.slice(0, -1)}!`)).status).toBe(401);
      expect((await list(token.replace('ct_', 'ck_'))).body.code).toBe('api_key_invalid');
    });
  });

  describe('the limit', () => {
    let limited: Parley;
    let client: TestKey;
    beforeAll(async () => {
      limited = await startParley({ settings: { LIMIT_TOKEN_PER_KEY: '3' } });
    });
    afterAll(() => limited.stop());
    beforeEach(async () => {
      client = await aKey(limited, await aWorkspace(limited, await anAccount(limited)));
    });
    const tokens = async (): Promise<number> => {
      const [{ count }] = await limited.database.query<[{ count: number }]>(
        'SELECT count(*)::int AS count FROM access_tokens WHERE key_id = $1',
        [client.id],
      );
      return count;
    };

    it('429 slow_down beyond it, exact when calls come at once, and no token more', async () => {
      const replies = await Promise.all(Array.from({ length: 12 }, () => exchange(client, {}, limited)));
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
      expect(replies.filter(({ status }) => status === 429)).toHaveLength(9);
      expect(await tokens()).toBe(3);
      const refused = replies.find(({ status }) => status === 429)!;
      expect(refused.body).toEqual({ error: 'slow_down' });
      expect(refused.headers.get('cache-control')).toBe('no-store');
      expect(refused.headers.get('pragma')).toBe('no-cache');
      expect(refused.headers.get('ratelimit-limit')).toBe('3');
      expect(refused.headers.get('ratelimit-remaining')).toBe('0');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused.headers.get('retry-after')).toBe(refused.headers.get('ratelimit-reset'));
    });

    it('is returned with each token', async () => {
      const left = [];
      for (let call = 0; call < 3; call++) {
        left.push((await exchange(client, {}, limited)).headers.get('ratelimit-remaining'));
      }
      expect(left).toEqual(['2', '1', '0']);
    });

    it('cannot be used up without the secret, nor by requests that ask for what cannot be', async () => {
      const stranger = {
        id: client.id,
        secret: (await aKey(limited, await aWorkspace(limited, await anAccount(limited)))).secret,
      };
      for (let call = 0; call < 5; call++) {
        expect((await exchange(stranger, {}, limited)).status).toBe(401);
        expect((await exchange(client, { scope: 'nothing' }, limited)).status).toBe(400);
      }
      expect((await exchange(client, {}, limited)).status).toBe(200);
    });

    it('begins again when its window ends', async () => {
      for (let call = 0; call < 4; call++) await exchange(client, {}, limited);
      await limited.database.query('UPDATE rate_limits SET window_ends_at = now() WHERE key = $1', [
        `token:${client.id}`,
      ]);
      expect((await exchange(client, {}, limited)).headers.get('ratelimit-remaining')).toBe('2');
    });
  });
});
