import type { CapabilityDto } from '../../src/capabilities/capabilities.dto';
import { ACCOUNT_SCOPES } from '../../src/common/operations/access';
import { PASSWORD, anAccount, type TestAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential, credentialCalls } from '../factories/credential';
import { aKey, aToken } from '../factories/key';
import { aVisitor } from '../factories/visitor';
import { aWorkspace } from '../factories/workspace';
import type { CallOptions, Reply } from '../support/call';
import { GENERATIONS } from '../support/mcp-clients';
import { type Parley, startParley } from '../support/parley';

const METADATA = 'resource_metadata="http://localhost:3000/.well-known/oauth-protected-resource/mcp"';
const ACCEPT = { accept: 'application/json, text/event-stream' };
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

let parley: Parley;
let owner: TestAccount;
let workspace: { id: string };
let mcpUrl: string;
/** Forwarded addresses are believed, so that a test can come from several. */
beforeAll(async () => {
  parley = await startParley({
    settings: { TRUSTED_PROXIES: '127.0.0.1', LIMIT_PROOF_PER_USER: '3', LIMIT_PROOF_PER_ADDRESS: '3' },
  });
  owner = await anAccount(parley);
  workspace = await aWorkspace(parley, owner);
  ({ mcpUrl } = parley.settings);
});
afterAll(() => parley.stop());

let addresses = 0;
const fromElsewhere = (): Record<string, string> => ({ 'x-forwarded-for': `192.0.2.${++addresses}` });

/** Issued from an address of its own, which the limit of proofs then counts nothing else for. */
async function mcpCredential(account = owner, scopes: readonly (typeof ACCOUNT_SCOPES)[number][] = ACCOUNT_SCOPES) {
  const body = { name: 'test', scopes, audience: mcpUrl, email: account.email, currentPassword: PASSWORD };
  const reply = await parley.call('POST', '/account-credentials/bootstrap', { body, headers: fromElsewhere() });
  return { id: reply.body.credential.id as string, secret: reply.body.secret as string };
}

const send = (options: CallOptions, body: object = LIST): Promise<Reply> =>
  parley.call('POST', '/mcp?toolsets=all', { ...options, body, headers: { ...ACCEPT, ...options.headers } });

const call = (token: string, name: string, input: object = {}, headers: Record<string, string> = {}) =>
  send({ token, headers }, { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name, arguments: input } });

async function toolsOf(token: string): Promise<string[]> {
  const { status, body } = await send({ token });
  expect(status).toBe(200);
  return (body.result.tools as { name: string }[]).map(({ name }) => name);
}

function codeOf({ body }: Reply): unknown {
  return body.result.isError ? JSON.parse(body.result.content[0].text).code : undefined;
}

const UNKNOWN = { code: -32602, message: expect.stringMatching(/^Unknown tool: /) };

