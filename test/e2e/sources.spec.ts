import { SourcesService } from '../../src/sources/sources.service';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential } from '../factories/credential';
import { aKey } from '../factories/key';
import { aMember } from '../factories/member';
import { aSource } from '../factories/source';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';

const FIELDS = [
  'agentId',
  'chunkCount',
  'createdAt',
  'failedSitemaps',
  'failure',
  'id',
  'lastIndexedAt',
  'mediaType',
  'name',
  'refusedChunkCount',
  'sizeBytes',
  'status',
  'type',
  'updatedAt',
  'url',
  'workspaceId',
];
let parley: Parley;
let owner: { secret: string };
let workspace: { id: string };
let agent: { id: string; workspaceId: string };
let path: string;

beforeAll(async () => {
  parley = await startParley();
  owner = await aCredential(parley, await anAccount(parley));
  workspace = await aWorkspace(parley, owner);
});
afterAll(() => parley.stop());

beforeEach(async () => {
  // What an earlier test left queued would be indexed first.
  await parley.drain();
  agent = await anAgent(parley, workspace, owner);
  path = `/workspaces/${workspace.id}/agents/${agent.id}/sources`;
});

const base64 = (text: string | Buffer): string => Buffer.from(text as string).toString('base64');
const create = (body: object) => parley.call('POST', path, { token: owner.secret, body });
const read = async (id: string) => (await parley.call('GET', `${path}/${id}`, { token: owner.secret })).body;
async function found(query: string) {
  const search = `/workspaces/${workspace.id}/agents/${agent.id}/knowledge/search`;
  const { body } = await parley.call('POST', search, { token: owner.secret, body: { query } });
  return body.results as { sourceId: string; text: string }[];
}
async function rows(table: string): Promise<number> {
  const [row] = await parley.database.query(`SELECT count(*)::int AS n FROM ${table} WHERE agent_id = $1`, [agent.id]);
  return row.n;
}
async function sourceCount(): Promise<number> {
  const one = `/workspaces/${workspace.id}/agents/${agent.id}`;
  return (await parley.call('GET', one, { token: owner.secret })).body.sourceCount;
}
describe('createSource', () => {
  it('202 queued with exactly the fields of the record, then ready', async () => {
    const reply = await create({ type: 'text', name: ' Passwords ', content: 'Open Settings to reset it. ü' });
    expect(reply.status).toBe(202);
    expect(Object.keys(reply.body).sort()).toEqual(FIELDS);
    expect(reply.headers.get('location')).toMatch(new RegExp(`${path}/${reply.body.id}$`));
    expect(reply.body).toMatchObject({
      workspaceId: workspace.id,
      agentId: agent.id,
      type: 'text',
      name: 'Passwords',
      status: 'queued',
      url: null,
      mediaType: 'text/plain',
      sizeBytes: 29,
      chunkCount: 0,
      lastIndexedAt: null,
      failure: null,
    });
    await parley.drain();
    expect(await read(reply.body.id)).toMatchObject({ status: 'ready', chunkCount: 1, failure: null });
    expect((await read(reply.body.id)).lastIndexedAt).toMatch(/Z$/);
    expect(await sourceCount()).toBe(1);
  });

  it.each([
    [
      'qna',
      { type: 'qna', pairs: [{ question: 'Do you ship zebras?', answer: 'Yes, by boat.' }] },
      'Yes, by boat.',
      null,
    ],
    [
      'Markdown',
      { type: 'file', mediaType: 'text/markdown', contentBase64: base64('# Zebras\n\nBy boat.') },
      'By boat.',
      'text/markdown',
    ],
    [
      'HTML',
      { type: 'file', mediaType: 'text/html', contentBase64: base64('<p>Zebras: <b>by boat</b>.') },
      'Zebras: by boat.',
      'text/html',
    ],
    [
      'plain text',
      { type: 'file', mediaType: 'text/plain', contentBase64: base64('\ufeffZebras by boat') },
      'Zebras by boat',
      'text/plain',
    ],
    [
      'UTF-16',
      { type: 'file', mediaType: 'text/plain', contentBase64: base64(Buffer.from('\ufeffZebras ü', 'utf16le')) },
      'Zebras ü',
      'text/plain',
    ],
  ])('202 for %s, found by its words', async (_kind, source, text, mediaType) => {
    const { body } = await create({ name: 'Shipping', ...source });
    await parley.drain();
    expect(await read(body.id)).toMatchObject({ status: 'ready', mediaType });
    expect((await found('zebras')).map((result) => result.text)).toEqual([text]);
  });

  it.each([
    ['empty', { type: 'text', content: ' \n ' }],
    ['empty', { type: 'file', mediaType: 'text/html', contentBase64: base64('<script>zebra()</script>') }],
    ['unsupported_type', { type: 'file', mediaType: 'text/plain', contentBase64: base64('PK\u0003\u0000\u0000') }],
    ['parse_error', { type: 'file', mediaType: 'text/markdown', contentBase64: base64(Buffer.from([0xe9, 0x20])) }],
  ])('failed with class %s and a message', async (failureClass, source) => {
    const { body } = await create({ name: 'Broken', ...source });
    await parley.drain();
    const failed = await read(body.id);
    expect(failed).toMatchObject({ status: 'failed', chunkCount: 0, failure: { class: failureClass } });
    expect(failed.failure.message).toMatch(/\.$|:/);
    expect(failed.failure.at).toMatch(/Z$/);
  });

  it.each([
    ['/type', {}],
    ['/url', { type: 'url' }],
    ['/url', { type: 'sitemap', url: '/sitemap.xml' }],
    ['/url', { type: 'url', url: 'ftp://example.com/' }],
    ['/url', { type: 'url', url: 'https://user:password@example.com/' }],
    ['/url', { type: 'url', url: `https://example.com/${'x'.repeat(2000)}` }],
    ['/url', { type: 'text', content: 'x', url: 'https://example.com/' }],
    ['/content', { type: 'url', url: 'https://example.com/', content: 'x' }],
    ['/refreshHours', { type: 'url', url: 'https://example.com/', refreshHours: 0 }],
    ['/refreshHours', { type: 'url', url: 'https://example.com/', refreshHours: 1.5 }],
    ['/refreshHours', { type: 'sitemap', url: 'https://example.com/', refreshHours: 8761 }],
    ['/refreshHours', { type: 'text', content: 'x', refreshHours: 24 }],
    ['/type', { type: 'video' }],
    ['/name', { type: 'text', content: 'x', name: '' }],
    ['/content', { type: 'text' }],
    ['/content', { type: 'text', content: '' }],
    ['/content', { type: 'text', content: 5 }],
    ['/content', { type: 'qna', pairs: [{ question: 'a', answer: 'b' }], content: 'x' }],
    ['/pairs', { type: 'qna' }],
    ['/pairs', { type: 'qna', pairs: [] }],
    ['/pairs', { type: 'qna', pairs: [null] }],
    ['/pairs/0/answer', { type: 'qna', pairs: [{ question: 'a' }] }],
    ['/mediaType', { type: 'file', mediaType: 'application/zip', contentBase64: 'QQ==' }],
    ['/contentBase64', { type: 'file', mediaType: 'text/plain' }],
    ['/contentBase64', { type: 'file', mediaType: 'text/plain', contentBase64: 'QQ' }],
    ['/contentBase64', { type: 'file', mediaType: 'text/plain', contentBase64: '' }],
    ['/language', { type: 'text', content: 'x', language: 'no such' }],
    ['/chunkCount', { type: 'text', content: 'x', chunkCount: 1 }],
  ])('400 %s', async (pointer, source) => {
    const reply = await create({ name: 'Source', ...source });
    expect(reply.status).toBe(400);
    expect(reply.body.details.map((detail: { path: string }) => detail.path)).toEqual([pointer]);
    expect(await rows('knowledge_sources')).toBe(0);
  });

  it('stems in the language that is named, else in the one it detects', async () => {
    const content = 'Die Häuser in der Stadt sind alt und nicht zu verkaufen.';
    const named = await create({ type: 'text', name: 'A', content: 'Häuser', language: 'de-AT' });
    const detected = await create({ type: 'text', name: 'B', content });
    const unknown = await create({ type: 'text', name: 'C', content: 'Häuser', language: 'ja' });
    await parley.drain();
    const languages = await parley.database.query('SELECT id, language FROM knowledge_sources WHERE agent_id = $1', [
      agent.id,
    ]);
    const of = (id: string) => languages.find((row: { id: string }) => row.id === id).language;
    expect([of(named.body.id), of(detected.body.id), of(unknown.body.id)]).toEqual(['german', 'german', 'simple']);
  });

  it('403 for a member and a key, 404 for an agent of another workspace', async () => {
    const person = await anAccount(parley);
    await aMember(parley, workspace, person, { role: 'member' });
    const member = await aCredential(parley, person);
    const body = { type: 'text', name: 'x', content: 'x' };
    expect((await parley.call('POST', path, { token: member.secret, body })).body.code).toBe('role_insufficient');
    const key = await aKey(parley, workspace);
    expect((await parley.call('POST', path, { token: key.secret, body })).status).toBe(403);
    const other = await aWorkspace(parley, owner);
    const elsewhere = path.replace(workspace.id, other.id);
    expect((await parley.call('POST', elsewhere, { token: owner.secret, body })).status).toBe(404);
  });

  it('makes one source under an Idempotency-Key', async () => {
    const options = {
      token: owner.secret,
      body: { type: 'text', name: 'x', content: 'x' },
      headers: { 'idempotency-key': agent.id },
    };
    const [first, second] = [await parley.call('POST', path, options), await parley.call('POST', path, options)];
    expect(second.text).toBe(first.text);
    expect(await sourceCount()).toBe(1);
  });
});

