import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { auth } from '@modelcontextprotocol/sdk/client/auth.js';
import { ClientCredentialsProvider } from '@modelcontextprotocol/sdk/client/auth-extensions.js';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { ClientCredentials } from 'simple-oauth2';
import { anAccount } from '../factories/account';
import { aKey, type TestKey } from '../factories/key';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';
import { type Front, openFront } from './front';

const TOKEN = /^ct_[0-9A-Za-z]{49}$/;
const BOTH = 'agents:read chat:write';

/** Clients that other people wrote, each from discovery to a token that works. */
describe('OAuth clients', () => {
  let front: Front;
  let parley: Parley;
  let workspace: { id: string };
  let key: TestKey;
  beforeAll(async () => {
    front = await openFront();
    parley = await startParley({ settings: { PUBLIC_URL: front.url } });
    front.forwardTo(parley);
    workspace = await aWorkspace(parley, await anAccount(parley));
    key = await aKey(parley, workspace);
  });
  afterAll(async () => {
    await parley.stop();
    await front.close();
  });

  const expectWorks = async (token: unknown): Promise<void> => {
    expect(token).toMatch(TOKEN);
    const { status } = await parley.call('GET', `/workspaces/${workspace.id}/agents`, { token: token as string });
    expect(status).toBe(200);
  };

  describe('oauth4webapi', () => {
    // oxlint-disable-next-line typescript/no-deprecated -- marked so to make it stand out: http is for tests
    const insecure = { [oauth.allowInsecureRequests]: true };

    const discovered = async (): Promise<oauth.AuthorizationServer> => {
      const issuer = new URL(front.url);
      const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
      return oauth.processDiscoveryResponse(issuer, response);
    };

    it('gets a token with form-encoded Basic', async () => {
      const server = await discovered();
      const client = { client_id: key.id };
      const response = await oauth.clientCredentialsGrantRequest(
        server,
        client,
        oauth.ClientSecretBasic(key.secret),
        { scope: 'agents:read', resource: `${front.url}/api/v1` },
        insecure,
      );
      const token = await oauth.processClientCredentialsResponse(server, client, response);
      expect(token).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'agents:read' });
      await expectWorks(token.access_token);
    });

    it('finds the authorization server from either resource', async () => {
      for (const resource of [`${front.url}/api/v1`, `${front.url}/mcp`]) {
        const url = new URL(resource);
        const response = await oauth.resourceDiscoveryRequest(url, insecure);
        const metadata = await oauth.processResourceDiscoveryResponse(url, response);
        expect(metadata).toMatchObject({ resource, authorization_servers: [front.url] });
      }
    });

    it('understands the refusal of a client', async () => {
      const server = await discovered();
      const client = { client_id: key.id };
      const wrong = oauth.ClientSecretBasic('wrong');
      const response = await oauth.clientCredentialsGrantRequest(server, client, wrong, {}, insecure);
      const refused = oauth.processClientCredentialsResponse(server, client, response);
      await expect(refused).rejects.toMatchObject({ status: 401, cause: [{ scheme: 'basic' }] });
    });

    it('understands a refusal of the request', async () => {
      const server = await discovered();
      const client = { client_id: key.id };
      const response = await oauth.clientCredentialsGrantRequest(
        server,
        client,
        oauth.ClientSecretBasic(key.secret),
        { scope: 'openid' },
        insecure,
      );
      const refused = oauth.processClientCredentialsResponse(server, client, response);
      await expect(refused).rejects.toMatchObject({ status: 400, error: 'invalid_scope' });
    });

    it('refuses client_secret_post as this service does', async () => {
      const server = await discovered();
      const client = { client_id: key.id };
      const post = oauth.ClientSecretPost(key.secret);
      const response = await oauth.clientCredentialsGrantRequest(server, client, post, {}, insecure);
      expect([response.status, await response.json()]).toEqual([401, { error: 'invalid_client' }]);
    });
  });

  it('openid-client configures itself and gets a token', async () => {
    const configuration = await openid.discovery(
      new URL(front.url),
      key.id,
      undefined,
      openid.ClientSecretBasic(key.secret),
      // oxlint-disable-next-line typescript/no-deprecated -- as above
      { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
    );
    const token = await openid.clientCredentialsGrant(configuration, {});
    expect(token).toMatchObject({ scope: BOTH, expires_in: 3600 });
    await expectWorks(token.access_token);
  });

  it.each(['strict', 'loose'] as const)('simple-oauth2 gets a token, its credentials encoded %sly', async (mode) => {
    const client = new ClientCredentials({
      client: { id: key.id, secret: key.secret },
      auth: { tokenHost: front.url, tokenPath: '/api/v1/oauth/token' },
      options: { authorizationMethod: 'header', credentialsEncodingMode: mode },
    });
    const { token } = await client.getToken({ scope: ['agents:read', 'chat:write'] });
    expect(token).toMatchObject({ token_type: 'Bearer', scope: BOTH });
    await expectWorks(token['access_token']);
  });

  it('curl -u gets a token, its credentials raw', async () => {
    const form = 'grant_type=client_credentials';
    const url = `${front.url}/api/v1/oauth/token`;
    const viaFetch = async (): Promise<string> => {
      const authorization = `Basic ${Buffer.from(`${key.id}:${key.secret}`).toString('base64')}`;
      return (await fetch(url, { method: 'POST', headers: { authorization }, body: new URLSearchParams(form) })).text();
    };
    // Where there is no curl, its request by other means.
    const viaCurl = async (): Promise<string> =>
      (await promisify(execFile)('curl', ['-sS', '-m', '20', '-u', `${key.id}:${key.secret}`, '-d', form, url])).stdout;
    const text = await viaCurl().catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== 'ENOENT') throw error;
      return viaFetch();
    });
    const token = JSON.parse(text) as { access_token: string };
    expect(token).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 3600, scope: BOTH });
    await expectWorks(token.access_token);
  });

  it('the MCP SDK finds everything from the address of the MCP endpoint', async () => {
    const requests: { path: string; form: string }[] = [];
    const provider = new ClientCredentialsProvider({
      clientId: key.id,
      clientSecret: key.secret,
      expectedIssuer: front.url,
    });
    const fetchFn = async (url: string | URL, init?: RequestInit): Promise<Response> => {
      requests.push({ path: new URL(url).pathname, form: String(init?.body ?? '') });
      return fetch(url, init);
    };
    expect(await auth(provider, { serverUrl: `${front.url}/mcp`, fetchFn })).toBe('AUTHORIZED');
    expect(requests.map(({ path }) => path)).toEqual([
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-authorization-server',
      '/api/v1/oauth/token',
    ]);
    const form = new URLSearchParams(requests.at(-1)?.form);
    expect(form.get('resource')).toBe(`${front.url}/mcp`);
    const tokens = provider.tokens();
    expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'agents:read', expires_in: 3600 });
    // Bound to MCP: REST refuses it.
    const reply = await parley.call('GET', `/workspaces/${workspace.id}/agents`, { token: tokens?.access_token });
    expect([reply.status, reply.body.code]).toEqual([401, 'token_audience_mismatch']);
  });
});
