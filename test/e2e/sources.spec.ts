import { SourceIndexing } from '../../src/knowledge/sources/source-indexing';
import { SourceJobsRepository } from '../../src/knowledge/sources/source-jobs.repository';
import { SourcesService } from '../../src/knowledge/sources/sources.service';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential } from '../factories/credential';
import { aKey } from '../factories/key';
import { aMember } from '../factories/member';
import { aSource } from '../factories/source';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';

const FIELDS = [
  'agentId', 'chunkCount', 'createdAt', 'failure', 'id', 'lastIndexedAt', 'mediaType', 'name', 'sizeBytes', 'status',
  'type', 'updatedAt', 'url', 'workspaceId',
]; // prettier-ignore
const LONG = Array.from({ length: 40 }, (_, n) => `Chapter ${n} tells of zebras and of ${'grass '.repeat(60)}`).join(
  '\n\n',
);

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
const remove = (id: string) => parley.call('DELETE', `${path}/${id}`, { token: owner.secret });
const refresh = (id: string) => parley.call('POST', `${path}/${id}/refresh`, { token: owner.secret });
async function found(query: string) {
  const search = `/workspaces/${workspace.id}/agents/${agent.id}/knowledge/search`;
  const { body } = await parley.call('POST', search, { token: owner.secret, body: { query } });
  return body.results as { sourceId: string; text: string }[];
}
async function rows(table: string): Promise<number> {
  const [row] = await parley.database.query(`SELECT count(*)::int AS n FROM ${table} WHERE agent_id = $1`, [agent.id]);
  return row.n;
}
async function chunksCounted(): Promise<number> {
  const sql = 'SELECT coalesce(sum(chunk_count), 0)::int AS n FROM knowledge_statistics WHERE agent_id = $1';
  return (await parley.database.query(sql, [agent.id]))[0].n;
}
async function sourceCount(): Promise<number> {
  const one = `/workspaces/${workspace.id}/agents/${agent.id}`;
  return (await parley.call('GET', one, { token: owner.secret })).body.sourceCount;
}
/** The lease of whoever is indexing runs out. */
const expireLeases = () => parley.database.query(`UPDATE knowledge_sources SET lease_ends_at = now() - interval '1 s'
  WHERE status = 'processing'`); // prettier-ignore

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
    ['qna', { type: 'qna', pairs: [{ question: 'Do you ship zebras?', answer: 'Yes, by boat.' }] }, 'Yes, by boat.', null],
    ['Markdown', { type: 'file', mediaType: 'text/markdown', contentBase64: base64('# Zebras\n\nBy boat.') }, 'By boat.', 'text/markdown'],
    ['HTML', { type: 'file', mediaType: 'text/html', contentBase64: base64('<p>Zebras: <b>by boat</b>.') }, 'Zebras: by boat.', 'text/html'],
    ['plain text', { type: 'file', mediaType: 'text/plain', contentBase64: base64('\ufeffZebras by boat') }, 'Zebras by boat', 'text/plain'],
    ['UTF-16', { type: 'file', mediaType: 'text/plain', contentBase64: base64(Buffer.from('\ufeffZebras ü', 'utf16le')) }, 'Zebras ü', 'text/plain'],
  ])('202 for %s, found by its words', async (_kind, source, text, mediaType) => {
    const { body } = await create({ name: 'Shipping', ...source });
    await parley.drain();
    expect(await read(body.id)).toMatchObject({ status: 'ready', mediaType });
    expect((await found('zebras')).map((result) => result.text)).toEqual([text]);
  }); // prettier-ignore

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
    ['/type', { type: 'url' }],
    ['/type', { type: 'sitemap' }],
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
    ['/mediaType', { type: 'file', mediaType: 'application/pdf', contentBase64: 'QQ==' }],
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

  it('says of an address that it is not available yet', async () => {
    expect((await create({ name: 'Site', type: 'url' })).body.details[0].message).toMatch(/not available yet/);
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
    const options = { token: owner.secret, body: { type: 'text', name: 'x', content: 'x' }, headers: { 'idempotency-key': agent.id } }; // prettier-ignore
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

describe('refreshSource', () => {
  it('202 queued; answers go on meanwhile; 409 source_busy while it runs', async () => {
    const { id } = await aSource(parley, agent, owner, { content: 'Zebras graze.' });
    expect((await refresh(id)).body.code).toBe('source_busy');
    await parley.drain();
    const reply = await refresh(id);
    expect([reply.status, reply.body.status, reply.body.chunkCount]).toEqual([202, 'queued', 1]);
    expect(await found('zebras')).toHaveLength(1);
    await parley.get(SourceJobsRepository).claim();
    expect((await refresh(id)).status).toBe(409);
    expect(await found('zebras')).toHaveLength(1);
    await expireLeases();
    await parley.drain();
    expect(await read(id)).toMatchObject({ status: 'ready', chunkCount: 1 });
    expect(await rows('knowledge_chunks')).toBe(1);
  });

  it('keeps the last good index where it fails', async () => {
    const { id } = await aSource(parley, agent, owner, { content: 'Zebras graze.' });
    await parley.drain();
    await parley.database.query(`UPDATE knowledge_contents SET content = '' WHERE source_id = $1`, [id]);
    await refresh(id);
    await parley.drain();
    expect(await read(id)).toMatchObject({ status: 'failed', chunkCount: 1, failure: { class: 'empty' } });
    expect(await found('zebras')).toHaveLength(1);
    await parley.database.query(`UPDATE knowledge_contents SET content = 'Lions sleep.' WHERE source_id = $1`, [id]);
    await refresh(id);
    await parley.drain();
    expect(await read(id)).toMatchObject({ status: 'ready', failure: null });
    expect([await found('zebras'), await found('lions')].map((results) => results.length)).toEqual([0, 1]);
  });
});

describe('removeSource', () => {
  it('200 and gone at once, before the worker cleared anything; again 404', async () => {
    const { id } = await aSource(parley, agent, owner, { content: 'Zebras graze.' });
    await parley.drain();
    const reply = await remove(id);
    expect([reply.status, reply.body]).toEqual([200, { deleted: true }]);
    expect(await found('zebras')).toEqual([]);
    expect(await sourceCount()).toBe(0);
    expect((await remove(id)).status).toBe(404);
    expect((await refresh(id)).status).toBe(404);
    expect((await parley.call('GET', `${path}/${id}`, { token: owner.secret })).status).toBe(404);
    expect((await parley.call('GET', path, { token: owner.secret })).body.sources).toEqual([]);
    await parley.drain();
    for (const table of ['sources', 'contents', 'chunks', 'postings', 'lexemes']) {
      expect([table, await rows(`knowledge_${table}`)]).toEqual([table, 0]);
    }
    expect(await chunksCounted()).toBe(0);
  });

  it('takes one of many removals at once', async () => {
    const { id } = await aSource(parley, agent, owner);
    const replies = await Promise.all(Array.from({ length: 8 }, () => remove(id)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 404)).toHaveLength(7);
    expect(await sourceCount()).toBe(0);
  });

  it('counts a source once, however many remove it', async () => {
    const { id } = await aSource(parley, agent, owner);
    const sources = parley.get(SourcesService);
    const scope = { workspaceId: workspace.id, planId: 'pro', agentIds: null };
    await sources.remove(scope, agent.id, id);
    await expect(sources.remove(scope, agent.id, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await sourceCount()).toBe(0);
  });

  it('does not wait for the indexing under way, which then undoes its work', async () => {
    const { id } = await aSource(parley, agent, owner, { content: LONG });
    const jobs = parley.get(SourceJobsRepository);
    const finish = jobs.finish.bind(jobs);
    // All passages are written and not yet committed.
    const spy = jest.spyOn(jobs, 'finish').mockImplementationOnce(async (claim, index) => {
      expect((await remove(id)).status).toBe(200);
      return finish(claim, index);
    });
    await parley.get(SourceIndexing).runOnce();
    expect(spy).toHaveBeenCalledTimes(1);
    spy.mockRestore();
    expect([await rows('knowledge_chunks'), await rows('knowledge_postings'), await chunksCounted()]).toEqual([
      0, 0, 0,
    ]);
    await parley.drain();
    expect(await rows('knowledge_sources')).toBe(0);
  });

  it('leaves nothing behind whenever it comes', async () => {
    const indexing = parley.get(SourceIndexing);
    for (let round = 0; round < 20; round += 1) {
      const { id } = await aSource(parley, agent, owner, { content: LONG });
      const running = indexing.runOnce();
      await new Promise((resolve) => setTimeout(resolve, 2 * round));
      expect((await remove(id)).status).toBe(200);
      expect(await found('zebras')).toEqual([]);
      await running;
      await parley.drain();
      expect([await rows('knowledge_sources'), await rows('knowledge_postings')]).toEqual([0, 0]);
    }
    expect([await sourceCount(), await chunksCounted()]).toEqual([0, 0]);
  });
});

describe('indexing', () => {
  it('runs again after its worker died, and the dead one’s late work changes nothing', async () => {
    const { id } = await aSource(parley, agent, owner, { content: LONG });
    const jobs = parley.get(SourceJobsRepository);
    const indexing = parley.get(SourceIndexing);
    const dead = await jobs.claim();
    expect(await jobs.claim()).toBeNull();
    await expireLeases();
    const alive = await jobs.claim();
    if (!dead || !alive) throw new Error('Nothing was claimed');
    await indexing.process(dead);
    expect(await read(id)).toMatchObject({ status: 'processing', chunkCount: 0 });
    expect(await rows('knowledge_chunks')).toBe(0);
    await indexing.process(alive);
    await refresh(id);
    await parley.drain();
    const ready = await read(id);
    expect(ready.status).toBe('ready');
    await indexing.process(dead);
    expect(await read(id)).toEqual(ready);
    expect(await rows('knowledge_chunks')).toBe(ready.chunkCount);
    expect(await chunksCounted()).toBe(ready.chunkCount);
    expect(await found('zebras')).not.toEqual([]);
  });

  it('is claimed by one worker only', async () => {
    const jobs = parley.get(SourceJobsRepository);
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(Array.from({ length: 6 }, () => aSource(parley, agent, owner)));
      const claims = await Promise.all(Array.from({ length: 8 }, () => jobs.claim()));
      expect(new Set(claims.flatMap((claim) => claim?.id ?? [])).size).toBe(6);
      expect(claims.filter((claim) => claim === null)).toHaveLength(2);
    }
    await parley.database.query(`DELETE FROM knowledge_sources WHERE agent_id = $1`, [agent.id]);
  });

  it('gives a source up whose workers keep dying', async () => {
    const { id } = await aSource(parley, agent, owner);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await parley.get(SourceJobsRepository).claim()).toMatchObject({ id, attempts: attempt + 1 });
      await expireLeases();
    }
    await parley.drain();
    expect(await read(id)).toMatchObject({ status: 'failed', failure: { class: 'timeout' } });
  });

  it('takes several sources of one agent at once, and the figures fit', async () => {
    const made = [];
    for (let n = 0; n < 6; n += 1) made.push(await aSource(parley, agent, owner, { name: `S${n}`, content: LONG }));
    const indexing = parley.get(SourceIndexing);
    await Promise.all(made.map(() => indexing.runOnce()));
    const chunks = await Promise.all(made.map(async ({ id }) => (await read(id)).chunkCount as number));
    const total = chunks.reduce((sum, count) => sum + count, 0);
    expect(Math.min(...chunks)).toBeGreaterThan(1);
    expect([await rows('knowledge_chunks'), await chunksCounted()]).toEqual([total, total]);
  });

  it('goes with its agent', async () => {
    await aSource(parley, agent, owner, { content: LONG });
    await parley.drain();
    await parley.call('DELETE', `/workspaces/${workspace.id}/agents/${agent.id}`, { token: owner.secret });
    await parley.database.query('UPDATE agents SET deletion_scheduled_at = now() WHERE id = $1', [agent.id]);
    await parley.drain();
    for (const table of ['sources', 'contents', 'chunks', 'postings', 'lexemes', 'statistics']) {
      expect([table, await rows(`knowledge_${table}`)]).toEqual([table, 0]);
    }
  });
});
