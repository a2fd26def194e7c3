import { setTimeout as wait } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';
import { SemanticSearch } from '../../src/retrieval/semantic/semantic-search';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aSource } from '../factories/source';
import { type AskedEmbeddings, EmbeddingServer } from '../support/embedding-server';
import { type Parley, startParley } from '../support/parley';

const API_KEY = 'sk-embeddings-4711-quayside';
const QUESTION = 'How do I reset my password?';
/** Of a question; a turn that waits for a server that hangs takes no longer. */
const PATIENCE_MS = 300;

type Misbehaviour = (request: AskedEmbeddings, response: ServerResponse) => void;

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
      EMBEDDING_TIMEOUT_MS: String(PATIENCE_MS),
      EMBEDDING_INDEXING_TIMEOUT_MS: String(PATIENCE_MS),
      LOG_LEVEL: 'trace',
    },
  });
  parley.guard(API_KEY);
});
afterAll(async () => {
  await parley.stop();
  server.stop();
});
beforeEach(() => {
  server.misbehave = null;
  server.meanings = [/password|login/i];
});

/** The key and what was sent, as an error would repeat them. */
const echo = ({ authorization, body }: AskedEmbeddings): string => `${authorization} ${body.input.join(' ')}`;
const failing =
  (status: number, headers = {}): Misbehaviour =>
  (request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: { message: echo(request) } }));
  };
