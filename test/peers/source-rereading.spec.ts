import { SourceIndexing } from '../../src/sources/source-indexing';
import { SourceJobsRepository } from '../../src/sources/source-jobs.repository';
import { SourceDesk } from '../factories/source-fixtures';
import { aSource } from '../factories/source';
import { WebServer } from '../support/web-server';

const LEASE_SECONDS = 20;
const ZEBRAS = '# Care\n\nZebras graze all day.';

let desk: SourceDesk;
let site: WebServer;

beforeAll(async () => {
  site = await WebServer.start();
  desk = await SourceDesk.start();
});
afterAll(async () => {
  await desk.parley.stop();
  await site.stop();
});
beforeEach(async () => {
  await desk.drain();
  desk = await SourceDesk.open(desk.parley);
  await site.stop();
  site = await WebServer.start();
});

const jobs = () => desk.parley.get(SourceJobsRepository);
const queue = () => desk.parley.get(SourceIndexing).queue;
const runOnce = async (): Promise<boolean> => {
  const indexing = queue();
  const worked = await indexing.runOnce();
  await indexing.settled();
  return worked;
};
const sql = (statement: string, ...parameters: unknown[]) => desk.parley.database.query(statement, parameters);
/** A Markdown file that is indexed. */
async function aFile(content = ZEBRAS): Promise<string> {
  const contentBase64 = Buffer.from(content).toString('base64');
  const file = { type: 'file', name: 'Handbook', mediaType: 'text/markdown', contentBase64 };
  const { id } = await aSource(desk.parley, desk.agent, desk.admin, file);
  await desk.drain();
  return id;
}
/** As an earlier reader has left it, which took the heading for text. */
async function outdated(id: string): Promise<void> {
  await sql('UPDATE knowledge_sources SET reader_version = 0 WHERE id = $1', id);
  await sql(`UPDATE knowledge_chunks SET heading = '' WHERE source_id = $1`, id);
}
const headingOf = async (word: string) => (await desk.found(word)).map(({ heading }) => heading);
const jobOf = async (id: string) =>
  (
    await sql(
      `SELECT status, index_generation AS generation, refresh_at AS "refreshAt", fence, etag, fetched_url AS "fetchedUrl"
       FROM knowledge_sources WHERE id = $1`,
      id,
    )
  )[0];

