import { gzipSync } from 'node:zlib';
import { SourceDesk } from '../factories/source-fixtures';
import { WebServer } from '../support/web-server';

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

/** By path, or path and when it changed. */
const sitemapOf = (...pages: (string | [string, string])[]): string => {
  const entries = pages.map((page) => {
    const [path, changed] = [page].flat();
    return `<url><loc>${site.url}${path}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`;
  });
  return `<urlset>${entries.join('')}</urlset>`;
};
const listing = (...pages: Parameters<typeof sitemapOf>): void =>
  void site.pages.set('/sitemap.xml', { headers: { 'content-type': 'application/xml' }, body: sitemapOf(...pages) });
const page = (path: string, text: string): void =>
  void site.pages.set(path, { body: `<head><title>About ${text}</title></head><main><p>${text} graze.</p></main>` });
const addresses = async (word: string) => (await desk.found(word)).map(({ url }) => url);

describe('createSource with a sitemap', () => {
  it('each page is found under its own address and title, and read by its own id', async () => {
    page('/zebras', 'Zebras');
    page('/lions', 'Lions');
    listing('/zebras', '/lions');
    const source = await desk.added('sitemap', `${site.url}/sitemap.xml`);
    expect(source).toMatchObject({ type: 'sitemap', status: 'ready', chunkCount: 2, failure: null });
    const [found] = await desk.found('zebras');
    expect(found).toMatchObject({ url: `${site.url}/zebras`, title: 'About Zebras', text: 'Zebras graze.' });
    expect(await desk.read(found!.sourceId)).toMatchObject({ type: 'url', status: 'ready', name: 'About Zebras' });
    const pages = await desk.pagesOf(source.id);
    expect(pages.map(({ url }) => url).sort()).toEqual([`${site.url}/lions`, `${site.url}/zebras`]);
    expect(source.sizeBytes).toBe(pages.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  });

  it('counts as one source, and lists as one', async () => {
    page('/zebras', 'Zebras');
    listing('/zebras');
    const { id } = await desk.added('sitemap', `${site.url}/sitemap.xml`);
    expect((await desk.call('GET')).body.sources.map((source: { id: string }) => source.id)).toEqual([id]);
    const { workspaceId, id: agentId } = desk.agent;
    const agent = await desk.parley.call('GET', `/workspaces/${workspaceId}/agents/${agentId}`, {
      token: desk.admin.secret,
    });
    expect(agent.body.sourceCount).toBe(1);
  });

  it('reads the files that it names, packed or not', async () => {
    page('/zebras', 'Zebras');
    page('/lions', 'Lions');
    const index = `<sitemapindex>${['/a.xml', '/b.xml.gz', '/sitemap.xml'].map((path) => `<sitemap><loc>${site.url}${path}</loc></sitemap>`).join('')}</sitemapindex>`;
    site.pages.set('/sitemap.xml', { body: index });
    site.pages.set('/a.xml', { body: sitemapOf('/zebras') });
    site.pages.set('/b.xml.gz', { body: gzipSync(sitemapOf('/lions')) });
    const source = await desk.added('sitemap', `${site.url}/sitemap.xml`);
    expect(source).toMatchObject({ status: 'ready', chunkCount: 2 });
    expect(site.countOf('/sitemap.xml')).toBe(1);
  });

  it('asks for no page that robots.txt forbids', async () => {
    page('/zebras', 'Zebras');
    page('/secret', 'Secrets');
    listing('/zebras', '/secret');
    site.pages.set('/robots.txt', { body: 'User-agent: *\nDisallow: /secret' });
    const { id, ...source } = await desk.added('sitemap', `${site.url}/sitemap.xml`);
    expect(source).toMatchObject({ status: 'ready', chunkCount: 1 });
    expect((await desk.pagesOf(id)).map(({ url }) => url)).toEqual([`${site.url}/zebras`]);
    expect(site.countOf('/secret')).toBe(0);
  });

  it('answers once from a page that it lists by two addresses', async () => {
    site.pages.set('/old', { body: '<head><link rel="canonical" href="/new"></head><p>Zebras graze.</p>' });
    site.pages.set('/new', { body: '<head><link rel="canonical" href="/new"></head><p>Zebras graze.</p>' });
    listing('/old', '/new');
    expect(await desk.added('sitemap', `${site.url}/sitemap.xml`)).toMatchObject({ status: 'ready', chunkCount: 1 });
    expect(await addresses('zebras')).toEqual([`${site.url}/new`]);
  });

  it('is ready where some pages fail, and failed where all do', async () => {
    page('/zebras', 'Zebras');
    listing('/zebras', '/gone');
    const { id, ...some } = await desk.added('sitemap', `${site.url}/sitemap.xml`);
    expect(some).toMatchObject({ status: 'ready', chunkCount: 1, failure: null });
    expect((await desk.pagesOf(id)).map(({ status }) => status).sort()).toEqual(['failed', 'ready']);
    listing('/gone', '/away');
    const none = await desk.added('sitemap', `${site.url}/sitemap.xml`);
    expect(none).toMatchObject({ status: 'failed', chunkCount: 0, failure: { class: 'unreachable' } });
  });

  it.each([
    ['unreachable', { status: 404 }],
    ['empty', { body: '<urlset></urlset>' }],
    ['empty', { body: '<urlset><url><loc>https://elsewhere.example/</loc></url></urlset>' }],
    ['parse_error', { body: '<urlset><url>' }],
    ['parse_error', { body: gzipSync('<urlset></urlset>').subarray(0, 20) }],
    ['too_large', { body: gzipSync(Buffer.alloc(21 * 1024 * 1024, ' ')) }],
    ['parse_error', { body: '<!doctype html><p>Welcome' }],
  ])('failed with class %s', async (failureClass, sitemap) => {
    site.pages.set('/sitemap.xml', sitemap);
    const source = await desk.added('sitemap', `${site.url}/sitemap.xml`);
    expect(source).toMatchObject({ status: 'failed', failure: { class: failureClass } });
    expect(await desk.pagesOf(source.id)).toEqual([]);
  });

  it('failed with class too_large for more pages than may be', async () => {
    listing(...Array.from({ length: 5_001 }, (_, n) => `/${n}`));
    expect((await desk.added('sitemap', `${site.url}/sitemap.xml`)).failure?.class).toBe('too_large');
    listing(...Array.from({ length: 600 }, (_, n) => `/${n}`));
    desk = await SourceDesk.open(desk.parley, 'free');
    const { failure } = await desk.added('sitemap', `${site.url}/sitemap.xml`);
    expect(failure).toMatchObject({ class: 'too_large', message: expect.stringContaining('600 pages') });
  });
});

describe('refreshSource of a sitemap', () => {
  it('adds what is new, fetches what may have changed, and removes what is no longer listed', async () => {
    for (const [path, text] of [
      ['/zebras', 'Zebras'],
      ['/lions', 'Lions'],
      ['/owls', 'Owls'],
    ] as const)
      page(path, text);
    listing(['/zebras', '2026-01-01'], ['/lions', '2026-01-01'], '/owls');
    const { id } = await desk.added('sitemap', `${site.url}/sitemap.xml`);
    page('/lions', 'Tigers');
    page('/ants', 'Ants');
    listing(['/zebras', '2026-01-01'], ['/lions', '2026-02-01'], '/ants');
    expect(await desk.refreshed(id)).toMatchObject({ status: 'ready', chunkCount: 3 });
    const words = ['zebras', 'lions', 'tigers', 'owls', 'ants'];
    const found = await Promise.all(words.map(async (word) => (await desk.found(word)).length));
    expect(Object.fromEntries(words.map((word, n) => [word, found[n]]))).toEqual({
      zebras: 1,
      lions: 0,
      tigers: 1,
      owls: 0,
      ants: 1,
    });
    expect(['/zebras', '/lions', '/owls', '/ants'].map((path) => site.countOf(path))).toEqual([1, 2, 1, 1]);
    const [left] = await desk.parley.database.query(
      'SELECT count(*)::int AS n FROM knowledge_sources WHERE parent_id = $1',
      [id],
    );
    expect(left.n).toBe(3);
  });

  it.each([{ status: 500 }, { body: '<urlset></urlset>' }, { body: '<urlset><url>' }])(
    'keeps all pages where the sitemap fails: %j',
    async (sitemap) => {
      page('/zebras', 'Zebras');
      listing('/zebras');
      const { id } = await desk.added('sitemap', `${site.url}/sitemap.xml`);
      site.pages.set('/sitemap.xml', sitemap);
      expect((await desk.refreshed(id)).status).toBe('failed');
      expect(await addresses('zebras')).toEqual([`${site.url}/zebras`]);
      listing('/zebras');
      expect(await desk.refreshed(id)).toMatchObject({ status: 'ready', failure: null, chunkCount: 1 });
    },
  );

  it('409 source_busy until all pages are indexed', async () => {
    page('/zebras', 'Zebras');
    listing('/zebras');
    const { id } = await desk.add('sitemap', `${site.url}/sitemap.xml`);
    expect((await desk.call('POST', `/${id}/refresh`)).body.code).toBe('source_busy');
    await desk.drain();
    expect((await desk.call('POST', `/${id}/refresh`)).status).toBe(202);
  });
});

describe('getSourceProgress', () => {
  it('200 with the share of the pages that are done', async () => {
    page('/zebras', 'Zebras');
    listing('/zebras', '/gone', '/slow', '/away');
    let answer: () => void = () => {};
    const requestArrived = new Promise<void>((resolve) => {
      site.pages.set('/slow', (_request, response) => {
        answer = () => void response.writeHead(404).end();
        resolve();
      });
    });
    const { id } = await desk.add('sitemap', `${site.url}/sitemap.xml`);
    const progress = async () => (await desk.call('GET', `/${id}/progress`)).body;
    expect(await progress()).toEqual({
      sourceId: id,
      status: 'queued',
      progress: 0,
      pages: { total: 0, ready: 0, failed: 0 },
      finishedAt: null,
      failure: null,
    });
    const drained = desk.drain();
    await requestArrived;
    // Pages are fetched one after the other; what was fetched before may not be indexed yet.
    expect(await progress()).toMatchObject({ status: 'processing', pages: { total: 4, failed: 1 }, finishedAt: null });
    answer();
    await drained;
    const done = await progress();
    expect(done).toMatchObject({ status: 'ready', progress: 1, pages: { total: 4, ready: 1, failed: 3 } });
    expect(done.finishedAt).toMatch(/Z$/);
  });

  it('200 for other sources too', async () => {
    const { id } = await desk.added('url', `${site.url}/gone`);
    const { body } = await desk.call('GET', `/${id}/progress`);
    expect(body).toMatchObject({ status: 'failed', progress: 1, pages: null, failure: { class: 'unreachable' } });
  });
});

describe('listSourcePages', () => {
  it('200 page by page, and empty for what is no sitemap', async () => {
    listing('/a', '/b', '/c');
    const { id } = await desk.added('sitemap', `${site.url}/sitemap.xml`);
    const first = (await desk.call('GET', `/${id}/pages`, undefined, { limit: 2 })).body;
    const second = (await desk.call('GET', `/${id}/pages`, undefined, { limit: 2, cursor: first.nextCursor })).body;
    const urls = [...first.sources, ...second.sources].map(({ url }: { url: string }) => new URL(url).pathname);
    expect([urls.sort(), second.nextCursor]).toEqual([['/a', '/b', '/c'], null]);
    const [one] = first.sources as [{ id: string }];
    expect((await desk.call('GET', `/${one.id}/pages`)).body.sources).toEqual([]);
  });
});

describe('updateSourceSchedule', () => {
  const patch = (id: string, refreshHours: unknown) => desk.call('PATCH', `/${id}/schedule`, { refreshHours });

  it('200 and the hours count from now; null takes it back', async () => {
    page('/zebras', 'Zebras');
    const { id } = await desk.added('url', `${site.url}/zebras`);
    const none = { sourceId: id, refreshHours: null, nextAt: null };
    expect((await desk.call('GET', `/${id}/schedule`)).body).toEqual(none);
    const before = Date.now();
    const { status, body } = await patch(id, 48);
    expect([status, body.refreshHours]).toEqual([200, 48]);
    const inHours = (Date.parse(body.nextAt) - before) / 3_600_000;
    expect(Math.round(inHours)).toBe(48);
    expect((await desk.call('GET', `/${id}/schedule`)).body).toEqual(body);
    expect((await patch(id, null)).body).toEqual(none);
  });

  it('of what is being worked on counts from its end', async () => {
    page('/zebras', 'Zebras');
    const { id } = await desk.add('url', `${site.url}/zebras`);
    expect((await patch(id, 1)).body).toMatchObject({ refreshHours: 1, nextAt: null });
    await desk.drain();
    expect((await desk.call('GET', `/${id}/schedule`)).body.nextAt).toMatch(/Z$/);
  });

  it.each([0, 8_761, 1.5, '24', undefined])('400 for %j', async (hours) => {
    const { id } = await desk.add('url', `${site.url}/zebras`);
    expect((await patch(id, hours)).body).toMatchObject({ code: 'validation_failed' });
    await desk.drain();
  });

  it('400 for what has no address of its own', async () => {
    listing('/a');
    const { id } = await desk.added('sitemap', `${site.url}/sitemap.xml`);
    const [only] = await desk.pagesOf(id);
    const text = (await desk.call('POST', '', { type: 'text', name: 'Text', content: 'Zebras.' })).body;
    for (const source of [only!.id, text.id]) expect((await patch(source, 24)).body.code).toBe('association_invalid');
    await desk.drain();
  });
});

describe('removeSource', () => {
  it('of a sitemap removes its pages, at once', async () => {
    page('/zebras', 'Zebras');
    listing('/zebras');
    const { id } = await desk.added('sitemap', `${site.url}/sitemap.xml`);
    const sourceId = (await desk.found('zebras'))[0]?.sourceId;
    expect((await desk.call('DELETE', `/${id}`)).body).toEqual({ deleted: true });
    expect(await desk.found('zebras')).toEqual([]);
    expect((await desk.call('GET', `/${sourceId}`)).status).toBe(404);
    await desk.drain();
    for (const table of ['sources', 'contents', 'chunks', 'postings', 'lexemes']) {
      const sql = `SELECT count(*)::int AS n FROM knowledge_${table} WHERE agent_id = $1`;
      expect([table, (await desk.parley.database.query(sql, [desk.agent.id]))[0].n]).toEqual([table, 0]);
    }
  });

  it('of the last page that is worked on ends the work on its sitemap', async () => {
    page('/zebras', 'Zebras');
    listing('/zebras', '/slow');
    let answer: () => void = () => {};
    const requestArrived = new Promise<void>((resolve) => {
      site.pages.set('/slow', (_request, response) => {
        answer = () => void response.writeHead(404).end();
        resolve();
      });
    });
    const { id } = await desk.add('sitemap', `${site.url}/sitemap.xml`);
    const drained = desk.drain();
    await requestArrived;
    const slow = (await desk.pagesOf(id)).find(({ url }) => url?.endsWith('/slow'));
    expect((await desk.read(id)).status).toBe('processing');
    await desk.call('DELETE', `/${slow!.id}`);
    answer();
    await drained;
    await desk.drain();
    expect(await desk.read(id)).toMatchObject({ status: 'ready', chunkCount: 1 });
  });
});