describe('listSources', () => {
  it('200 newest first, page by page', async () => {
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) made.unshift((await aSource(parley, agent, owner, { name: `Source ${n}` })).id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string | number> = { limit: 2, ...(cursor ? { cursor } : {}) };
      const { body, status } = await parley.call('GET', path, { token: owner.secret, query });
      expect(status).toBe(200);
      seen.push(...body.sources.map((source: { id: string }) => source.id));
      cursor = body.nextCursor;
    } while (cursor);
    expect(seen).toEqual(made);
  });

  it.each([
    ['limit', '0'],
    ['limit', '101'],
    ['cursor', 'x'],
    ['page', '1'],
  ])('400 %s=%s', async (name, value) => {
    const reply = await parley.call('GET', path, { token: owner.secret, query: { [name]: value } });
    expect(reply.status).toBe(400);
  });
});

describe('getSource', () => {
  it('404 for a source of another agent', async () => {
    const other = await anAgent(parley, workspace, owner);
    const source = await aSource(parley, other, owner);
    for (const method of ['GET', 'DELETE']) {
      expect((await parley.call(method, `${path}/${source.id}`, { token: owner.secret })).status).toBe(404);
    }
    expect((await parley.call('GET', `${path}/no-id`, { token: owner.secret })).status).toBe(404);
    const scope = { workspaceId: workspace.id, planId: 'pro', agentIds: null };
    await expect(parley.get(SourcesService).get(scope, agent.id, source.id)).rejects.toThrow();
    const person = await anAccount(parley);
    await aMember(parley, workspace, person, { role: 'member' });
    const { secret } = await aCredential(parley, person);
    expect((await parley.call('DELETE', `${path}/${source.id}`, { token: secret })).status).toBe(404);
  });
});

describe('getSourceText', () => {
  it('200 null until it is indexed, then the text that offsets point into', async () => {
    const source = await aSource(parley, agent, owner, { content: 'Zebras 🦓 graze.\n\nLions sleep.' });
    const text = () => parley.call('GET', `${path}/${source.id}/text`, { token: owner.secret });
    expect((await text()).body).toEqual({ sourceId: source.id, text: null });
    await parley.drain();
    expect((await text()).body).toEqual({ sourceId: source.id, text: 'Zebras 🦓 graze.\n\nLions sleep.' });
  });
});
