import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());

const get = (path: string, headers: Record<string, string> = {}) => fetch(parley.url + path, { headers });
const KiB = 1_024;

describe('/devices', () => {
  it('is a document of its own origin, which may make its worker into a script and nothing else', async () => {
    const response = await get('/devices');
    expect(response.status).toBe(200);
    const policy = response.headers.get('content-security-policy')!.split('; ');
    expect(policy).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types parley-devices',
      "worker-src 'self'",
      "manifest-src 'self'",
    ]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    });
    const html = await response.text();
    expect(html).toContain('<html lang="en" dir="ltr">');
    for (const [, address] of html.matchAll(/(?:href|src)="([^"]+)"/g)) expect((await get(address!)).status).toBe(200);
  });

  it.each([
    ['?lang=ar', 'de', '<html lang="ar" dir="rtl">'],
    ['', 'de-AT,en;q=0.5', '<html lang="de-AT" dir="ltr">'],
    ['?lang=%22%3E%3Cscript%3E', 'xx', '<html lang="en" dir="ltr">'],
    ['?lang=a&lang=b', 'fr', '<html lang="fr" dir="ltr">'],
  ])('%s for a browser that asks for %s', async (query, language, html) => {
    expect(await (await get(`/devices${query}`, { 'accept-language': language })).text()).toContain(html);
  });

  it('of another build, as a process of one is asked for in a rolling restart, asks for the document again', async () => {
    const style = /\/assets\/devices-style-\w+\.css/.exec(await (await get('/devices')).text())![0];
    const script = await get('/assets/devices-0123456789ab.js');
    expect([script.status, script.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await script.text()).toContain('location.replace');
    const otherStyle = await get('/assets/devices-style-0123456789ab.css');
    expect([otherStyle.status, otherStyle.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await otherStyle.text()).toBe(await (await get(style)).text());
    for (const unknown of ['devices-1.js', 'devices-style-1.css', 'devices-style-0123456789ab.js'])
      expect((await get(`/assets/${unknown}`)).status).toBe(404);
  });

  it('has a worker for its own path, which browsers ask for anew', async () => {
    const worker = await get('/devices/sw.js');
    expect(Object.fromEntries(worker.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'service-worker-allowed': '/devices',
      'content-security-policy': "default-src 'none'; img-src 'self'",
    });
    expect((await get('/devices/sw.js', { 'if-none-match': worker.headers.get('etag')! })).status).toBe(304);
  });

  it('can be installed', async () => {
    const manifest = (await (await get('/devices/manifest.webmanifest')).json()) as { icons: { src: string }[] };
    expect(manifest).toMatchObject({ start_url: '/devices', scope: '/devices', display: 'standalone' });
    for (const { src } of manifest.icons) expect((await get(src)).headers.get('content-type')).toBe('image/png');
    expect((await get('/devices/icon-1.png')).status).toBe(404);
  });

  it('has at most 12 KiB, and each dictionary 2.5 KiB', () => {
    const zipped = (content: Buffer | string): number => gzipSync(content, { level: 9 }).length;
    const names = JSON.parse(readFileSync('dist/visitor/manifest.json', 'utf8')) as Record<string, string>;
    const files = ['devices', 'devices-style'].map((name) => readFileSync(`dist/visitor/assets/${names[name]}`));
    expect(files.reduce((sum, file) => sum + zipped(file), 0)).toBeLessThanOrEqual(12 * KiB);
    const words = JSON.parse(readFileSync('dist/visitor/device-words.json', 'utf8')) as Record<string, object>;
    const large = Object.entries(words).filter(([, texts]) => zipped(JSON.stringify(texts)) > 2.5 * KiB);
    expect([Object.keys(words).length, large]).toEqual([9, []]);
  });
});
