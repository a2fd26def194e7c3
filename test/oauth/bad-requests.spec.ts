import { request } from 'node:http';
import { anAccount } from '../factories/account';
import { aKey, type TestKey } from '../factories/key';
import { as, aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';
import { badClients } from './bad-clients';
import { BAD_REQUESTS, type BadRequest } from './bad-requests';
import { MCP } from './bad-values';

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}
const CHALLENGE = 'Basic realm="parley", charset="UTF-8"';
const FORM = 'application/x-www-form-urlencoded';

/** Exactly these headers and bytes: fetch would add a media type, and refuse some of the headers. */
function send(parley: Parley, headers: NonNullable<BadRequest['headers']>, body: string, query = ''): Promise<Answer> {
  const sent = Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return new Promise((resolve, reject) => {
    const call = request(
      `${parley.url}/api/v1/oauth/token${query && `?${query}`}`,
      { method: 'POST', headers: sent, agent: false },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      },
    );
    call.on('error', reject).end(body);
  });
}

function expectRefusal({ status, headers, text }: Answer, expected: { status: number; error: string }): void {
  expect({ status, text }).toEqual({ status: expected.status, text: `{"error":"${expected.error}"}` });
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    pragma: 'no-cache',
    'x-request-id': expect.any(String),
  });
  expect(headers['www-authenticate']).toBe(expected.status === 401 ? CHALLENGE : undefined);
  expect(headers['retry-after']).toBeUndefined();
}

describe('refusals of the token endpoint', () => {
  let parley: Parley;
  let keys: Record<BadRequest['key'] | 'revoked', TestKey>;
  beforeAll(async () => {
    parley = await startParley({ settings: { LIMIT_TOKEN_PER_KEY: '1' } });
    const owner = await anAccount(parley);
    const workspace = await aWorkspace(parley, owner);
    keys = {
      full: await aKey(parley, workspace),
      reader: await aKey(parley, workspace, { scopes: ['agents:read'] }),
      chatter: await aKey(parley, workspace, { scopes: ['chat:write'] }),
      revoked: await aKey(parley, workspace),
    };
    await parley.call('DELETE', `/workspaces/${workspace.id}/keys/${keys.revoked.id}`, as(owner));
  });
  afterAll(async () => {
    const [{ tokens }] = await parley.database.query<[{ tokens: number }]>(
      'SELECT count(*)::int AS tokens FROM access_tokens',
    );
    const counted = await parley.database.query('SELECT key FROM rate_limits');
    await parley.stop();
    // Of all these requests none made a token, and none was counted against a limit.
    expect({ tokens, counted }).toEqual({ tokens: 0, counted: [] });
  });
  const authorization = ({ id, secret }: TestKey): string =>
    `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

  it('are a table of about 250 and more', () => {
    expect(BAD_REQUESTS.length).toBeGreaterThan(220);
    expect(new Set(BAD_REQUESTS.map(({ title, query }) => title + (query ?? ''))).size).toBe(BAD_REQUESTS.length);
  });

  it.each(BAD_REQUESTS.map((row) => [row.status, row.error, row.title, row] as const))(
    '%i %s: %s',
    async (_status, _error, _title, row) => {
      const headers = { 'content-type': FORM, authorization: authorization(keys[row.key]), ...row.headers };
      expectRefusal(await send(parley, headers, row.form ?? '', row.query), row);
    },
  );

  const stand: TestKey = { id: '0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c', secret: `ck_${'x'.repeat(49)}` };
  it.each(badClients(stand, stand, stand).map(([title], index) => [title, index] as const))(
    '401 invalid_client: %s',
    async (_title, index) => {
      const [, header] = badClients(keys.full, keys.revoked, keys.reader)[index]!;
      const expected = { status: 401, error: 'invalid_client' };
      const good = 'grant_type=client_credentials';
      expectRefusal(await send(parley, { 'content-type': FORM, authorization: header }, good), expected);
    },
  );

  // Who cannot say who they are learns nothing about the rest of their request.
  it.each([
    '',
    'grant_type=password',
    'grant_type=client_credentials&grant_type=client_credentials',
    'grant_type=client_credentials&scope=x',
    'grant_type=client_credentials&resource=x',
    `grant_type=client_credentials&resource=${encodeURIComponent(MCP)}&scope=chat:write`,
    'grant_type=client_credentials&client_id=x',
  ])('401 invalid_client: the wrong secret, even with other errors: %p', async (form) => {
    const wrong = authorization({ id: keys.full.id, secret: keys.reader.secret });
    const answer = await send(parley, { 'content-type': FORM, authorization: wrong }, form);
    expectRefusal(answer, { status: 401, error: 'invalid_client' });
  });

  it('401 invalid_client: credentials in the form alone (client_secret_post)', async () => {
    const { id: client_id, secret: client_secret } = keys.full;
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString();
    expectRefusal(await send(parley, { 'content-type': FORM }, form), { status: 401, error: 'invalid_client' });
  });

  it('400 invalid_request: credentials in the form as well', async () => {
    const { id: client_id, secret: client_secret } = keys.full;
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString();
    const headers = { 'content-type': FORM, authorization: authorization(keys.full) };
    expectRefusal(await send(parley, headers, form), { status: 400, error: 'invalid_request' });
  });

  it.each([
    ['a form beyond 1 MiB', 413, {}, `a=${'x'.repeat(1_048_576)}`],
    ['an unknown content coding', 400, { 'content-encoding': 'x-own' }, 'grant_type=client_credentials'],
    ['an unknown charset', 400, { 'content-type': `${FORM}; charset=x-own` }, 'grant_type=client_credentials'],
  ])('invalid_request where the form cannot be read: %s', async (_title, status, headers, form) => {
    const sent = { 'content-type': FORM, authorization: authorization(keys.full), ...headers };
    expectRefusal(await send(parley, sent, form), { status, error: 'invalid_request' });
  });
});