describe('who may not call /mcp', () => {
  it.each<[string, string, () => CallOptions | Promise<CallOptions>]>([
    ['nobody', 'api_key_missing', () => ({})],
    ['something else', 'api_key_invalid', () => ({ token: 'secret' })],
    ['Basic', 'api_key_invalid', () => ({ headers: { authorization: 'Basic YTpi' } })],
    ['a session', 'token_audience_mismatch', () => ({ cookie: owner.cookie, origin: 'http://localhost:3000' })],
    ['a session as bearer', 'api_key_invalid', () => ({ token: owner.cookie })],
    ['a workspace key', 'token_audience_mismatch', async () => ({ token: (await aKey(parley, workspace)).secret })],
    [
      'the session of a visitor',
      'token_audience_mismatch',
      async () => {
        const credential = await aCredential({ call: fromNewAddress }, owner);
        const agent = await anAgent(parley, await aWorkspace(parley, credential), credential);
        return { token: (await aVisitor(parley, agent)).token };
      },
    ],
    [
      'an access token for REST',
      'token_audience_mismatch',
      async () => ({ token: await aToken(parley, await aKey(parley, workspace)) }),
    ],
    [
      'an account credential for REST',
      'token_audience_mismatch',
      async () => ({ token: (await aCredential({ call: fromNewAddress }, owner)).secret }),
    ],
    [
      'an expired token',
      'token_expired',
      async () => {
        const token = await aToken(parley, await aKey(parley, workspace), { resource: mcpUrl });
        await parley.database.query(
          "UPDATE access_tokens SET expires_at = now() - interval '1 s' WHERE audience = 'mcp'",
        );
        return { token };
      },
    ],
    [
      'an expired credential',
      'credential_expired',
      async () => {
        const { id, secret } = await mcpCredential();
        await parley.database.query(
          `UPDATE account_credentials SET created_at = now() - interval '2 days', expires_at = now() - interval '1 day'
           WHERE id = $1`,
          [id],
        );
        return { token: secret };
      },
    ],
  ])('%s: 401 %s', async (_who, code, options) => {
    const sent = await options();
    const { status, body, headers } = await send(sent);
    expect([status, body.code]).toEqual([401, code]);
    if (code === 'credential_expired') expect(body.error).toContain('Sign in again with parley login');
    const error = Object.keys(sent).length > 0 ? 'error="invalid_token", ' : '';
    expect(headers.get('www-authenticate')).toBe(`Bearer realm="parley", ${error}scope="agents:read", ${METADATA}`);
  });

  it('pages of other origins: 403; those of trusted ones and programs: 200', async () => {
    const { secret } = await mcpCredential();
    for (const origin of [
      'https://evil.example',
      'null',
      'http://localhost:3001',
      'http://localhost:3000.evil.example',
    ]) {
      const { status, body } = await send({ token: secret, origin });
      expect([origin, status, body.code]).toEqual([origin, 403, 'origin_not_trusted']);
      expect((await send({ origin })).status).toBe(403);
    }
    expect((await send({ token: secret, origin: 'http://localhost:3000' })).status).toBe(200);
    expect((await send({ token: secret })).status).toBe(200);
  });

  it('a token for MCP does not work on REST, regardless of headers', async () => {
    const token = await aToken(parley, await aKey(parley, workspace), { resource: mcpUrl });
    const { secret } = await mcpCredential();
    for (const forMcp of [token, secret]) {
      const headers = { host: 'localhost:3000', 'x-forwarded-uri': '/mcp', 'x-audience': mcpUrl, resource: mcpUrl };
      const { status, body } = await parley.call('GET', `/workspaces/${workspace.id}/agents`, {
        token: forMcp,
        headers,
      });
      expect([status, body.code]).toEqual([401, 'token_audience_mismatch']);
    }
  });
});

const fromNewAddress: Parley['call'] = (method, path, options) =>
  parley.call(method, path, { ...options, headers: { ...options?.headers, ...fromElsewhere() } });

describe('who sees which tools', () => {
  /** From the public metadata of the service, not from its code. */
  async function expectedFor(scopes: readonly string[]): Promise<string[]> {
    const { operations } = (await parley.call('GET', '/capabilities')).body as { operations: CapabilityDto[] };
    return operations
      .filter(({ mcp, scopeAlternatives, credentialKind }) => {
        const isOpen = scopeAlternatives.some((all) => all.every((one) => scopes.includes(one)));
        return mcp.supported && credentialKind.startsWith('account') && isOpen;
      })
      .map(({ mcp }) => mcp.tool);
  }

  it.each([...ACCOUNT_SCOPES.map((scope) => [scope]), ACCOUNT_SCOPES.slice(0, 4), [...ACCOUNT_SCOPES]])(
    'a credential with %s and more: exactly what its scopes allow',
    async (...scopes) => {
      const { secret } = await mcpCredential(owner, scopes);
      const expected = await expectedFor(scopes);
      expect(await toolsOf(secret)).toEqual(expected);
      expect(expected).toContain('parley_get_account');
    },
  );

  it('an account whose email is not verified any more: what is open to it', async () => {
    const account = await anAccount(parley);
    const { secret } = await mcpCredential(account);
    await parley.database.query('UPDATE accounts SET email_verified_at = NULL WHERE id = $1', [account.id]);
    expect(await toolsOf(secret)).toEqual(['parley_get_account']);
  });

  it('a token: the agents of its workspace', async () => {
    const token = await aToken(parley, await aKey(parley, workspace), { resource: mcpUrl });
    expect(await toolsOf(token)).toEqual(['parley_list_agents']);
    for (const name of ['parley_list_workspaces', 'parley_get_agent', 'parley_send_chat_turn']) {
      expect((await call(token, name)).body.error).toMatchObject(UNKNOWN);
    }
  });
});

