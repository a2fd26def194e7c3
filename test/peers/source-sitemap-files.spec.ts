import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SourceDesk } from '../factories/source-fixtures';
import { type WebPage, WebServer } from '../support/web-server';

let desk: SourceDesk;
let site: WebServer;

beforeAll(async () => {
  desk = await SourceDesk.start();
});
afterAll(() => desk.parley.stop());
beforeEach(async () => {
  desk = await SourceDesk.open(desk.parley);
  site = await WebServer.start();
  for (const name of ['one', 'two', 'three']) page(name);
});
afterEach(() => site.stop());

const page = (name: string): void =>
  void site.pages.set(`/p/${name}`, { body: `<main><p>Page ${name} is about zebras.</p></main>` });
const fixture = (name: string): string =>
  readFileSync(path.join(__dirname, '../fixtures/pages', name), 'utf8').replaceAll('{{SITE}}', site.url);
const index = (...files: string[]): WebPage => ({
  body: `<sitemapindex>${files.map((file) => `<sitemap><loc>${site.url}${file}</loc></sitemap>`).join('')}</sitemapindex>`,
});
const list = (...names: string[]): WebPage => ({
  body: `<urlset>${names.map((name) => `<url><loc>${site.url}/p/${name}</loc></url>`).join('')}</urlset>`,
});
const pagesOf = async (id: string): Promise<string[]> =>
  (await desk.pagesOf(id)).map(({ url }) => url!.replace(`${site.url}/p/`, '')).sort();

describe('a sitemap of sitemaps, one of which cannot be read', () => {
  it('is ready with the pages of the others, and says which one and why', async () => {
    site.pages.set('/sitemap-index.xml', { body: fixture('sitemap-index.xml') });
    site.pages.set('/sitemap-pages.xml', { body: fixture('sitemap-pages.xml') });
    const source = await desk.added('sitemap', `${site.url}/sitemap-index.xml`);
    expect(source).toMatchObject({ status: 'ready', chunkCount: 2, failure: null });
    const message = 'The server answers 404.';
    expect(source.failedSitemaps).toEqual([{ url: `${site.url}/sitemap-gone.xml`, class: 'unreachable', message }]);
    expect((await desk.found('zebras')).length).toBe(2);
  });

  it.each<[string, WebPage]>([
    ['parse_error', { body: '<urlset><url>' }],
    ['parse_error', { body: '<html><body>Not found</body></html>' }],
    ['unreachable', { status: 503 }],
    ['blocked_address', { status: 302, headers: { location: 'http://169.254.169.254/' } }],
    ['too_large', { body: Buffer.alloc(21 * 1024 * 1024, ' ') }],
  ])('for any reason (%s)', async (failureClass, lost) => {
    site.pages.set('/index.xml', index('/lost.xml', '/good.xml'));
    site.pages.set('/lost.xml', lost);
    site.pages.set('/good.xml', list('one'));
    const source = await desk.added('sitemap', `${site.url}/index.xml`);
    expect(source).toMatchObject({ status: 'ready', chunkCount: 1 });
    expect(source.failedSitemaps).toMatchObject([{ url: `${site.url}/lost.xml`, class: failureClass }]);
  });

  it('keeps the pages of the lost one, removes what the others list no more, and forgets the failure', async () => {
    site.pages.set('/index.xml', index('/a.xml', '/b.xml'));
    site.pages.set('/a.xml', list('one', 'two'));
    site.pages.set('/b.xml', list('three'));
    const { id, failedSitemaps } = await desk.added('sitemap', `${site.url}/index.xml`);
    expect(failedSitemaps).toEqual([]);
    site.pages.set('/a.xml', list('one'));
    site.pages.set('/b.xml', { status: 500 });
    expect((await desk.refreshed(id)).failedSitemaps).toMatchObject([{ url: `${site.url}/b.xml` }]);
    expect(await pagesOf(id)).toEqual(['one', 'three']);
    site.pages.set('/b.xml', list('two'));
    expect((await desk.refreshed(id)).failedSitemaps).toEqual([]);
    expect(await pagesOf(id)).toEqual(['one', 'two']);
  });

  it('keeps the pages below a file that is an index itself', async () => {
    site.pages.set('/index.xml', index('/a.xml', '/b.xml'));
    site.pages.set('/a.xml', list('one'));
    site.pages.set('/b.xml', index('/c.xml'));
    site.pages.set('/c.xml', list('three'));
    const { id } = await desk.added('sitemap', `${site.url}/index.xml`);
    expect(await pagesOf(id)).toEqual(['one', 'three']);
    site.pages.delete('/c.xml');
    expect((await desk.refreshed(id)).failedSitemaps).toMatchObject([{ url: `${site.url}/c.xml` }]);
    expect(await pagesOf(id)).toEqual(['one', 'three']);
    site.pages.set('/index.xml', index('/a.xml'));
    expect((await desk.refreshed(id)).failedSitemaps).toEqual([]);
    expect(await pagesOf(id)).toEqual(['one']);
  });

  it('removes the pages of another address, of which none of its files can be the one', async () => {
    site.pages.set('/old.xml', list('one'));
    const { id } = await desk.added('sitemap', `${site.url}/old.xml`);
    const move = async (to: string): Promise<string[]> => {
      expect((await desk.call('PATCH', `/${id}`, { url: `${site.url}${to}` })).status).toBe(202);
      await desk.drain();
      return pagesOf(id);
    };
    site.pages.set('/index.xml', index('/good.xml', '/lost.xml'));
    site.pages.set('/good.xml', list('two'));
    expect(await move('/gone.xml')).toEqual(['one']);
    expect(await move('/index.xml')).toEqual(['two']);
    site.pages.set('/good.xml', list('three'));
    expect((await desk.refreshed(id)).failedSitemaps).toMatchObject([{ url: `${site.url}/lost.xml` }]);
    expect(await pagesOf(id)).toEqual(['three']);
  });

  it('keeps the pages of an address that is a file of the next one, and cannot be read', async () => {
    site.pages.set('/old.xml', list('one'));
    const { id } = await desk.added('sitemap', `${site.url}/old.xml`);
    site.pages.set('/index.xml', index('/old.xml', '/good.xml'));
    site.pages.set('/old.xml', { status: 500 });
    site.pages.set('/good.xml', list('two'));
    await desk.call('PATCH', `/${id}`, { url: `${site.url}/index.xml` });
    await desk.drain();
    expect(await pagesOf(id)).toEqual(['one', 'two']);
  });

  it('fails where none can be read, and names one', async () => {
    site.pages.set('/index.xml', index('/a.xml', '/b.xml'));
    const source = await desk.added('sitemap', `${site.url}/index.xml`);
    const message = `No sitemap could be read. ${site.url}/a.xml: The server answers 404.`;
    expect(source).toMatchObject({ status: 'failed', failure: { class: 'unreachable', message } });
  });
});

