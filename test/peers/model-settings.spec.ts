import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import type { Reply } from '../support/call';
import { EmbeddingServer } from '../support/embedding-server';
import { ModelServer } from '../support/model-server';
import { NameServer } from '../support/name-server';
import { type Parley, startParley } from '../support/parley';
import { WebServer } from '../support/web-server';
import { TRACE_HEADERS } from '../support/trace';

const API_KEY = 'sk-house-of-quayside-4f2a';
const MESSAGE = 'How much does the Team plan cost?';
const ANSWER = {
  sentences: [{ text: 'The Team plan costs €29.', quotes: [{ passage: 1, quote: 'The Team plan costs 29 euros' }] }],
};

const server = new ModelServer();
let baseUrl: string;
let names: NameServer;
let parley: Parley;
let desk: HelpDesk;

beforeAll(async () => {
  baseUrl = await server.start();
  names = await NameServer.start(() => ['10.1.2.3']);
  parley = await startParley({ settings: { FETCH_ALLOWED_HOSTS: '127.0.0.1', DNS_SERVERS: names.address } });
  parley.guard(API_KEY);
});
afterAll(async () => {
  await parley.stop();
  names.stop();
  server.stop();
});
beforeEach(async () => {
  server.misbehave = null;
  server.requests.length = 0;
  server.says(ANSWER);
  desk = await aHelpDesk(parley);
});

const ask = (method: string, below = '', body?: object): Promise<Reply> =>
  parley.call(method, `/workspaces/${desk.workspace.id}/model-settings${below}`, { token: desk.admin.secret, body });
const update = (body: object): Promise<Reply> => ask('PATCH', '', body);
const use = (model: string, of = desk): Promise<Reply> =>
  parley.call('PATCH', `/workspaces/${of.workspace.id}/agents/${of.agent.id}`, {
    token: of.admin.secret,
    body: { model },
  });

describe('updateWorkspaceModelSettings', () => {
  it('200 with all but the key, which is sealed', async () => {
    expect((await ask('GET')).body).toEqual({
      baseUrl: null,
      apiKeyHint: null,
      hasApiKey: false,
      models: [],
      embeddingModel: null,
      updatedAt: null,
    });
    const { status, body } = await update({ baseUrl: `${baseUrl}/`, apiKey: API_KEY, models: ['house-model'] });
    expect([status, body]).toEqual([
      200,
      {
        baseUrl,
        apiKeyHint: '4f2a',
        hasApiKey: true,
        models: ['house-model'],
        embeddingModel: null,
        updatedAt: expect.any(String),
      },
    ]);
    expect((await ask('GET')).body).toEqual(body);
    const rows = await parley.database.query('SELECT *, sealed_api_key::text AS sealed FROM workspace_model_settings');
    expect(JSON.stringify(rows)).not.toContain('quayside');
    expect(JSON.stringify(rows)).not.toContain(Buffer.from('quayside').toString('hex'));
  });

  it('makes its models those of the workspace’s agents, and of no others', async () => {
    await update({ baseUrl, apiKey: API_KEY, models: ['house-model', 'other-model'] });
    expect((await use('house-model')).status).toBe(200);
    expect((await desk.chat({ message: MESSAGE })).body).toMatchObject({
      outcome: 'answered',
      message: { content: 'The Team plan costs €29.' },
      model: 'house-model',
      fallback: null,
    });
    expect(server.requests).toMatchObject([{ authorization: `Bearer ${API_KEY}`, body: { model: 'house-model' } }]);
    const stranger = await aHelpDesk(parley);
    const { status, body } = await use('house-model', stranger);
    expect([status, body.details[0].allowed]).toEqual([400, ['parley-extractive']]);
  });

  it('tells its server nothing of the trace of a request', async () => {
    await update({ baseUrl, apiKey: API_KEY, models: ['house-model'] });
    await use('house-model');
    await desk.chat({ message: MESSAGE }, TRACE_HEADERS);
    expect(server.requests.map(({ trace }) => trace)).toEqual([{}]);
  });

  it('400 for another address without its key, so that the old key is not sent there', async () => {
    await update({ baseUrl, apiKey: API_KEY, models: ['house-model'] });
    const elsewhere = { baseUrl: 'https://thief.example/v1' };
    const { status, body } = await update(elsewhere);
    expect([status, body.details]).toMatchObject([400, [{ path: '/apiKey', code: 'required' }]]);
    expect((await ask('GET')).body.baseUrl).toBe(baseUrl);
    expect((await update({ baseUrl, models: ['other-model'] })).body).toMatchObject({ apiKeyHint: '4f2a' });
    const moved = await update({ ...elsewhere, apiKey: null });
    expect([moved.status, moved.body]).toMatchObject([200, { ...elsewhere, hasApiKey: false, apiKeyHint: null }]);
  });

  it('shows nothing of a key that is short', async () => {
    const { body } = await update({ baseUrl, apiKey: 'short-key', models: ['house-model'] });
    expect(body).toMatchObject({ apiKeyHint: null, hasApiKey: true });
  });

  it.each([
    [{ models: ['a'] }, '/baseUrl'],
    [{ baseUrl: 'https://models.example/v1' }, '/models'],
    [{ baseUrl: 'http://models.example/v1', models: ['a'] }, '/baseUrl'],
    [{ baseUrl: 'https://10.0.0.1/v1', models: ['a'] }, '/baseUrl'],
    [{ baseUrl: 'https://169.254.169.254/v1', models: ['a'] }, '/baseUrl'],
    [{ baseUrl: 'https://[::1]/v1', models: ['a'] }, '/baseUrl'],
    [{ baseUrl: 'https://8.8.8.8:8443/v1', models: ['a'] }, '/baseUrl'],
    [{ baseUrl: 'https://a:b@models.example/v1', models: ['a'] }, '/baseUrl'],
    [{ baseUrl: 'https://models.example/v1?a=b', models: ['a'] }, '/baseUrl'],
    [{ baseUrl: 'file:///etc/passwd', models: ['a'] }, '/baseUrl'],
    [{ baseUrl: 'https://models.example/v1', models: [] }, '/models'],
    [{ baseUrl: 'https://models.example/v1', models: ['a', 'a'] }, '/models'],
    [{ baseUrl: 'https://models.example/v1', models: ['parley-extractive'] }, '/models'],
    [{ baseUrl: 'https://models.example/v1', models: ['a'], apiKey: 'two words' }, '/apiKey'],
    [{ baseUrl: 'https://models.example/v1', models: ['a'], apiKey: 'a\r\nx-b: c' }, '/apiKey'],
  ])('400 for %j', async (body, path) => {
    const { status, body: refusal } = await update(body);
    expect([status, refusal.code, refusal.details?.[0]?.path]).toEqual([400, 'validation_failed', path]);
    expect((await ask('GET')).body.baseUrl).toBeNull();
  });
});

