import { createHash } from 'node:crypto';
import { anAccount } from '../factories/account';
import { aCredential } from '../factories/credential';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';

describe('an address without a handler, in a browser', () => {
  let parley: Parley;
  let token: string;
  beforeAll(async () => {
    parley = await startParley();
    token = (await aCredential(parley, await anAccount(parley))).secret;
  });
  afterAll(() => parley.stop());

  const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
  const open = (path: string, method = 'GET', accept = ACCEPT) =>
    fetch(parley.url + path, { method, headers: { Accept: accept } });

  it('302 from / to the console, which asks who is signed in', async () => {
    const response = await fetch(`${parley.url}/`, { headers: { Accept: ACCEPT }, redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/app']);
    expect([response.headers.get('cache-control'), response.headers.get('vary')]).toEqual([
      'no-store',
      'Origin, Accept',
    ]);
  });

  it('404 for every address without a handler, the same for all', async () => {
    const pages = await Promise.all(
      ['/nothing', '/api/v1/nothing', '/docs/nothing.js', '/<script>'].map((path) => open(path)),
    );
    const texts = await Promise.all(pages.map((page) => page.text()));
    const { headers } = pages[0]!;
    const style = createHash('sha256')
      .update(/<style>(.*)<\/style>/s.exec(texts[0]!)![1]!)
      .digest('base64');
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${style}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      vary: 'Origin, Accept',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    const links = [...texts[0]!.matchAll(/a href="([^"]+)"/g)].map(([, address]) => address!);
    expect(links).toEqual(['/app', '/docs', '/llms.txt', '/docs/openapi.json']);
    for (const link of links) expect([link, (await open(link)).status]).toEqual([link, 200]);
    expect(pages.map(({ status, headers }) => [status, headers.get('cache-control')])).toEqual(
      pages.map(() => [404, 'no-store']),
    );
    expect(texts[0]).toContain('This page does not exist');
    expect(new Set(texts).size).toBe(1);
  });

  it('answers HEAD like GET without the body', async () => {
    for (const path of ['/', '/nothing']) {
      const [get, head] = [await open(path), await open(path, 'HEAD')];
      expect([head.status, await head.text()]).toEqual([get.status, '']);
      for (const name of ['content-type', 'content-length', 'content-security-policy', 'vary'])
        expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
  });

  it.each(['*/*', 'application/json', 'text/html, */*', 'application/json, text/html;q=0.9'])(
    'JSON for Accept: %s',
    async (accept) => {
      const response = await open('/', 'GET', accept);
      expect([response.status, response.headers.get('vary'), await response.text()]).toEqual([
        404,
        'Origin, Accept',
        '{"error":"Nothing has this path. /docs lists all operations.","code":"not_found"}',
      ]);
    },
  );

  it('JSON for operations, for what they do not find, for other methods, and for pages that are not there', async () => {
    const stranger = await aWorkspace(parley, await anAccount(parley));
    const headers = { Accept: ACCEPT, Authorization: `Bearer ${token}` };
    const [unknown, hidden] = await Promise.all(
      [stranger.id.replace(/^.{8}/, '00000000'), stranger.id].map(async (id) => {
        const response = await fetch(`${parley.url}/api/v1/workspaces/${id}`, { headers });
        return [response.status, response.headers.get('content-type'), await response.text()];
      }),
    );
    expect(unknown).toEqual([404, 'application/json; charset=utf-8', expect.stringContaining('"not_found"')]);
    expect(hidden).toEqual(unknown);
    const codeOf = async (path: string, method = 'GET') =>
      ((await (await open(path, method)).json()) as { code: string }).code;
    expect(await codeOf('/api/v1/workspaces')).toBe('api_key_missing');
    expect(await codeOf('/nothing', 'POST')).toBe('not_found');
    expect(await codeOf('/api/v1/workspaces', 'DELETE')).toBe('method_not_allowed');
    expect(await codeOf('/assets/nothing.js')).toBe('not_found');
  });
});
