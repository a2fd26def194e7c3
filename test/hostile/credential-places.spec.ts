import type { Type } from '@nestjs/common';
import { SessionStrategy } from '../../src/accounts/sessions/session.strategy';
import { issueSecret } from '../../src/common/secrets/token';
import { CredentialStrategy } from '../../src/credentials/credential.strategy';
import { TokenStrategy } from '../../src/oauth/token.strategy';
import { KeyStrategy } from '../../src/workspaces/keys/key.strategy';
import { anAccount, type TestAccount } from '../factories/account';
import { aCredential } from '../factories/credential';
import { aKey, aToken, type TestKey } from '../factories/key';
import { aWorkspace } from '../factories/workspace';
import type { CallOptions, Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { withoutAudit } from '../support/without-audit';

const PREFIXES = ['ca_', 'ck_', 'ct_', 'cs_'] as const;
type Prefix = (typeof PREFIXES)[number];
const STRATEGIES: Record<Prefix, Type<{ validate: (...found: never[]) => Promise<object> }>> = {
  ca_: CredentialStrategy,
  ck_: KeyStrategy,
  ct_: TokenStrategy,
  cs_: SessionStrategy,
};

/** A secret counts only where its kind belongs, regardless of other parts of the request. */
describe('where a credential stands', () => {
  let parley: Parley;
  let owner: TestAccount;
  let key: TestKey;
  let good: Record<Prefix, { secret: string; path: string; by: CallOptions }>;
  beforeAll(async () => {
    parley = await startParley();
    owner = await anAccount(parley);
    const workspace = await aWorkspace(parley, owner);
    key = await aKey(parley, workspace);
    const agents = `/workspaces/${workspace.id}/agents`;
    const credential = (await aCredential(parley, owner)).secret;
    const token = await aToken(parley, key);
    good = {
      ca_: { secret: credential, path: '/workspaces', by: { token: credential } },
      ck_: { secret: key.secret, path: agents, by: { token: key.secret } },
      ct_: { secret: token, path: agents, by: { token } },
      cs_: { secret: owner.cookie, path: '/workspaces', by: { cookie: owner.cookie } },
    };
  });
  afterAll(() => parley.stop());
  afterEach(() => jest.restoreAllMocks());

  /** Everything of a refusal that a caller sees. */
  const seen = ({ status, text, headers }: Reply) => ({
    status,
    text,
    challenge: headers.get('www-authenticate'),
    cache: headers.get('cache-control'),
  });
  /** Who was asked while `work` ran, and how many statements that took. */
  async function workOf(work: () => Promise<unknown>): Promise<{ strategies: Prefix[]; statements: number }> {
    const spies = PREFIXES.map((prefix) => [prefix, jest.spyOn(parley.get(STRATEGIES[prefix]), 'validate')] as const);
    const { length: statements } = withoutAudit(await parley.statementsOf(work));
    return { strategies: spies.flatMap(([prefix, { mock }]) => mock.calls.map(() => prefix)), statements };
  }

  it.each(PREFIXES)('%s is asked about by its own strategy, once, with one statement', async (prefix) => {
    let reply: Reply | undefined;
    const { by } = good[prefix];
    const refused = { ...by, query: { other: 'x' } };
    const found = await workOf(async () => (reply = await parley.call('GET', '/workspaces', refused)));
    expect(found).toEqual({ strategies: [prefix], statements: 1 });
    expect([400, 403]).toContain(reply?.status);
  });

  it.each(['Basic %', 'X-Bearer %', 'Digest Bearer %', 'Bearer %, Bearer %', 'Bearer % x', 'Bearer', '%'])(
    'Authorization: %s is a wrong credential (RFC 6750 §2.1), and no missing one',
    async (form) => {
      const authorization = form.replaceAll('%', good.ca_.secret);
      const { status, body } = await parley.call('GET', '/workspaces', { headers: { authorization } });
      expect([status, body.code]).toEqual([401, 'api_key_invalid']);
    },
  );

  describe.each(PREFIXES)('%s as access_token (RFC 6750 §2.2, §2.3)', (prefix) => {
    const inBody = (count: number) =>
      Array.from({ length: count }, () => `"access_token":"${good[prefix].secret}"`).join(',');
    const inQuery = (count: number) =>
      Array.from({ length: count }, () => `access_token=${good[prefix].secret}`).join('&');
    const post = (query: string, body: string, options: CallOptions = {}) =>
      parley.call('POST', `/workspaces${query && `?${query}`}`, {
        ...options,
        body: `{"name":"x"${body && `,${body}`}}`,
      });

    it.each([
      ['the query', 1, 0],
      ['the query, twice', 2, 0],
      ['the body', 0, 1],
      ['the body, twice', 0, 2],
      ['both', 1, 1],
    ])('is nothing in %s: 401 like a request without it, and no look-up', async (_where, queries, bodies) => {
      const nothing = seen(await post('', ''));
      expect(nothing).toMatchObject({ status: 401, text: expect.stringContaining('"api_key_missing"') });
      expect(nothing.challenge).not.toContain('error=');
      let reply: Reply | undefined;
      const found = await workOf(async () => (reply = await post(inQuery(queries), inBody(bodies))));
      expect(found).toEqual({ strategies: [], statements: 0 });
      expect(seen(reply!)).toEqual(nothing);
    });

    it('is nothing in a form, which is refused as any form', async () => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const form = (body: string) => parley.call('POST', '/workspaces', { headers, body });
      expect(seen(await form(inQuery(1)))).toEqual(seen(await form('name=x')));
    });

    it('is nothing at MCP', async () => {
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', access_token: good[prefix].secret };
      const { status, body: answer } = await parley.call('POST', `/mcp?${inQuery(1)}`, { body });
      expect([status, answer.code]).toEqual([401, 'api_key_missing']);
    });

    it('saves no wrong header', async () => {
      const wrong = { token: issueSecret('ca_') };
      const plain = seen(await post('', '', wrong));
      expect(plain).toMatchObject({ status: 401, text: expect.stringContaining('"credential_invalid"') });
      expect(seen(await post(inQuery(1), inBody(1), wrong))).toEqual(plain);
      expect(seen(await post(inQuery(2), inBody(2), wrong))).toEqual(plain);
    });

    it('is an unknown field beside a good header, like any other', async () => {
      const token = good.ca_.secret;
      const { status, body } = await post(inQuery(1), inBody(1), { token });
      expect([status, body.code]).toEqual([400, 'validation_failed']);
      const paths = (body.details as { path: string; code: string }[]).map(({ path, code }) => [path, code]);
      expect(paths).toEqual([['query.access_token', 'unknown_field']]);
    });
  });

  it.each(['ca_', 'ck_', 'ct_'] as const)('%s is nothing in the cookie of a session', async (prefix) => {
    let reply: Reply | undefined;
    const { secret, path } = good[prefix];
    const found = await workOf(async () => (reply = await parley.call('GET', path, { cookie: secret })));
    expect(found).toEqual({ strategies: [], statements: 0 });
    expect([reply?.status, reply?.body.code]).toEqual([401, 'api_key_invalid']);
    expect(reply?.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  it('cs_ is nothing as bearer, and its cookie does not help it', async () => {
    for (const by of [{ token: owner.cookie }, { token: owner.cookie, cookie: owner.cookie }]) {
      let reply: Reply | undefined;
      const found = await workOf(async () => (reply = await parley.call('GET', '/workspaces', by)));
      expect(found).toEqual({ strategies: [], statements: 0 });
      expect([reply?.status, reply?.body.code]).toEqual([401, 'api_key_invalid']);
    }
  });

  it('a prefix without a strategy is asked about by none', async () => {
    let reply: Reply | undefined;
    const found = await workOf(async () => {
      reply = await parley.call('GET', '/workspaces', { token: issueSecret('cm_'), cookie: owner.cookie });
    });
    expect(found).toEqual({ strategies: [], statements: 0 });
    expect([reply?.status, reply?.body.code]).toEqual([401, 'api_key_invalid']);
  });

  it.each(['Bearer  %', 'bearer %', 'BEARER   %  '])('reads %j, as RFC 9110 §11.4 writes it', async (form) => {
    const headers = { authorization: form.replace('%', good.ca_.secret) };
    expect((await parley.call('GET', '/workspaces', { headers })).status).toBe(200);
  });

  it.each(PREFIXES)('503 if the strategy of %s fails unexpectedly', async (prefix) => {
    jest.spyOn(parley.get(STRATEGIES[prefix]), 'validate').mockImplementation(() => {
      throw new TypeError('a mistake');
    });
    const { status, body, headers } = await parley.call('GET', good[prefix].path, good[prefix].by);
    expect([status, body.code]).toEqual([503, 'authorization_unavailable']);
    expect(headers.get('www-authenticate')).toBeNull();
  });

  it('refuses the request if a strategy returns nothing', async () => {
    jest.spyOn(parley.get(CredentialStrategy), 'validate').mockResolvedValue(null as never);
    const { status, body } = await parley.call('GET', '/workspaces', good.ca_.by);
    expect([status, body.code]).toEqual([401, 'api_key_invalid']);
  });
});
