import { type Parley, startParley } from '../support/parley';

const SERVER = '/.well-known/oauth-authorization-server';
const RESOURCE = '/.well-known/oauth-protected-resource';

describe('discovery documents', () => {
  let parley: Parley;
  beforeAll(async () => {
    parley = await startParley();
  });
  afterAll(() => parley.stop());

  it('describe the authorization server (RFC 8414)', async () => {
    const { status, headers, body } = await parley.call('GET', SERVER);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(body).toEqual({
      issuer: 'http://localhost:3000',
      token_endpoint: 'http://localhost:3000/api/v1/oauth/token',
      authorization_endpoint: 'http://localhost:3000/api/v1/oauth/authorize',
      response_types_supported: [],
      grant_types_supported: ['client_credentials'],
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
      scopes_supported: ['agents:read', 'chat:write'],
      protected_resources: ['http://localhost:3000/api/v1', 'http://localhost:3000/mcp'],
      service_documentation: 'http://localhost:3000/docs',
    });
  });

  it.each([
    ['', 'http://localhost:3000/api/v1', ['agents:read', 'chat:write']],
    ['/api/v1', 'http://localhost:3000/api/v1', ['agents:read', 'chat:write']],
    ['/mcp', 'http://localhost:3000/mcp', ['agents:read']],
  ])('describe the resource of %p (RFC 9728)', async (path, resource, scopes) => {
    const { status, body } = await parley.call('GET', RESOURCE + path);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      resource,
      authorization_servers: ['http://localhost:3000'],
      bearer_methods_supported: ['header'],
      scopes_supported: scopes,
    });
  });

  it('are where the challenge of a refused request points', async () => {
    const { headers } = await parley.call('GET', '/workspaces');
    const [, address] = /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate') ?? '') ?? [];
    const { body } = await parley.call('GET', new URL(address ?? '').pathname);
    expect(body).toMatchObject({ resource: 'http://localhost:3000/api/v1' });
  });

  describe('name an authorization endpoint', () => {
    const authorize = async (query: string, method = 'GET') => {
      const { body } = await parley.call('GET', SERVER);
      const { pathname } = new URL((body as { authorization_endpoint: string }).authorization_endpoint);
      return fetch(parley.url + pathname + query, { method, redirect: 'manual' });
    };

    it.each(['code', 'token', 'none', 'code id_token'])('that offers no response type, such as %s', async (type) => {
      const parameters = { response_type: type, client_id: 'x', redirect_uri: 'https://evil.example/', state: 'y' };
      const response = await authorize(`?${new URLSearchParams(parameters).toString()}`);
      expect([response.status, response.headers.get('location')]).toEqual([400, null]);
      expect(response.headers.get('cache-control')).toBe('no-store');
      const { error, error_description: description } = (await response.json()) as Record<string, string>;
      expect(error).toBe('unsupported_response_type');
      // Only these characters are allowed in it (RFC 6749 §4.1.2.1).
      expect(description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+client_credentials[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
    });

    it.each(['', '?response_type=', '?response_type=code&response_type=code', '?response_type[a]=code'])(
      'that needs one response type: %p',
      async (query) => {
        const response = await authorize(query);
        expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_request' }]);
      },
    );
  });

  it.each([`${SERVER}/api/v1`, `${RESOURCE}/x`, `${RESOURCE}/mcp/x`, '/.well-known/x'])('404 at %s', async (path) => {
    const { status, body } = await parley.call('GET', path);
    expect([status, body.code]).toEqual([404, 'not_found']);
  });

  it('may be read by pages of every origin', async () => {
    for (const path of [SERVER, RESOURCE, `${RESOURCE}/mcp`]) {
      const origin = 'https://elsewhere.example.com';
      const read = await parley.call('GET', path, { origin });
      expect(read.headers.get('access-control-allow-origin')).toBe('*');
      const preflight = await parley.call('OPTIONS', path, {
        origin,
        headers: { 'access-control-request-method': 'GET', 'access-control-request-headers': 'mcp-protocol-version' },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
      expect(preflight.headers.get('access-control-allow-headers')).toBe('*');
    }
  });

  it('know a service below a path', async () => {
    const below = await startParley({ settings: { PUBLIC_URL: 'https://example.com/parley' } });
    const server = await below.call('GET', `${SERVER}/parley`);
    expect(server.body).toMatchObject({
      issuer: 'https://example.com/parley',
      token_endpoint: 'https://example.com/parley/api/v1/oauth/token',
    });
    const resource = await below.call('GET', `${RESOURCE}/parley/mcp`);
    expect(resource.body).toMatchObject({ resource: 'https://example.com/parley/mcp' });
    expect((await below.call('GET', `${RESOURCE}/mcp`)).status).toBe(404);
    await below.stop();
  });
});