describe('what changes in between', () => {
  it('narrowing a credential narrows its tools with the next message', async () => {
    const { id, secret } = await mcpCredential(owner, ['workspaces:read', 'inbox:read']);
    expect((await call(secret, 'parley_list_workspaces')).body.result.isError).toBeUndefined();
    const calls = credentialCalls({ call: fromNewAddress }, PASSWORD, {
      cookie: owner.cookie,
      origin: 'http://localhost:3000',
    });
    expect((await calls.edit(id, { scopes: ['inbox:read'] })).status).toBe(200);
    expect(await toolsOf(secret)).not.toContain('parley_list_workspaces');
    const refused = (await call(secret, 'parley_list_workspaces')).body.result;
    expect([refused.isError, JSON.parse(refused.content[0].text)]).toEqual([
      true,
      { error: 'The credential lacks the scope workspaces:read. Its scopes: inbox:read.', code: 'scope_missing' },
    ]);
    expect((await call(secret, 'parley_nothing')).body.error).toMatchObject(UNKNOWN);
  });

  it('revoking it refuses the next message', async () => {
    const { id, secret } = await mcpCredential();
    const calls = credentialCalls({ call: fromNewAddress }, PASSWORD, {
      cookie: owner.cookie,
      origin: 'http://localhost:3000',
    });
    expect((await calls.revoke(id)).status).toBe(200);
    for (const reply of [await send({ token: secret }), await call(secret, 'parley_list_workspaces')]) {
      expect([reply.status, reply.body.code]).toEqual([401, 'credential_revoked']);
    }
  });

  it('a key that is narrowed or revoked does the same to its tokens', async () => {
    const key = await aKey(parley, workspace);
    const token = await aToken(parley, key, { resource: mcpUrl });
    expect((await call(token, 'parley_list_agents')).body.result.structuredContent).toEqual({ result: [] });
    const change = (method: string, body?: object) =>
      parley.call(method, `/workspaces/${workspace.id}/keys/${key.id}`, {
        cookie: owner.cookie,
        origin: 'http://localhost:3000',
        body,
      });
    expect((await change('PATCH', { scopes: ['chat:write'] })).status).toBe(200);
    expect(await toolsOf(token)).toEqual([]);
    expect(codeOf(await call(token, 'parley_list_agents'))).toBe('scope_missing');
    expect((await change('DELETE')).status).toBe(200);
    const { status, body } = await call(token, 'parley_list_agents');
    expect([status, body.code]).toEqual([401, 'api_key_revoked']);
  });

  it('membership is asked for at each call', async () => {
    const { secret } = await mcpCredential();
    const lost = await aWorkspace(parley, owner);
    expect(codeOf(await call(secret, 'parley_get_workspace', { workspaceId: lost.id }))).toBeUndefined();
    await parley.database.query('DELETE FROM members WHERE workspace_id = $1', [lost.id]);
    expect(codeOf(await call(secret, 'parley_get_workspace', { workspaceId: lost.id }))).toBe('not_found');
  });

  it.each(GENERATIONS)('an open client of revision %s is informed too', async (_revision, connect) => {
    const { id, secret } = await mcpCredential();
    const client = await connect(`${parley.url}/mcp?toolsets=all`, { secret });
    expect((await client.tools()).length).toBeGreaterThan(30);
    await parley.database.query(`UPDATE account_credentials SET scopes = '{inbox:read}' WHERE id = $1`, [id]);
    expect((await client.tools()).map(({ name }) => name)).not.toContain('parley_list_workspaces');
    expect((await client.call('parley_list_workspaces')).isError).toBe(true);
    await parley.database.query('UPDATE account_credentials SET revoked_at = now() WHERE id = $1', [id]);
    await expect(client.tools()).rejects.toThrow(/credential_revoked|401|[Uu]nauthorized/);
    await client.close();
  });
});

describe('whose limits a call counts for', () => {
  it('the credential\u2019s own, wherever it is used, and not those of an address', async () => {
    const { id, secret } = await mcpCredential();
    const wrong = { credentialId: id, currentPassword: 'not this one at all', name: 'x' };
    const mine = fromElsewhere();
    const attempt = (headers: Record<string, string>) => call(secret, 'parley_edit_account_credential', wrong, headers);
    for (const headers of [mine, mine, fromElsewhere()]) {
      expect(codeOf(await attempt(headers))).toBe('password_proof_failed');
    }
    const limited = await attempt(fromElsewhere());
    const { code, retryAfterSeconds } = JSON.parse(limited.body.result.content[0].text);
    expect([code, Number.isInteger(retryAfterSeconds)]).toEqual(['rate_limited', true]);
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(retryAfterSeconds).toBeLessThanOrEqual(15 * 60);
    const { status } = await parley.call('POST', '/account-credentials/bootstrap', {
      headers: mine,
      body: { name: 'x', scopes: ['inbox:read'], email: owner.email, currentPassword: PASSWORD },
    });
    expect(status).toBe(201);
  });
});