const PAGE = 'The address returns a web page instead of a sitemap.';

describe('the address of a site instead of its sitemap', () => {
  const home = (): void => void site.pages.set('/', { body: '<!doctype html><title>Help</title><p>Welcome.' });

  it('is read by the sitemaps that its robots.txt names', async () => {
    home();
    const elsewhere = 'Sitemap: https://elsewhere.example/sitemap.xml';
    const robots = `User-agent: *\nDisallow: /p/two\nSitemap: ${site.url}/a.xml\n${elsewhere}\nSitemap: ${site.url}/gone.xml\n`;
    site.pages.set('/robots.txt', { headers: { 'content-type': 'text/plain' }, body: robots });
    site.pages.set('/a.xml', list('one', 'two'));
    const source = await desk.added('sitemap', `${site.url}/`);
    expect(source).toMatchObject({ status: 'ready', chunkCount: 1, url: `${site.url}/` });
    expect(source.failedSitemaps).toMatchObject([{ url: `${site.url}/gone.xml` }]);
    expect(await pagesOf(source.id)).toEqual(['one']);
    expect(site.countOf('/sitemap.xml')).toBe(0);
  });

  it('is read by its sitemap at the usual place, and again after a change', async () => {
    home();
    site.pages.set('/sitemap.xml', list('one'));
    const { id } = await desk.added('sitemap', site.url);
    expect(await pagesOf(id)).toEqual(['one']);
    site.pages.set('/sitemap.xml', list('one', 'three'));
    await desk.call('POST', `/${id}/refresh`);
    await desk.drain();
    expect(await pagesOf(id)).toEqual(['one', 'three']);
  });

  it('is not assumed for the address of a page, whose sitemap may have failed for a moment', async () => {
    home();
    site.pages.set('/sitemap.xml', list('one'));
    site.pages.set('/help/sitemap.xml', list('two'));
    const { id } = await desk.added('sitemap', `${site.url}/help/sitemap.xml`);
    site.pages.set('/help/sitemap.xml', { body: '<!doctype html><p>Back in a minute' });
    await desk.call('POST', `/${id}/refresh`);
    await desk.drain();
    expect(await desk.read(id)).toMatchObject({ failure: { class: 'parse_error', message: PAGE } });
    expect(await pagesOf(id)).toEqual(['two']);
  });

  it('is not assumed where the site sends its readers to another one', async () => {
    const other = await WebServer.start();
    other.pages.set('/', { body: '<!doctype html><p>Sign in' });
    other.pages.set('/sitemap.xml', { body: `<urlset><url><loc>${other.url}/p/one</loc></url></urlset>` });
    site.pages.set('/', { status: 302, headers: { location: `${other.url}/` } });
    expect(await desk.added('sitemap', `${site.url}/`)).toMatchObject({ status: 'failed', failure: { message: PAGE } });
    expect(other.countOf('/sitemap.xml')).toBe(0);
    await other.stop();
  });

  it.each<[string, WebPage, string]>([
    ['none', { status: 404 }, 'The server answers 404.'],
    ['a page instead of one', { body: '<html><p>Not found' }, PAGE],
  ])('fails where the site has %s, and says where it was expected', async (_what, sitemap, reason) => {
    home();
    site.pages.set('/sitemap.xml', sitemap);
    const { status, failure } = await desk.added('sitemap', `${site.url}/`);
    expect([status, failure?.message]).toEqual([
      'failed',
      `No sitemap could be read. ${site.url}/sitemap.xml: ${reason}`,
    ]);
  });
});
