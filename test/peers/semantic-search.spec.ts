import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aSource } from '../factories/source';
import type { Reply } from '../support/call';
import { EmbeddingServer } from '../support/embedding-server';
import { type Parley, startParley } from '../support/parley';
import { TRACE_HEADERS } from '../support/trace';

const API_KEY = 'sk-embeddings-of-quayside';
const OWN_KEY = 'sk-own-embeddings-4f2a';
/** In no word of the article that means the same. */
const QUESTION = 'My login got lost';

const server = new EmbeddingServer();
let baseUrl: string;
let parley: Parley;
let desk: HelpDesk;

beforeAll(async () => {
  baseUrl = await server.start();
  parley = await startParley({
    settings: {
      EMBEDDING_BASE_URL: baseUrl,
      EMBEDDING_API_KEY: API_KEY,
      EMBEDDING_MODEL: 'meanings',
      FETCH_ALLOWED_HOSTS: '127.0.0.1',
    },
  });
  parley.guard(API_KEY);
  parley.guard(OWN_KEY);
});
afterAll(async () => {
  await parley.stop();
  server.stop();
});
beforeEach(async () => {
  server.meanings = [/password|login/i, /invoice|bill/i];
  desk = await aHelpDesk(parley);
  server.requests.length = 0;
});

async function found(query: string, { workspace, agent, admin } = desk): Promise<string[]> {
  const path = `/workspaces/${workspace.id}/agents/${agent.id}/knowledge/search`;
  const { status, body } = await parley.call('POST', path, { token: admin.secret, body: { query } });
  expect(status).toBe(200);
  return (body.results as { title: string }[]).map(({ title }) => title);
}
async function madeBy(): Promise<string[]> {
  const sql = 'SELECT made_by FROM knowledge_embeddings WHERE workspace_id = $1 ORDER BY chunk_id';
  const rows = await parley.database.query<{ made_by: string }[]>(sql, [desk.workspace.id]);
  return rows.map((row) => row.made_by);
}
const set = (method: string, body?: object): Promise<Reply> =>
  parley.call(method, `/workspaces/${desk.workspace.id}/model-settings`, { token: desk.admin.secret, body });
const installation = (): string => `meanings ${baseUrl}`;

describe('searchKnowledge by meaning', () => {
  it('finds a passage that has no word of the question, for the installation’s key', async () => {
    expect((await found(QUESTION))[0]).toBe('Passwords');
    expect(server.requests).toMatchObject([
      { authorization: `Bearer ${API_KEY}`, body: { model: 'meanings', input: [QUESTION], encoding_format: 'float' } },
    ]);
    expect((await found('Where is my bill?'))[0]).toBe('Billing');
  });

  it('asks in the trace of the request, but not the server of a workspace', async () => {
    const path = `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}/knowledge/search`;
    const search = (query: string): Promise<Reply> =>
      parley.call('POST', path, { token: desk.admin.secret, body: { query }, headers: TRACE_HEADERS });
    await search('My login is traced');
    expect(server.requests.map(({ trace }) => trace)).toEqual([TRACE_HEADERS]);
    await set('PATCH', { baseUrl, apiKey: OWN_KEY, models: ['house-model'], embeddingModel: 'meanings' });
    await parley.drain();
    server.requests.length = 0;
    await search('My login is traced no more');
    expect(server.requests.map(({ trace, authorization }) => [trace, authorization])).toEqual([
      [{}, `Bearer ${OWN_KEY}`],
    ]);
  });

  it('puts the passage that means the same before one that has as many of the words', async () => {
    server.meanings = [/gerbil|large animals/i]; // By their characters alone, walruses are more like large animals.
    for (const name of ['walrus', 'gerbil', 'beetle']) {
      await aSource(parley, desk.agent, desk.admin, {
        type: 'text',
        name,
        content: `Feeding the ${name} takes an hour.`,
      });
    }
    await parley.drain();
    expect((await found('How long does feeding large animals take?'))[0]).toBe('gerbil');
  });

  it('gives no answer from meaning alone: the question’s own words must be met', async () => {
    const { status, body } = await desk.chat({ message: QUESTION });
    expect([status, body.outcome, body.citations]).toEqual([200, 'no_answer', []]);
  });

  it('asks with what was asked before where a question makes sense only after it', async () => {
    const { body } = await desk.chat({ message: 'How do I reset my password?' });
    server.requests.length = 0;
    await desk.chat({ message: 'And how long is it valid?', conversationId: body.conversationId });
    expect(server.requests[0]?.body.input).toEqual(['How do I reset my password?\nAnd how long is it valid?']);
  });

  it('calls no server for an agent without sources', async () => {
    const body = { name: 'Empty', status: 'active' };
    const path = `/workspaces/${desk.workspace.id}/agents`;
    const agent = (await parley.call('POST', path, { token: desk.admin.secret, body })).body;
    expect(await found(QUESTION, { ...desk, agent })).toEqual([]);
    expect(server.requests).toEqual([]);
  });

  it('finds nothing of another agent, nor of another workspace', async () => {
    const other = await aHelpDesk(parley);
    await aSource(parley, other.agent, other.admin, {
      type: 'text',
      name: 'Secret',
      content: 'The password is hunter2.',
    });
    await parley.drain();
    expect(await found(QUESTION, other)).toContain('Secret');
    expect(await found(QUESTION)).not.toContain('Secret');
    const agent = await parley.call('POST', `/workspaces/${desk.workspace.id}/agents`, {
      token: desk.admin.secret,
      body: { name: 'Sibling', status: 'active' },
    });
    expect(await found(QUESTION, { ...desk, agent: agent.body })).toEqual([]);
  });
});

