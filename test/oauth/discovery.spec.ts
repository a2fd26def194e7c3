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
