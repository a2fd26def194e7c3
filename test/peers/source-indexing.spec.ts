import { SourceIndexing } from '../../src/sources/source-indexing';
import { SourceJobsRepository } from '../../src/sources/source-jobs.repository';
import { SourcesService } from '../../src/sources/sources.service';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential } from '../factories/credential';
import { aSource } from '../factories/source';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';

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
/** Lets the lease of the indexing process expire. */
const expireLeases = () =>
  parley.database.query(`UPDATE knowledge_sources SET lease_ends_at = now() - interval '1 s'
  WHERE status = 'processing'`);

describe('refreshSource', () => {
  it('202 queued; answers go on meanwhile; 409 source_busy while it runs', async () => {
    const { id } = await aSource(parley, agent, owner, { content: 'Zebras graze.' });
    expect((await refresh(id)).body.code).toBe('source_busy');
    await parley.drain();
    const reply = await refresh(id);
    expect([reply.status, reply.body.status, reply.body.chunkCount]).toEqual([202, 'queued', 1]);
    expect(await found('zebras')).toHaveLength(1);
    await parley.get(SourceIndexing).queue.claim();
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

  it('takes no source of another workspace, even if guards let the request through', async () => {
    const { id } = await aSource(parley, agent, owner);
    const other = await aWorkspace(parley, owner);
    const scope = { workspaceId: other.id, planId: 'pro', agentIds: null };
    await expect(parley.get(SourcesService).remove(scope, agent.id, id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await parley.call('GET', `${path}/${id}`, { token: owner.secret })).status).toBe(200);
    expect(await sourceCount()).toBe(1);
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
    await parley.get(SourceIndexing).queue.runOnce();
    await parley.get(SourceIndexing).queue.settled();
    expect(spy).toHaveBeenCalledTimes(1);
    spy.mockRestore();
    expect([await rows('knowledge_chunks'), await rows('knowledge_postings'), await chunksCounted()]).toEqual([
      0, 0, 0,
    ]);
    await parley.drain();
    expect(await rows('knowledge_sources')).toBe(0);
  });

  it('leaves nothing behind whenever it comes', async () => {
    const indexing = parley.get(SourceIndexing).queue;
    for (let round = 0; round < 7; round += 1) {
      const { id } = await aSource(parley, agent, owner, { content: LONG });
      const running = indexing.runOnce();
      await new Promise((resolve) => setTimeout(resolve, 6 * round));
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
    const jobs = parley.get(SourceIndexing).queue;
    const indexing = parley.get(SourceIndexing).queue;
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

  it('stays with a worker that renews its claim, and only with that one', async () => {
    const jobs = parley.get(SourceIndexing).queue;
    const leaseEnds = async (): Promise<number> => {
      const [row] = await parley.database.query(`SELECT lease_ends_at AS at FROM knowledge_sources WHERE id = $1`, [
        id,
      ]);
      return (row.at as Date).getTime();
    };
    const { id } = await aSource(parley, agent, owner, { content: 'Yaks are patient.' });
    const slow = await jobs.claim();
    await expireLeases();
    const expired = await leaseEnds();
    if (slow) await jobs.renew(slow);
    expect(await leaseEnds()).toBeGreaterThan(expired + 10_000);
    expect(await jobs.claim()).toBeNull();

    await expireLeases();
    const next = await jobs.claim();
    const held = await leaseEnds();
    if (slow) await jobs.renew(slow);
    expect(next?.id).toBe(id);
    expect(await leaseEnds()).toBe(held);
    await expireLeases();
    await parley.drain();
    expect(await read(id)).toMatchObject({ status: 'ready' });
  });

  it('is claimed by one worker only', async () => {
    const jobs = parley.get(SourceIndexing).queue;
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
      expect(await parley.get(SourceIndexing).queue.claim()).toMatchObject({ id, attempts: attempt + 1 });
      await expireLeases();
    }
    await parley.drain();
    expect(await read(id)).toMatchObject({ status: 'failed', failure: { class: 'timeout' } });
  });

  it('takes several sources of one agent at once, and the figures fit', async () => {
    const made = [];
    for (let n = 0; n < 6; n += 1) made.push(await aSource(parley, agent, owner, { name: `S${n}`, content: LONG }));
    const indexing = parley.get(SourceIndexing).queue;
    await Promise.all(made.map(() => indexing.runOnce()));
    await parley.drain();
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