describe('embeddings of a source', () => {
  it('go with the source, also from the memory of a process that has them', async () => {
    expect(await found(QUESTION)).toContain('Passwords');
    const path = `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}/sources`;
    const { body } = await parley.call('GET', path, { token: desk.admin.secret });
    const { id } = (body.sources as { id: string; name: string }[]).find(({ name }) => name === 'Passwords')!;
    await parley.call('DELETE', `${path}/${id}`, { token: desk.admin.secret });
    expect(await found(QUESTION)).not.toContain('Passwords');
    await parley.drain();
    expect(await madeBy()).toEqual([installation()]);
    expect(await found(QUESTION)).not.toContain('Passwords');
  });

  it('are made of what it says now when it is indexed anew', async () => {
    const added = { type: 'qna', name: 'Door', pairs: [{ question: 'Lost password?', answer: 'Ring twice.' }] };
    const source = await aSource(parley, desk.agent, desk.admin, added);
    await parley.drain();
    expect(await found(QUESTION)).toContain('Door');
    const path = `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}/sources/${source.id}`;
    await parley.call('POST', `${path}/refresh`, { token: desk.admin.secret });
    await parley.drain();
    const titles = await found(QUESTION);
    expect(titles.filter((title) => title === 'Door')).toHaveLength(1);
    expect(await madeBy()).toHaveLength(3);
  });

  it('are made in requests of a bounded size', async () => {
    const content = Array.from(
      { length: 60 },
      (_, n) => `# Part ${n}\n\n${`Sentence ${n} of grass. `.repeat(40)}`,
    ).join('\n\n');
    const contentBase64 = Buffer.from(content).toString('base64');
    const file = { type: 'file', name: 'Long', mediaType: 'text/markdown', contentBase64 };
    await aSource(parley, desk.agent, desk.admin, file);
    await parley.drain();
    const sizes = server.requests.map(({ body }) => body.input.length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThanOrEqual(60);
    expect(Math.max(...sizes)).toBe(32);
    expect(server.requests[0]?.body.input[0]).toMatch(/^Long\nPart 0\nSentence 0 of grass/);
  });
});

describe('a workspace’s own embeddings', () => {
  const own = (model: string | null): Promise<Reply> =>
    set('PATCH', { baseUrl, apiKey: OWN_KEY, models: ['house-model'], embeddingModel: model });

  it('are made anew by its model with its key, and by the installation’s once that is gone', async () => {
    const changed = await own('house-embeddings');
    expect([changed.status, changed.body.embeddingModel]).toEqual([200, 'house-embeddings']);
    await parley.drain();
    expect(await madeBy()).toEqual([`house-embeddings ${baseUrl}`, `house-embeddings ${baseUrl}`]);
    expect((await found(QUESTION))[0]).toBe('Passwords');
    expect(new Set(server.requests.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${OWN_KEY}`]));

    expect((await own(null)).body.embeddingModel).toBeNull();
    await parley.drain();
    expect(await madeBy()).toEqual([installation(), installation()]);

    await own('house-embeddings');
    await parley.drain();
    expect((await set('DELETE')).status).toBe(200);
    await parley.drain();
    expect(await madeBy()).toEqual([installation(), installation()]);
  });

  it('are not mixed with others: until they are made anew, words alone find passages', async () => {
    expect(await found(QUESTION)).toContain('Passwords');
    await own('house-embeddings');
    expect(await found(QUESTION)).toEqual([]);
    await parley.drain();
    expect(await found(QUESTION)).toContain('Passwords');
  });

  it('stay as they are when something else is changed', async () => {
    await own('house-embeddings');
    await parley.drain();
    server.requests.length = 0;
    await set('PATCH', { models: ['house-model', 'other-model'] });
    await parley.drain();
    expect(server.requests).toEqual([]);
  });

  it('400 for a name that is too long', async () => {
    const { status, body } = await own('x'.repeat(201));
    expect([status, body.details[0].path]).toEqual([400, '/embeddingModel']);
  });
});

describe('what embeddings cost an agent', () => {
  const of = (below: string, method = 'GET', body?: object): Promise<Reply> =>
    parley.call(method, `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}/${below}`, {
      token: desk.admin.secret,
      ...(body && { body }),
    });
  const spent = async (): Promise<object[]> => (await of('token-usage')).body.usage;
  const anotherSource = (agent = desk.agent): Promise<object> => aSource(parley, agent, desk.admin);

  beforeEach(async () => {
    server.usage = { prompt_tokens: 7, total_tokens: 7 };
    await parley.database.query('DELETE FROM agent_token_days WHERE workspace_id = $1', [desk.workspace.id]);
  });
  afterEach(() => {
    server.usage = undefined;
    server.misbehave = null;
  });

  it('is what the server says, of passages and of questions', async () => {
    await anotherSource();
    await parley.drain();
    await found(QUESTION);
    expect(await spent()).toMatchObject([{ model: 'meanings', requests: 2, inputTokens: 14, outputTokens: 0 }]);
    expect((await of('token-budget')).body).toMatchObject({ usedToday: 14, held: 0 });
  });

  it('is estimated where the server does not say, also where its answer cannot be used', async () => {
    server.usage = { prompt_tokens: 'many' };
    await found(QUESTION);
    const estimate = { requests: 1, inputTokens: Math.ceil(QUESTION.length / 4) };
    expect(await spent()).toMatchObject([estimate]);
    server.misbehave = (_asked, response) => response.writeHead(200).end('{"data": []}');
    await found(QUESTION);
    expect(await spent()).toMatchObject([{ requests: 2, inputTokens: 2 * estimate.inputTokens }]);
  });

  it('is kept within its budget: once that is spent, words alone find passages, and new ones wait', async () => {
    await of('token-budget', 'PATCH', { tokensPerDay: 0 });
    expect(await found(QUESTION)).toEqual([]);
    await anotherSource();
    await parley.drain();
    expect([server.requests, await spent()]).toEqual([[], []]);
    await of('token-budget', 'PATCH', { tokensPerDay: null });
    expect(await found(QUESTION)).toContain('Passwords');
    await parley.database.query('UPDATE knowledge_embedding_jobs SET due_at = now() WHERE workspace_id = $1', [
      desk.workspace.id,
    ]);
    await parley.drain();
    expect((await madeBy()).length).toBe(3);
  });

  it('keeps no other agent’s passages waiting', async () => {
    await of('token-budget', 'PATCH', { tokensPerDay: 0 });
    const body = { name: 'Sibling', status: 'active' };
    const path = `/workspaces/${desk.workspace.id}/agents`;
    const agent = (await parley.call('POST', path, { token: desk.admin.secret, body })).body;
    // More than are embedded at once.
    for (let n = 0; n < 5; n += 1) await anotherSource();
    await anotherSource(agent);
    await parley.drain();
    const waiting = 'SELECT agent_id FROM knowledge_embedding_jobs WHERE workspace_id = $1';
    expect(await parley.database.query(waiting, [desk.workspace.id])).toEqual(
      Array(5).fill({ agent_id: desk.agent.id }),
    );
  });
});

describe('the installation’s model', () => {
  it('is found out to be another one at the next start, and to be gone at the one after', async () => {
    const beside = { beside: parley, settings: { EMBEDDING_BASE_URL: baseUrl, EMBEDDING_MODEL: 'newer-meanings' } };
    const newer = await startParley(beside);
    await newer.drain();
    await newer.stop();
    expect(await madeBy()).toEqual([`newer-meanings ${baseUrl}`, `newer-meanings ${baseUrl}`]);
    const without = await startParley({ beside: parley });
    await without.drain();
    await without.stop();
    expect(await madeBy()).toEqual([]);
  });
});