const saying =
  (bodyOf: (request: AskedEmbeddings) => unknown): Misbehaviour =>
  (request, response) => {
    const body = bodyOf(request);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
/** Of the last vector of the reply. */
const ending = (embedding: unknown): Misbehaviour =>
  saying((request) => {
    const { data } = server.reply(request);
    return { data: data.map((item, index) => (index === data.length - 1 ? { ...item, embedding } : item)) };
  });

const MISBEHAVIOURS: [string, Misbehaviour][] = [
  ['400', failing(400)],
  ['401', failing(401)],
  ['429', failing(429, { 'retry-after': '86400' })],
  ['500', failing(500)],
  ['a redirect', failing(307, { location: 'http://127.0.0.1:1/elsewhere' })],
  ['silence', () => {}],
  ['headers, then silence', (_asked, response) => response.writeHead(200).write('{"data": [')],
  ['a drip', (_asked, response) => void drip(response)],
  ['a broken connection', (_asked, response) => response.destroy()],
  [
    'an answer that breaks off',
    (_asked, response) => response.writeHead(200).write('{"data": [', () => response.destroy()),
  ],
  ['no JSON', saying((request) => `<p>${echo(request)}</p>`)],
  ['null', saying(() => 'null')],
  ['no data', saying(() => ({ data: {} }))],
  ['too few vectors', saying((request) => ({ data: server.reply(request).data.slice(1) }))],
  ['too many vectors', saying((request) => ({ data: [...server.reply(request).data, { index: 99, embedding: [1] }] }))],
  [
    'an index twice',
    saying((request) => ({ data: [...server.reply(request).data.slice(1), { index: 0.5, embedding: [1] }] })),
  ],
  ['NaN', saying((request) => JSON.stringify(server.reply(request)).replace(/3/, 'NaN'))],
  ['infinity', saying((request) => JSON.stringify(server.reply(request)).replace(/3/, '1e999'))],
  ['numbers too large to compare', ending([1e300, 1e300])],
  ['null in place of a number', ending([1, null])],
  ['text in place of numbers', ending(['1', '2'])],
  ['a vector of zeros', ending([0, 0, 0, 0])],
  ['an empty vector', ending([])],
  ['a vector of 100,000 numbers', ending(Array.from({ length: 100_000 }, () => 1))],
  ['20 MB', saying((request) => ' '.repeat(20 * 1_048_576) + JSON.stringify(server.reply(request)))],
];

async function drip(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' });
  while (!response.destroyed) {
    response.write(' ');
    await wait(20);
  }
}

const embedded = async (): Promise<number> => {
  const sql = 'SELECT count(*)::int AS n FROM knowledge_embeddings WHERE workspace_id = $1';
  return (await parley.database.query<{ n: number }[]>(sql, [desk.workspace.id]))[0]!.n;
};
const waiting = (): Promise<{ attempts: number; seconds: number }[]> =>
  parley.database.query(
    `SELECT attempts, round(extract(epoch FROM due_at - now()))::int AS seconds FROM knowledge_embedding_jobs
     WHERE workspace_id = $1 ORDER BY source_id`,
    [desk.workspace.id],
  );
const letTimePass = (): Promise<unknown> =>
  parley.database.query('UPDATE knowledge_embedding_jobs SET due_at = now() WHERE workspace_id = $1', [
    desk.workspace.id,
  ]);

describe('while passages are embedded, a server that answers with', () => {
  let source: string;
  beforeAll(async () => {
    server.misbehave = null;
    desk = await aHelpDesk(parley);
    const { id } = await aSource(parley, desk.agent, desk.admin, {
      type: 'text',
      name: 'Doors',
      content: 'Doors open.',
    });
    await parley.drain();
    source = `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}/sources/${id}`;
  });

  it.each(MISBEHAVIOURS)('%s keeps no source from serving, and is asked again later', async (name, misbehave) => {
    server.misbehave = misbehave;
    const token = desk.admin.secret;
    expect((await parley.call('POST', `${source}/refresh`, { token })).status).toBe(202);
    await parley.drain();
    expect((await parley.call('GET', source, { token })).body.status).toBe('ready');
    expect(await embedded()).toBe(2);
    // One says how long it wants to be left alone.
    const seconds = name === '429' ? 3_600 : 9;
    expect(await waiting()).toEqual([{ attempts: 1, seconds: expect.closeTo(seconds, -1) }]);

    server.misbehave = null;
    await letTimePass();
    await parley.drain();
    expect(await embedded()).toBe(3);
    expect(await waiting()).toEqual([]);
    expect(parley.log).not.toContain('quayside');
  });

  it('pauses that grow to an hour', async () => {
    desk = await aHelpDesk(parley);
    server.misbehave = failing(500);
    await aSource(parley, desk.agent, desk.admin, { type: 'text', name: 'Doors', content: 'Doors open.' });
    await parley.drain();
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      pauses.push(Math.max(...(await waiting()).map(({ seconds }) => seconds)));
      await letTimePass();
      await parley.drain();
    }
    expect(pauses[0]).toBeLessThanOrEqual(10);
    expect(pauses[1]).toBeGreaterThan(pauses[0]!);
    expect(pauses.at(-1)).toBeGreaterThan(3_500);
    expect(pauses.at(-1)).toBeLessThanOrEqual(3_600);
  });

  it('vectors for the first passages, and fails in the middle: those are kept, and the others made later', async () => {
    desk = await aHelpDesk(parley);
    const content = Array.from({ length: 60 }, (_, n) => `# Part ${n}\n\n${`Sentence ${n} of grass. `.repeat(40)}`);
    const contentBase64 = Buffer.from(content.join('\n\n')).toString('base64');
    const file = { type: 'file', name: 'Long', mediaType: 'text/markdown', contentBase64 };
    await aSource(parley, desk.agent, desk.admin, file);
    let requestCount = 0;
    server.misbehave = (request, response) => {
      requestCount += 1;
      if (requestCount === 2) return void response.destroy();
      saying((one) => server.reply(one))(request, response);
    };
    await parley.drain();
    expect(await embedded()).toBe(2 + 32);
    await letTimePass();
    await parley.drain();
    expect(await embedded()).toBeGreaterThanOrEqual(2 + 60);
    expect(requestCount).toBe(3);
  });
});