describe('a source that an earlier reader has read', () => {
  it('is indexed again, once; one that this reader has read is not', async () => {
    const [old, current] = [await aFile(), await aFile('# Care\n\nLions sleep all day.')];
    await outdated(old);
    const [before, untouched] = [await desk.read(old), await jobOf(current)];
    await desk.drain();
    expect(await headingOf('zebras')).toEqual(['Care']);
    const { lastIndexedAt, updatedAt, ...after } = await desk.read(old);
    expect(before).toMatchObject(after);
    expect(Date.parse(lastIndexedAt!)).toBeGreaterThan(Date.parse(before.lastIndexedAt!));
    expect(Date.parse(updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
    expect(await jobOf(current)).toEqual(untouched);
    const job = await jobOf(old);
    expect(job.generation).toBe(2);
    await desk.drain();
    expect(await jobOf(old)).toEqual(job);
  });

  it('is answered from all the while, also where its process dies, and another one goes on', async () => {
    const id = await aFile();
    await outdated(id);
    for (let death = 0; death < 2; death += 1) {
      expect(await (death === 0 ? jobs().claimOutdated(LEASE_SECONDS) : queue().claim())).toMatchObject({ id });
      expect([await jobs().claimOutdated(LEASE_SECONDS), await queue().claim()]).toEqual([null, null]);
      expect(await desk.read(id)).toMatchObject({ status: 'processing', chunkCount: 1 });
      expect(await headingOf('zebras')).toEqual([null]);
      await sql(`UPDATE knowledge_sources SET lease_ends_at = '-infinity' WHERE id = $1`, id);
    }
    await desk.drain();
    expect(await headingOf('zebras')).toEqual(['Care']);
    expect(await jobOf(id)).toMatchObject({ status: 'ready', generation: 2 });
  });

  it('waits for what is new, and for others of its kind', async () => {
    const old = [await aFile(), await aFile()];
    for (const id of old) await outdated(id);
    const { id: added } = await aSource(desk.parley, desk.agent, desk.admin);
    const generations = async () => Promise.all([added, ...old].map(async (id) => (await jobOf(id)).generation));
    expect(await runOnce()).toBe(true);
    expect(await generations()).toEqual([1, 1, 1]);
    expect(await runOnce()).toBe(true);
    expect((await generations()).sort()).toEqual([1, 1, 2]);
    expect(await runOnce()).toBe(true);
    expect(await generations()).toEqual([1, 2, 2]);
    expect(await runOnce()).toBe(false);
  });

  it('keeps its index where this reader cannot read it, and is not tried again', async () => {
    const id = await aFile();
    await outdated(id);
    await sql(`UPDATE knowledge_contents SET content = '' WHERE source_id = $1`, id);
    await desk.drain();
    expect(await desk.read(id)).toMatchObject({ status: 'failed', chunkCount: 1, failure: { class: 'empty' } });
    expect(await headingOf('zebras')).toEqual([null]);
    const job = await jobOf(id);
    await desk.drain();
    expect(await jobOf(id)).toEqual(job);
  });

  it('is tried again where that one could not read it', async () => {
    const id = await aFile('<!-- -->');
    expect(await desk.read(id)).toMatchObject({ status: 'failed', failure: { class: 'empty' } });
    await sql('UPDATE knowledge_contents SET content = $2 WHERE source_id = $1', id, ZEBRAS);
    await outdated(id);
    await desk.drain();
    expect(await desk.read(id)).toMatchObject({ status: 'ready', failure: null });
  });

  it('has been read often enough to be given up, and is not', async () => {
    const id = await aFile();
    await sql('UPDATE knowledge_sources SET attempts = 3 WHERE id = $1', id);
    await outdated(id);
    await desk.drain();
    expect(await jobOf(id)).toMatchObject({ status: 'ready', generation: 2 });
  });
});

describe('a page that an earlier reader has read', () => {
  const publish = (path: string, animal: string): void =>
    void site.pages.set(path, {
      headers: { 'content-type': 'text/html', etag: '"1"' },
      body: `<main><h1>Care</h1><p>${animal} graze.</p></main>`,
    });

  it('is read from what was fetched, and is fetched again when it would have been', async () => {
    publish('/zebras', 'Zebras');
    const { id } = await desk.added('url', `${site.url}/zebras`, { refreshHours: 24 });
    await sql(`UPDATE knowledge_sources SET refresh_at = refresh_at - interval '7 h' WHERE id = $1`, id);
    const { refreshAt, etag, fetchedUrl } = await jobOf(id);
    for (const content of [null, '']) {
      if (content !== null) await sql('UPDATE knowledge_contents SET content = $2 WHERE source_id = $1', id, content);
      await outdated(id);
      const requestCount = site.requests.length;
      await desk.drain();
      expect(site.requests).toHaveLength(requestCount);
      expect(await jobOf(id)).toMatchObject({
        status: content === null ? 'ready' : 'failed',
        refreshAt,
        etag,
        fetchedUrl,
      });
      expect(await headingOf('zebras')).toEqual([content === null ? 'Care' : null]);
    }
  });

  it('gets a time for the next refresh where that was asked for meanwhile', async () => {
    publish('/zebras', 'Zebras');
    const { id } = await desk.added('url', `${site.url}/zebras`);
    await outdated(id);
    const claim = await jobs().claimOutdated(LEASE_SECONDS);
    expect((await desk.call('PATCH', `/${id}/schedule`, { refreshHours: 24 })).status).toBe(200);
    await queue().process(claim!);
    expect((await jobOf(id)).refreshAt.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  });

  it('waits for its server where that did not answer', async () => {
    publish('/zebras', 'Zebras');
    const { id } = await desk.added('url', `${site.url}/zebras`);
    site.pages.set('/zebras', { status: 500 });
    expect(await desk.refreshed(id)).toMatchObject({ status: 'failed', failure: { class: 'unreachable' } });
    await outdated(id);
    const job = await jobOf(id);
    await desk.drain();
    expect(await jobOf(id)).toEqual(job);
    publish('/zebras', 'Zebras');
    expect(await desk.refreshed(id)).toMatchObject({ status: 'ready', failure: null });
    expect(await headingOf('zebras')).toEqual(['Care']);
  });

  it('of a sitemap: the sitemap stays as it is, and its figures fit', async () => {
    publish('/zebras', 'Zebras');
    publish('/lions', 'Lions');
    const entries = ['/zebras', '/lions'].map((path) => `<url><loc>${site.url}${path}</loc></url>`);
    site.pages.set('/sitemap.xml', { body: `<urlset>${entries.join('')}</urlset>` });
    const { id } = await desk.added('sitemap', `${site.url}/sitemap.xml`, { refreshHours: 24 });
    const { refreshAt } = await jobOf(id);
    const before = await desk.read(id);
    const requestCount = site.requests.length;
    const [page] = await desk.pagesOf(id);
    await sql(
      `UPDATE knowledge_contents SET content = '<p>One.<h2>Two</h2><p>Two.<h2>Three</h2><p>Three.' WHERE source_id = $1`,
      page!.id,
    );
    for (const one of await desk.pagesOf(id)) await outdated(one.id);
    await desk.drain();
    const chunkCount = (await desk.pagesOf(id)).reduce((sum, one) => sum + one.chunkCount, 0);
    expect(chunkCount).toBeGreaterThan(before.chunkCount);
    expect(await desk.read(id)).toEqual(Object.assign(before, { chunkCount }));
    expect((await jobOf(id)).refreshAt).toEqual(refreshAt);
    expect(site.requests).toHaveLength(requestCount);
  });

  it('of a sitemap: is fetched by a refresh that comes meanwhile, and what was read of it is dropped', async () => {
    publish('/zebras', 'Zebras');
    site.pages.set('/sitemap.xml', { body: `<urlset><url><loc>${site.url}/zebras</loc></url></urlset>` });
    const { id } = await desk.added('sitemap', `${site.url}/sitemap.xml`);
    const [page] = await desk.pagesOf(id);
    await outdated(page!.id);
    const claim = await jobs().claimOutdated(LEASE_SECONDS);
    site.pages.set('/zebras', { body: '<main><p>Lions sleep.</p></main>' });
    expect(await desk.refreshed(id)).toMatchObject({ status: 'ready', chunkCount: 1 });
    await queue().process(claim!);
    expect([(await desk.found('zebras')).length, (await desk.found('lions')).length]).toEqual([0, 1]);
    expect(await desk.read(id)).toMatchObject({ status: 'ready', chunkCount: 1 });
  });
});
