import { gzipSync } from 'node:zlib';
import { anAccount, type TestAccount } from '../factories/account';
import { aCredential } from '../factories/credential';
import { aMember } from '../factories/member';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';
import { raw } from '../support/raw';
import { linesOf } from '../support/log-lines';
import { TRACE_HEADERS, TRACE_ID } from '../support/trace';

const METADATA = 'resource_metadata="http://localhost:3000/.well-known/oauth-protected-resource/api/v1"';

describe('the pipeline', () => {
  let parley: Parley;
  let owner: TestAccount;
  let token: string;
  beforeAll(async () => {
    parley = await startParley({ settings: { TRUSTED_ORIGINS: 'https://app.example.com' } });
    owner = await anAccount(parley);
    token = (await aCredential(parley, owner)).secret;
  });
  afterAll(() => parley.stop());

  describe('routes', () => {
    it.each([
      '/nothing',
      '/api/v1/nothing',
      '/api',
      '/',
      '/api/v1/workspaces/a/b/c',
      '/health/other',
      '/.well-known/x',
    ])('404 for GET %s, in the form of every refusal', async (path) => {
      const reply = await raw(parley.url, 'GET', path);
      expect(reply).toMatchObject({ status: 404, headers: { 'content-type': 'application/json; charset=utf-8' } });
      expect(JSON.parse(reply.text)).toEqual({
        error: 'Nothing has this path. /docs lists all operations.',
        code: 'not_found',
      });
    });

    it.each([
      ['POST', '/capabilities', 'GET, HEAD'],
      ['DELETE', '/workspaces', 'GET, POST, HEAD'],
      ['PUT', '/workspaces/some', 'GET, PATCH, HEAD'],
      ['DELETE', '/Workspaces/', 'GET, POST, HEAD'],
    ])('405 for %s %s, with Allow: %s', async (method, path, allowed) => {
      const { status, body, headers } = await parley.call(method, path);
      expect([status, body.code]).toEqual([405, 'method_not_allowed']);
      expect(headers.get('allow')?.split(', ').sort()).toEqual(allowed.split(', ').sort());
    });

    it.each(['/workspaces/%zz', '/workspaces/%', '/workspaces/%C0%AF', '/%zz'])('400 for %s', async (path) => {
      const reply = await raw(parley.url, 'GET', `/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
      expect([reply.status, JSON.parse(reply.text)]).toMatchObject([400, { code: 'validation_failed' }]);
    });

    it('answers HEAD like GET without the body', async () => {
      const { status, text, headers } = await parley.call('HEAD', '/capabilities');
      expect([status, text]).toEqual([200, '']);
      expect(Number(headers.get('content-length'))).toBeGreaterThan(1_000);
    });
  });

  describe('bodies', () => {
    const post = (body: string, type = 'application/json') =>
      parley.call('POST', '/workspaces', { body, token, headers: { 'content-type': type } });

    it.each(['{', '{"name":}', '[1', 'nul', '\u0000'])('400 malformed_json for %j', async (body) => {
      expect((await post(body)).body).toEqual({ error: 'The body is not valid JSON.', code: 'malformed_json' });
    });

    it.each(['null', '[]', '"x"', '1'])('400 for %s, which is no object', async (body) => {
      expect((await post(body)).body).toMatchObject({ code: 'validation_failed', details: [{ code: 'wrong_type' }] });
    });

    it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1', 'application/xml'])(
      '400 unsupported_media_type for %s',
      async (type) => {
        expect((await post('{"name":"x"}', type)).body).toMatchObject({ code: 'unsupported_media_type' });
      },
    );

    it('has nothing against the media type of a body that is not there', async () => {
      const headers = { 'content-type': 'application/json; charset=latin1' };
      const { body } = await parley.call('POST', '/workspaces', { token, headers });
      expect(body).toMatchObject({ code: 'validation_failed', details: [{ path: '/name', code: 'required' }] });
    });

    it('413 beyond one MiB, compressed or not', async () => {
      const large = JSON.stringify({ name: 'x'.repeat(1_048_576) });
      expect((await post(large)).body).toMatchObject({ code: 'payload_too_large' });
      const packed = gzipSync(large);
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      };
      const reply = await raw(parley.url, 'POST', '/api/v1/workspaces', { headers, body: [packed] });
      expect([reply.status, JSON.parse(reply.text)]).toMatchObject([413, { code: 'payload_too_large' }]);
    });

    it('names every unknown and wrong field', async () => {
      const { body } = await post('{"nmae":"x","other":null}');
      expect(body.code).toBe('validation_failed');
      expect(body.details.map(({ path }: { path: string }) => path).sort()).toEqual(['/name', '/nmae', '/other']);
    });

    it.each([
      ['email', 'nobody', 'invalid_email', 'must be an email address'],
      ['password', 12345678901234, 'wrong_type', 'must be a string'],
      ['password', null, 'wrong_type', 'must be a string'],
      ['password', undefined, 'required', 'must be a string'],
      ['password', 'short', 'too_short', 'must be longer than or equal to 12 characters'],
    ])('says what is wrong with the %s %j', async (field, value, code, message) => {
      const good = { email: 'ada@example.com', password: 'correct horse battery', name: 'Ada' };
      const { body } = await parley.call('POST', '/accounts', { body: { ...good, [field]: value } });
      expect(body.details).toEqual([{ path: `/${field}`, code, message }]);
    });

    it('does not overlook __proto__', async () => {
      const { body } = await post('{"name":"x","__proto__":{"name":"y"}}');
      expect(body.details).toMatchObject([{ path: '/__proto__', code: 'unknown_field' }]);
    });

    it.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])('knows no field %s', async (name) => {
      const { body } = await post(`{"name":"x","${name}":1}`);
      expect(body.details).toMatchObject([{ path: `/${name}`, code: 'unknown_field' }]);
    });

    it('refuses a flood of fields or items without looking at each, and tells 100 findings at most', async () => {
      const fields = (count: number) =>
        JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [i, 1])));
      const items = (count: number) => JSON.stringify({ name: Array.from({ length: count }, (_, i) => `n${i}`) });
      const floods = [await post(fields(80_000)), await post(items(100_000)), await post(fields(15_000))];
      const listed = await post(items(15_000));
      for (const { body } of floods) expect(body.details).toMatchObject([{ path: '', code: 'too_many' }]);
      expect(listed.body.details).toMatchObject([{ path: '/name', code: 'too_many' }]);
      expect((await post(fields(400))).body.details).toHaveLength(100);
    });

    it.each(['limit=1&limit=2', 'limit[a]=1', 'limit=', 'limit=1e1', 'limit=0', 'limit=101', 'other=1'])(
      '400 for the query %s',
      async (query) => {
        const { status, body } = await parley.call('GET', `/account-credentials?${query}`, { token });
        expect([status, body.code]).toEqual([400, 'validation_failed']);
        expect(body.details[0].path).toMatch(/^query\.(limit|other)/);
      },
    );
  });

  describe('order of checks', () => {
    it('tells the first failure only', async () => {
      const stranger = await aCredential(parley, await anAccount(parley));
      const workspace = await aWorkspace(parley, { secret: token });
      const member = await aMember(parley, workspace, await anAccount(parley));
      const reader = await aCredential(parley, member, { scopes: ['workspaces:read'] });
      const writer = await aCredential(parley, member);
      const change = async (body: string, secret?: string) => {
        const options = { body, ...(secret !== undefined && { token: secret }) };
        return (await parley.call('PATCH', `/workspaces/${workspace.id}`, options)).body.code as string;
      };
      expect([
        await change('{'),
        await change('{"wrong":1}'),
        await change('{"wrong":1}', reader.secret),
        await change('{"wrong":1}', stranger.secret),
        await change('{"wrong":1}', writer.secret),
        await change('{"wrong":1}', token),
      ]).toEqual([
        'malformed_json',
        'api_key_missing',
        'scope_missing',
        'not_found',
        'role_insufficient',
        'validation_failed',
      ]);
    });
  });

  describe('headers', () => {
    it.each(['abc', 'A-b_c.9', 'x'.repeat(128)])('keeps X-Request-Id: %s', async (id) => {
      const { headers } = await parley.call('GET', '/health/live', { headers: { 'X-Request-Id': id } });
      expect(headers.get('x-request-id')).toBe(id);
    });

    it.each(['', 'a b', 'a/b', 'x'.repeat(129), 'é'])('replaces X-Request-Id: %j', async (id) => {
      const { headers } = await parley.call('GET', '/nothing', { headers: { 'X-Request-Id': id } });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    });

    it.each([
      ['traceparent', TRACE_HEADERS, TRACE_ID],
      ['no traceparent', {}, undefined],
      ['a malformed traceparent', { traceparent: `00-${TRACE_ID.toUpperCase()}-00f067aa0ba902b7-01` }, undefined],
    ])('logs a request with %s, and what happens in it, by its trace id', async (_what, headers, traceId) => {
      const before = parley.log.length;
      const id = `traced-${_what.replaceAll(' ', '-')}`;
      await parley.call('GET', '/nothing', { headers: { ...headers, 'X-Request-Id': id } });
      const lines = linesOf(parley.log.slice(before)).filter(({ requestId }) => requestId === id);
      expect(lines.map(({ msg, traceId: logged }) => [msg, logged])).toEqual([['request', traceId]]);
    });

    it('asks for a credential in the words of RFC 6750', async () => {
      const challenge = async (options: object) =>
        (await parley.call('GET', '/workspaces', options)).headers.get('www-authenticate');
      const other = await aCredential(parley, owner, { scopes: ['inbox:read'] });
      expect(await challenge({})).toBe(`Bearer realm="parley", ${METADATA}`);
      expect(await challenge({ token: 'nonsense' })).toBe(`Bearer realm="parley", error="invalid_token", ${METADATA}`);
      expect(await challenge({ token: other.secret })).toBe(
        `Bearer realm="parley", error="insufficient_scope", scope="workspaces:read", ${METADATA}`,
      );
    });

    it('lets pages of trusted origins read, and no others', async () => {
      const allowed = async (origin: string) => {
        const { headers } = await parley.call('GET', '/capabilities', { origin });
        return [headers.get('access-control-allow-origin'), headers.get('access-control-allow-credentials')];
      };
      expect(await allowed('https://app.example.com')).toEqual(['https://app.example.com', 'true']);
      expect((await allowed('https://app.example.com.evil'))[0]).toBeNull();
      expect((await allowed('null'))[0]).toBeNull();
      const preflight = await parley.call('OPTIONS', '/workspaces', {
        origin: 'https://app.example.com',
        headers: { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'authorization' },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization');
    });

    it('tells nothing of what it is made of', async () => {
      const { headers } = await parley.call('GET', '/capabilities');
      expect([headers.get('x-powered-by'), headers.get('server')]).toEqual([null, null]);
    });
  });

  it('counts each user alone and tells the limit', async () => {
    const limited = await startParley({ settings: { LIMIT_LIST_PER_USER: '2' } });
    try {
      const list = async (caller: { secret: string }) => {
        const { status, headers } = await limited.call('GET', '/account-credentials', { token: caller.secret });
        return [status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')];
      };
      const first = await aCredential(limited, await anAccount(limited));
      const second = await aCredential(limited, await anAccount(limited));
      expect([await list(first), await list(first), await list(first), await list(second)]).toEqual([
        [200, '2', '1'],
        [200, '2', '0'],
        [429, '2', '0'],
        [200, '2', '1'],
      ]);
    } finally {
      await limited.stop();
    }
  });
});