describe('a key that cannot be opened', () => {
  it('is another workspace’s: the built-in model answers, and the key goes nowhere', async () => {
    await update({ baseUrl, apiKey: API_KEY, models: ['house-model'] });
    const thief = await aHelpDesk(parley);
    await parley.database.query(
      `INSERT INTO workspace_model_settings (workspace_id, base_url, models, sealed_api_key)
       SELECT $2, base_url, models, sealed_api_key FROM workspace_model_settings WHERE workspace_id = $1`,
      [desk.workspace.id, thief.workspace.id],
    );
    await use('house-model', thief);
    expect((await thief.chat({ message: MESSAGE })).body).toMatchObject({
      outcome: 'answered',
      model: 'parley-extractive',
      fallback: { from: 'house-model', reason: 'key_lost' },
    });
    expect(server.requests).toEqual([]);
  });
});

describe('removeWorkspaceModelSettings', () => {
  it('200, then 404; agents that name its models are answered by the default model', async () => {
    await update({ baseUrl, apiKey: API_KEY, models: ['house-model'] });
    await use('house-model');
    expect((await ask('DELETE')).body).toEqual({ deleted: true });
    expect((await ask('DELETE')).status).toBe(404);
    expect((await desk.chat({ message: MESSAGE })).body).toMatchObject({ model: 'parley-extractive', fallback: null });
    expect(server.requests).toEqual([]);
  });
});

