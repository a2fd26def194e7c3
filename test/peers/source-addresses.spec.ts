import { aKey } from '../factories/key';
import { SourceDesk } from '../factories/source-fixtures';
import { WebServer } from '../support/web-server';

const PAGE = `<!doctype html><html><head><title>Passwords - Acme</title></head><body>
  <nav><a href="/">Home</a> <a href="/zebra-prices">Zebra prices</a></nav>
  <main><h1>Passwords</h1><p>To reset your password, open Settings. See <a href="other">the other page</a>.</p></main>
  <footer>Zebras and sons, all rights reserved.</footer></body></html>`;

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
  // Another host, so that no robots.txt is remembered.
  await site.stop();
  site = await WebServer.start();
  site.pages.set('/passwords', { body: PAGE });
});

const html = (body: string | Buffer, headers: Record<string, string> = {}) => ({
  body,
  headers: { 'content-type': 'text/html', ...headers },
});

describe('createSource with an address', () => {
  it('202 queued, then fetched, and the main content of the page is found with its address', async () => {
    const reply = await desk.call('POST', '', { type: 'url', name: 'Passwords', url: `${site.url}/passwords#top` });
    const url = `${site.url}/passwords`;
    expect(reply.status).toBe(202);
    expect(reply.body).toMatchObject({ type: 'url', status: 'queued', url, mediaType: null, sizeBytes: 0 });
    await desk.drain();
    const { id } = reply.body;
    expect(await desk.read(id)).toMatchObject({
      status: 'ready',
      mediaType: 'text/html',
      sizeBytes: PAGE.length,
      chunkCount: 1,
      failure: null,
    });
    expect(await desk.found('reset password')).toMatchObject([{ sourceId: id, url, title: 'Passwords' }]);
    expect(await desk.found('zebra')).toEqual([]);
    expect(await desk.text(id)).toContain('To reset your password, open Settings.');
    expect(site.requests.map((request) => request.url)).toEqual(['/robots.txt', '/passwords']);
  });

  it.each([
    ['Markdown', { 'content-type': 'text/markdown' }, '# Zebras\n\nBy boat.', '/a', 'text/markdown'],
    [
      'Markdown by its name',
      { 'content-type': 'text/plain; charset=utf-8' },
      '# Zebras\n\nBy boat.',
      '/a.md',
      'text/markdown',
    ],
    ['plain text', { 'content-type': 'text/plain' }, 'Zebras by boat.', '/a', 'text/plain'],
    [
      'XHTML',
      { 'content-type': 'application/xhtml+xml' },
      '<html><body><p>Zebras by boat.</p></body></html>',
      '/a',
      'text/html',
    ],
    [
      'Latin-1 by its header',
      { 'content-type': 'text/html; charset=ISO-8859-1' },
      Buffer.from('<p>Zebras à la mode</p>', 'latin1'),
      '/a',
      'text/html',
    ],
    [
      'Latin-1 by its head',
      { 'content-type': 'text/html' },
      Buffer.from('<meta charset="latin1"><p>Zebras à la mode</p>', 'latin1'),
      '/a',
      'text/html',
    ],
  ])('202 for %s', async (_kind, headers, body, path, mediaType) => {
    site.pages.set(path, { headers, body });
    const source = await desk.added('url', site.url + path);
    expect(source).toMatchObject({ status: 'ready', mediaType });
    const [found] = await desk.found('zebras');
    expect(found?.text).toMatch(/boat|à la mode/);
  });

  it.each([
    ['iso-8859-1', 'text/html; charset=iso-8859-1', ''],
    ['windows-1252', 'text/html', '<meta charset="windows-1252">'],
    ['UTF-8', 'text/html; charset=utf-8', ''],
    ['nothing', 'text/html', ''],
  ])('has the characters of its writer in windows-1252 where it declares %s', async (declared, type, head) => {
    const body = Buffer.from(`${head}<p>It costs \x80 249 \x96 delivery isn\x92t included.</p>`, 'latin1');
    site.pages.set(`/cp1252-${declared}`, { headers: { 'content-type': type }, body });
    const { id } = await desk.added('url', `${site.url}/cp1252-${declared}`);
    expect(await desk.text(id)).toContain('It costs € 249 – delivery isn’t included.');
  });

  it('leads to the section that speaks of it, by the place that the page or its format gives it', async () => {
    const page = `<main><h1 id="all">Animals</h1><p>Lions sleep.</p>
      <section id="stripes"><h2>Stripes</h2><p>Zebras graze.</p></section>
      <h2>Spots<a class="headerlink" href="#spots-and-dots">#</a></h2><p>Leopards climb.</p>
      <h2><a name="big"></a>Size</h2><h3>Weight</h3><p>Elephants drink.</p></main>`;
    site.pages.set('/animals', html(page));
    site.pages.set('/birds.md', {
      headers: { 'content-type': 'text/markdown' },
      body: '# Birds\n\n## Size & weight\n\nRobins sing.\n\n## Size & weight\n\nEagles soar.\n\n## Sea {#water}\n\nGulls cry.\n',
    });
    const animals = await desk.added('url', `${site.url}/animals`);
    await desk.added('url', `${site.url}/birds.md`);
    const place = async (word: string) => {
      const [found] = await desk.found(word);
      return [found?.heading, found?.url?.replace(site.url, '')];
    };
    expect(await place('lions')).toEqual(['Animals', '/animals']);
    expect(await place('zebras')).toEqual(['Animals > Stripes', '/animals#stripes']);
    expect(await place('leopards')).toEqual(['Animals > Spots', '/animals#spots-and-dots']);
    expect(await place('elephants')).toEqual(['Animals > Size > Weight', '/animals#big']);
    expect(await place('robins')).toEqual(['Birds > Size & weight', '/birds.md#size--weight']);
    expect(await place('eagles')).toEqual(['Birds > Size & weight', '/birds.md#size--weight-1']);
    expect(await place('gulls')).toEqual(['Birds > Sea', '/birds.md#water']);

    const { secret } = await aKey(desk.parley, { id: desk.agent.workspaceId });
    const chat = `/workspaces/${desk.agent.workspaceId}/agents/${desk.agent.id}/chat`;
    const { body } = await desk.parley.call('POST', chat, { token: secret, body: { message: 'Do zebras graze?' } });
    const cited = { title: 'Docs', heading: 'Animals > Stripes', url: `${site.url}/animals#stripes` };
    expect(body).toMatchObject({ outcome: 'answered', citations: [{ ...cited, quote: 'Zebras graze.' }] });
    const gold = { message: 'Which zebras have stripes of gold?' };
    const close = (await desk.parley.call('POST', chat, { token: secret, body: gold })).body;
    const suggestion = { title: cited.heading, url: cited.url, sourceId: animals.id };
    expect(close).toMatchObject({ outcome: 'no_answer', suggestions: [suggestion] });
  });

  it('cites the address that the page gives itself, or where redirects ended', async () => {
    const canonical = '<head><link rel="canonical" href="/guide"></head><p>Zebras graze.</p>';
    site.pages.set('/guide?from=mail', html(canonical));
    site.pages.set('/moved', { status: 301, headers: { location: '/passwords' } });
    site.pages.set(
      '/lies',
      html('<head><link rel="canonical" href="https://elsewhere.example/"></head><p>Lions sleep.</p>'),
    );
    await desk.added('url', `${site.url}/guide?from=mail`);
    const moved = await desk.added('url', `${site.url}/moved`);
    await desk.added('url', `${site.url}/lies`);
    const urls = await Promise.all(
      ['zebras', 'password', 'lions'].map(async (word) => (await desk.found(word))[0]?.url),
    );
    expect(urls).toEqual([`${site.url}/guide`, `${site.url}/passwords`, `${site.url}/lies`]);
    expect(moved.url).toBe(`${site.url}/moved`);
  });

  it.each([
    ['unreachable', { status: 404 }],
    ['unreachable', { status: 500 }],
    ['unreachable', { status: 302, headers: { location: '/page' } }],
    ['blocked_address', { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' } }],
    ['blocked_address', { status: 302, headers: { location: 'http://[::1]:1/' } }],
    ['unsupported_type', { headers: { 'content-type': 'image/png' }, body: 'x' }],
    ['unsupported_type', { headers: { 'content-type': 'application/zip' }, body: 'x' }],
    ['too_large', html('x'.repeat(5 * 1024 * 1024 + 1))],
    ['empty', html('<script>zebra()</script>')],
    ['empty', html('')],
    ['parse_error', html('<i>'.repeat(600))],
  ])('failed with class %s', async (failureClass, page) => {
    site.pages.set('/page', page);
    const source = await desk.added('url', `${site.url}/page`);
    expect(source).toMatchObject({ status: 'failed', chunkCount: 0, failure: { class: failureClass } });
    expect(source.failure?.message).toMatch(/^[A-Z][^:]*\.$/);
  });

  it.each(['http://10.0.0.1/', 'http://169.254.169.254/', 'http://127.0.0.2/', 'http://[::1]/'])(
    'failed with class blocked_address: %s',
    async (url) => {
      const { status, failure } = await desk.added('url', url);
      expect([status, failure?.class]).toEqual(['failed', 'blocked_address']);
    },
  );
});

describe('robots.txt', () => {
  it.each([
    ['User-agent: *\nDisallow: /pass', 'failed'],
    ['User-agent: *\nDisallow: /\n\nUser-agent: parley\nAllow: /', 'ready'],
    ['User-agent: Parley\nDisallow: /*words$', 'failed'],
    ['User-agent: Googlebot\nDisallow: /', 'ready'],
    ['<!doctype html><p>Welcome', 'ready'],
    ['', 'ready'],
  ])('%j: %s', async (body, status) => {
    site.pages.set('/robots.txt', { headers: { 'content-type': 'text/plain' }, body });
    const source = await desk.added('url', `${site.url}/passwords`);
    expect([source.status, source.failure?.class]).toEqual([
      status,
      status === 'failed' ? 'blocked_address' : undefined,
    ]);
    expect(site.countOf('/passwords')).toBe(status === 'failed' ? 0 : 1);
  });

  it('also of where a redirect leads', async () => {
    site.pages.set('/robots.txt', { body: 'User-agent: *\nDisallow: /passwords' });
    site.pages.set('/open', { status: 302, headers: { location: '/passwords' } });
    expect((await desk.added('url', `${site.url}/open`)).failure?.class).toBe('blocked_address');
    expect(site.countOf('/passwords')).toBe(0);
  });

  it('of a server that is out of order may forbid everything', async () => {
    site.pages.set('/robots.txt', { status: 503 });
    expect((await desk.added('url', `${site.url}/passwords`)).failure?.class).toBe('unreachable');
    expect(site.countOf('/passwords')).toBe(0);
  });
});

describe('a failure says in sentences of our own', () => {
  it.each([
    [html('<i>'.repeat(600)), 'The elements of the HTML nest deeper than 512 levels.'],
    [
      html(`<p ${Array.from({ length: 1_001 }, (_, at) => `a${at}`).join(' ')}>x`),
      'An element of the HTML has more than 1000 attributes.',
    ],
    [{ status: 404 }, 'The server answers 404.'],
  ])('of a page', async (page, message) => {
    site.pages.set('/page', page);
    expect((await desk.added('url', `${site.url}/page`)).failure?.message).toBe(message);
  });

  it.each([
    [
      { status: 302, headers: { location: 'http://10.0.0.1/' } },
      'blocked_address',
      'The address is in a private or reserved network. The operator of Parley can allow it in FETCH_ALLOWED_HOSTS.',
    ],
    [{ status: 302, headers: { location: '/robots.txt' } }, 'unreachable', 'The address redirects more than 5 times.'],
  ])('of robots.txt', async (page, failureClass, reason) => {
    site.pages.set('/robots.txt', page);
    expect((await desk.added('url', `${site.url}/passwords`)).failure).toMatchObject({
      class: failureClass,
      message: `The robots.txt of the site could not be fetched. ${reason}`,
    });
  });
});

describe('refreshSource of an address', () => {
  it('asks whether the page has changed, and leaves the index alone where it has not', async () => {
    site.pages.set('/page', (request, response) => {
      const unchanged = request.headers['if-none-match'] === '"1"' && request.headers['if-modified-since'] === 'Sun';
      response.writeHead(unchanged ? 304 : 200, { 'content-type': 'text/html', etag: '"1"', 'last-modified': 'Sun' });
      response.end(unchanged ? undefined : '<p>Zebras graze.</p>');
    });
    const source = await desk.added('url', `${site.url}/page`);
    const again = await desk.refreshed(source.id);
    expect(again).toMatchObject({ status: 'ready', chunkCount: 1, lastIndexedAt: source.lastIndexedAt });
    expect(site.countOf('/page')).toBe(2);
    expect(await desk.found('zebras')).toHaveLength(1);
  });

  it('indexes what has changed', async () => {
    const source = await desk.added('url', `${site.url}/passwords`);
    site.pages.set('/passwords', html('<main><p>Lions sleep.</p></main>'));
    await desk.refreshed(source.id);
    expect([await desk.found('password'), await desk.found('lions')].map(({ length }) => length)).toEqual([0, 1]);
  });

  it.each([{ status: 404 }, { status: 410 }, { status: 503 }, html(''), { headers: { 'content-type': 'image/png' } }])(
    'keeps the last good index where it fails, and comes back without a condition: %j',
    async (page) => {
      site.pages.set('/page', html('<p>Zebras graze.</p>', { etag: '"1"' }));
      const source = await desk.added('url', `${site.url}/page`);
      site.pages.set('/page', page);
      expect(await desk.refreshed(source.id)).toMatchObject({ status: 'failed', chunkCount: 1 });
      expect(await desk.found('zebras')).toHaveLength(1);
      site.pages.set('/page', html('<p>Zebras graze.</p>', { etag: '"1"' }));
      expect(await desk.refreshed(source.id)).toMatchObject({ status: 'ready', chunkCount: 1, failure: null });
      expect(site.requests.at(-1)!.headers['if-none-match']).toBeUndefined();
    },
  );

  it('409 source_busy while it is fetched', async () => {
    const { id } = await desk.add('url', `${site.url}/passwords`);
    expect((await desk.call('POST', `/${id}/refresh`)).body.code).toBe('source_busy');
    await desk.drain();
  });

  it('happens by itself when its time has come', async () => {
    const { id } = await desk.added('url', `${site.url}/passwords`, { refreshHours: 24 });
    await desk.drain();
    expect(site.countOf('/passwords')).toBe(1);
    const [due] = await desk.parley.database.query(
      `SELECT round(extract(epoch FROM refresh_at - last_indexed_at) / 3600)::int AS hours FROM knowledge_sources WHERE id = $1`,
      [id],
    );
    expect(due.hours).toBe(24);
    await desk.parley.database.query(`UPDATE knowledge_sources SET refresh_at = now() WHERE id = $1`, [id]);
    await desk.drain();
    expect(site.countOf('/passwords')).toBe(2);
    expect(await desk.read(id)).toMatchObject({ status: 'ready' });
  });
});

describe('removeSource of an address', () => {
  it('while it is fetched leaves nothing behind', async () => {
    const { id } = await desk.add('url', `${site.url}/slow`);
    let answer: () => void = () => {};
    const requestArrived = new Promise<void>((resolve) => {
      site.pages.set('/slow', (_request, response) => {
        answer = () => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Zebras graze.</p>');
        resolve();
      });
    });
    const drained = desk.drain();
    await requestArrived;
    expect((await desk.call('DELETE', `/${id}`)).status).toBe(200);
    answer();
    await drained;
    await desk.drain();
    expect(await desk.found('zebras')).toEqual([]);
    const [left] = await desk.parley.database.query('SELECT count(*)::int AS n FROM knowledge_sources WHERE id = $1', [
      id,
    ]);
    expect(left.n).toBe(0);
  });
});
