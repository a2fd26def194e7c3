import { gzipSync } from 'node:zlib';
import { type Parley, startParley } from '../support/parley';

describe('the console', () => {
  let parley: Parley;
  beforeAll(async () => {
    parley = await startParley();
  });
  afterAll(() => parley.stop());

  const open = (path: string, init: RequestInit = {}) => fetch(parley.url + path, { redirect: 'manual', ...init });
  const assetsOf = (html: string): string[] => [...html.matchAll(/"(\/app\/assets\/[^"]+)"/g)].map(([, path]) => path!);

  it('200 with the same document for every address below /app, under a policy of its own scripts only', async () => {
    const pages = await Promise.all(
      ['/app', '/app/', '/app/sign-in', '/app/w/x/inbox/all/y'].map((path) => open(path)),
    );
    const texts = await Promise.all(pages.map((page) => page.text()));
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(texts).size).toBe(1);
    const policy = pages[0]!.headers.get('content-security-policy')!.split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ]),
    );
    expect(policy.join()).not.toMatch(/unsafe|https?:/);
    expect(Object.fromEntries(pages[0]!.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow',
    });
  });

  it('answers HEAD like GET without the body', async () => {
    const [get, head] = [await open('/app/sign-in'), await open('/app/sign-in', { method: 'HEAD' })];
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const name of ['content-type', 'content-security-policy', 'content-length'])
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
  });

  it('200 for each file of the document, kept for a year; 304 while it is the same', async () => {
    const assets = assetsOf(await (await open('/app')).text());
    expect(assets.length).toBeGreaterThanOrEqual(2);
    for (const path of assets) {
      const response = await open(path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': expect.stringMatching(path.endsWith('.css') ? /^text\/css/ : /javascript/),
        'x-content-type-options': 'nosniff',
      });
      const again = await open(path, { headers: { 'If-None-Match': response.headers.get('etag')! } });
      expect([path, again.status, await again.text()]).toEqual([path, 304, '']);
    }
  });

  it('404 for a file that the build does not have, also by a path to another folder', async () => {
    for (const name of ['nothing.js', '..%2fmanifest.json', '%2e%2e%2f%2e%2e%2fpackage.json', '__proto__'])
      expect([name, (await open(`/app/assets/${name}`)).status]).toEqual([name, 404]);
  });

  it('names its build, for open pages', async () => {
    const response = await open('/app/build.json');
    const { build } = (await response.json()) as { build: string };
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await (await open('/app')).text()).toContain(`data-build="${build}"`);
  });

  it('200 for a page with the widget of an agent, in the language of the browser; 404 for what is no id', async () => {
    const agentId = '0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c';
    const page = await open(`/app/preview/${agentId}`, { headers: { 'accept-language': 'de-AT, en;q=0.5' } });
    const html = await page.text();
    expect(html).toContain(`<script async src="/widget.js" data-agent="${agentId}"></script>`);
    expect(html).toContain('<html lang="de">');
    const policy = page.headers.get('content-security-policy')!.split('; ');
    expect(policy).toEqual(expect.arrayContaining(["script-src 'self'", "frame-src 'self'", "frame-ancestors 'none'"]));
    expect(policy.join()).not.toMatch(/unsafe|https?:/);
    expect((await open('/app/preview/x%22onload=')).status).toBe(404);
  });

  it('200 for the preview of a look, which only our own pages frame, without cookies or storage', async () => {
    const hostile = encodeURIComponent('"><script>alert(1)</script>');
    const page = await open('/app/look?surface=page&locale=de&theme=dark');
    const html = await page.text();
    expect(html).toMatch(/<html lang="de" dir="ltr" data-theme="dark">/);
    expect(page.headers.get('content-security-policy')!.split('; ')).toEqual(
      expect.arrayContaining(["script-src 'self'", "frame-ancestors 'self'", 'sandbox allow-scripts']),
    );
    expect(page.headers.get('cache-control')).toBe('no-store');
    const other = await open(`/app/look?surface=${hostile}&locale=${hostile}&theme=${hostile}&theme=x`);
    expect([other.status, (await other.text()).includes('alert')]).toEqual([200, false]);
    const colors = await open('/app/look/theme.css?accent=ff8800');
    expect(colors.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(await colors.text()).toContain('--accent:#ff8800');
    expect(await (await open(`/app/look/theme.css?accent=${hostile}`)).text()).toContain('--accent:#000000');
  });

  it.each(['verify-email', 'reset-password', 'accept-invitation'])(
    '302 from /%s, which mails name, to its page; the token stays in the fragment',
    async (page) => {
      const response = await open(`/${page}`);
      expect([response.status, response.headers.get('location')]).toEqual([302, `/app/${page}`]);
      expect([response.headers.get('cache-control'), response.headers.get('referrer-policy')]).toEqual([
        'no-store',
        'no-referrer',
      ]);
    },
  );

  it('loads at most 150 KB of scripts, 24 KB of words and 25 KB of styles for the sign-in page, compressed', async () => {
    const sizeOf = async (paths: Iterable<string>): Promise<number> => {
      const texts = await Promise.all([...paths].map(async (path) => (await open(path)).text()));
      return texts.reduce((total, text) => total + gzipSync(text).length, 0);
    };
    const [html, loaded] = [await (await open('/app')).text(), new Set<string>()];
    const load = async (path: string): Promise<string> => {
      const script = await (await open(path)).text();
      loaded.add(path);
      for (const [, name] of script.matchAll(/(?:^|[;}])(?:import|export)[^;()]*?"\.\/([\w-]+\.js)"/g))
        if (!loaded.has(`/app/assets/${name}`)) await load(`/app/assets/${name}`);
      return script;
    };
    const script = await load(/<script type="module" src="([^"]+)"/.exec(html)![1]!);
    const signIn = /import\("\.\/([\w-]+\.js)"\),"SignIn"/.exec(script)![1]!;
    await load(`/app/assets/${signIn}`);
    expect(loaded.size).toBeGreaterThan(10);
    // React 67 KB, the router 28 KB, fields 23 KB, reading and its cache 12 KB.
    expect(await sizeOf(loaded)).toBeLessThan(150 * 1024);
    const all = (await Promise.all([...loaded].map(async (path) => (await open(path)).text()))).join('\n');
    const lazy = [
      ...new Set([...all.matchAll(/import\("\.\/([\w-]+\.js)"\)/g)].map(([, name]) => `/app/assets/${name}`)),
    ];
    const words: string[] = [];
    for (const path of lazy) if ((await (await open(path)).text()).includes('"app.skip"')) words.push(path);
    expect(words).toHaveLength(2);
    for (const path of words) expect(await sizeOf([path])).toBeLessThan(24 * 1024);
    expect(await sizeOf(assetsOf(html).filter((path) => path.endsWith('.css')))).toBeLessThan(25 * 1024);
  });
});