describe('testWorkspaceModelSettings', () => {
  const settings = { apiKey: API_KEY, models: ['house-model', 'other-model'] };

  it('200 with how it went', async () => {
    await update({ baseUrl, ...settings });
    expect((await ask('POST', '/test', {})).body).toEqual({
      model: 'house-model',
      ok: true,
      failure: null,
      problem: null,
      milliseconds: expect.any(Number),
      serverModels: ['house-model', 'other-model'],
      embedding: null,
    });
    expect((await ask('POST', '/test', { model: 'other-model' })).body.model).toBe('other-model');
  });

  it('200 with how the model for embeddings does, each by itself', async () => {
    const embeddings = new EmbeddingServer();
    const elsewhere = await embeddings.start();
    await update({ baseUrl: elsewhere, ...settings, embeddingModel: 'house-embeddings' });
    // That server makes embeddings only.
    const result = (await ask('POST', '/test', {})).body;
    expect(result).toMatchObject({ model: 'house-model', ok: false });
    expect(result.embedding).toEqual({
      model: 'house-embeddings',
      ok: true,
      failure: null,
      problem: null,
      milliseconds: expect.any(Number),
    });
    expect(embeddings.requests.at(-1)).toMatchObject({ authorization: `Bearer ${API_KEY}` });
    embeddings.misbehave = ({ authorization }, response) => response.writeHead(401).end(authorization);
    const refused = await ask('POST', '/test', {});
    expect(refused.body.embedding).toMatchObject({ ok: false, failure: 'unauthorized' });
    expect(refused.text).not.toContain('quayside');
    embeddings.stop();
  });

  it('200 with the models that the server lists, but not with its key, and null where it has no list', async () => {
    await update({ baseUrl, ...settings });
    server.models = ['house-model', `echo of ${API_KEY}`];
    try {
      expect((await ask('POST', '/test', {})).body).toMatchObject({ ok: true, serverModels: ['house-model'] });
      server.models = null;
      expect((await ask('POST', '/test', {})).body).toMatchObject({ ok: true, serverModels: null });
    } finally {
      server.models = ['house-model', 'other-model'];
    }
  });

  it('200 with the problem in plain words', async () => {
    await update({ baseUrl, ...settings });
    server.misbehave = (_asked, response) =>
      response.writeHead(404).end('{"error":{"message":"model \'house-model\' not found"}}');
    expect((await ask('POST', '/test', {})).body).toMatchObject({
      failure: 'model_not_found',
      problem: 'The server has no model house-model. It lists house-model, other-model.',
    });
  });

  it('200 with why it failed, and nothing that the server said', async () => {
    await update({ baseUrl, ...settings });
    for (const [status, failure] of [
      [401, 'unauthorized'],
      [307, 'redirected'],
      [429, 'rate_limited'],
      [204, 'unreadable'],
    ] as const) {
      server.requests.length = 0;
      server.misbehave = ({ authorization }, response) => {
        response.writeHead(status, { location: `${baseUrl}/elsewhere`, 'content-type': 'text/plain' });
        response.end(status === 204 ? undefined : authorization);
      };
      const { body, text } = await ask('POST', '/test', {});
      expect(body).toMatchObject({ ok: false, failure });
      expect(text).not.toContain('quayside');
      expect(server.requests).toHaveLength(1);
    }
  });

  it('blocked_address for a name that leads into a private network', async () => {
    const blocked = { ok: false, failure: 'blocked_address' };
    await update({ baseUrl: 'https://models.example/v1', ...settings, embeddingModel: 'house-embeddings' });
    expect((await ask('POST', '/test', {})).body).toMatchObject({ ...blocked, embedding: blocked });
  });

  it('blocked_address for an address that was allowed when it was saved; a turn is answered without it', async () => {
    const canary = await WebServer.start('127.0.0.2').catch(() => null);
    // macOS has no second loopback address.
    if (!canary) return;
    await update({ baseUrl, ...settings, embeddingModel: 'house-embeddings' });
    await use('house-model');
    await parley.database.query('UPDATE workspace_model_settings SET base_url = $2 WHERE workspace_id = $1', [
      desk.workspace.id,
      `${canary.url}/v1`,
    ]);
    const blocked = { ok: false, failure: 'blocked_address' };
    expect((await ask('POST', '/test', {})).body).toMatchObject({ ...blocked, embedding: blocked });
    expect((await desk.chat({ message: MESSAGE })).body).toMatchObject({
      outcome: 'answered',
      model: 'parley-extractive',
      fallback: { from: 'house-model', reason: 'blocked_address' },
    });
    expect(canary.connections).toBe(0);
    await canary.stop();
  });

  it('400 for a model that it does not have, 404 without a server', async () => {
    expect((await ask('POST', '/test', {})).status).toBe(404);
    await update({ baseUrl, ...settings });
    const { status, body } = await ask('POST', '/test', { model: 'third-model' });
    expect([status, body.details]).toMatchObject([400, [{ path: '/model', code: 'not_allowed' }]]);
  });
});