describe('a passage that the server never takes', () => {
  const POISON = /poison/;
  const failingAt =
    (status: number): Misbehaviour =>
    (request, response) => {
      const isPoisoned = request.body.input.some((text) => POISON.test(text));
      if (isPoisoned) return failing(status)(request, response);
      saying((one) => server.reply(one))(request, response);
    };
  const pages = Array.from({ length: 40 }, (_, n) => {
    return `# Part ${n}\n\n${`Sentence ${n} of ${n % 20 === 7 ? 'poison' : 'grass'}. `.repeat(40)}`;
  });
  const aLongSource = async (): Promise<string> => {
    const contentBase64 = Buffer.from(pages.join('\n\n')).toString('base64');
    const file = { type: 'file', name: 'Long', mediaType: 'text/markdown', contentBase64 };
    const { id } = await aSource(parley, desk.agent, desk.admin, file);
    return `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}/sources/${id}`;
  };
  const shown = async (source: string) => (await parley.call('GET', source, { token: desk.admin.secret })).body;

  beforeEach(async () => {
    server.misbehave = null;
    desk = await aHelpDesk(parley);
    server.requests.length = 0;
  });

  it.each([400, 413, 422])('%d: the others are embedded, and the source says how many are not', async (status) => {
    server.misbehave = failingAt(status);
    const source = await aLongSource();
    await parley.drain();
    const { chunkCount, refusedChunkCount } = await shown(source);
    expect([chunkCount >= 40, refusedChunkCount]).toEqual([true, 2]);
    expect(await waiting()).toEqual([]);
    expect(server.requests.length).toBeLessThan(50);
    const search = `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}/knowledge/search`;
    const found = await parley.call('POST', search, {
      token: desk.admin.secret,
      body: { query: 'Sentence of poison' },
    });
    expect(found.body.results[0].text).toMatch(POISON);

    server.misbehave = null;
    await parley.call('POST', `${source}/refresh`, { token: desk.admin.secret });
    await parley.drain();
    expect(await shown(source)).toMatchObject({ status: 'ready', refusedChunkCount: 0 });
  });

  it('500: is doubted at the third attempt', async () => {
    server.misbehave = failingAt(500);
    const source = await aLongSource();
    for (const refused of [0, 0, 2]) {
      await letTimePass();
      await parley.drain();
      expect((await shown(source)).refusedChunkCount).toBe(refused);
    }
    expect(await waiting()).toEqual([]);
  });
});

describe('while a customer waits, a server that answers with', () => {
  beforeAll(async () => {
    server.misbehave = null;
    desk = await aHelpDesk(parley);
  });
  // As if its pause were over.
  beforeEach(() => parley.get(SemanticSearch).paused.clear());

  it.each(MISBEHAVIOURS)('%s makes the turn no worse than words alone, and no longer', async (_name, misbehave) => {
    server.misbehave = misbehave;
    const started = performance.now();
    const { status, body } = await desk.chat({ message: QUESTION });
    expect(performance.now() - started).toBeLessThan(10 * PATIENCE_MS);
    expect([status, body.outcome, body.citations[0]?.title]).toEqual([200, 'answered', 'Passwords']);
    expect(parley.log).not.toContain('reset my password');
    expect(parley.log).not.toContain('quayside');
  });

  it('vectors of another length finds by words', async () => {
    server.dimensions = 8;
    const { body } = await desk.chat({ message: QUESTION });
    server.dimensions = 16;
    expect([body.outcome, body.citations[0]?.title]).toEqual(['answered', 'Passwords']);
  });

  it('an error is left alone for a while', async () => {
    server.misbehave = failing(500);
    server.requests.length = 0;
    for (let turn = 0; turn < 3; turn += 1) await desk.chat({ message: QUESTION });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['120', 120],
    ['86400', 300],
    ['1', 10],
    ['soon', 10],
  ])('429 and Retry-After: %s is left alone for %d seconds', async (retryAfter, seconds) => {
    server.misbehave = failing(429, { 'retry-after': retryAfter });
    await desk.chat({ message: QUESTION });
    const { paused } = parley.get(SemanticSearch);
    const [key] = [...paused.keys()];
    expect(key).toContain(desk.workspace.id);
    expect(paused.getRemainingTTL(key!) / 1_000).toBeCloseTo(seconds, -1);
  });

  it.each([400, 200])('%d for one question keeps no other from being asked', async (status) => {
    server.misbehave = failing(status);
    server.requests.length = 0;
    for (let turn = 0; turn < 3; turn += 1) await desk.chat({ message: QUESTION });
    expect(server.requests).toHaveLength(3);
  });
});
