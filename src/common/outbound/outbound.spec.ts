import { brotliCompressSync, gzipSync } from 'node:zlib';
import { TestOutbound } from '../../../test/support/outbound';
import { NameServer } from '../../../test/support/name-server';
import { WebServer } from '../../../test/support/web-server';

let site: WebServer;
let outbound: TestOutbound;

beforeAll(async () => {
  site = await WebServer.start();
  outbound = new TestOutbound({ FETCH_ALLOWED_HOSTS: '127.0.0.1', PUBLIC_URL: 'https://desk.example' });
});
afterAll(async () => {
  await outbound.stop();
  await site.stop();
});

const page = (path: string, body: string | Buffer, headers: Record<string, string> = {}): string => {
  site.pages.set(path, { body, headers });
  return site.url + path;
};
const redirect = (path: string, location: string, status = 302): string => {
  site.pages.set(path, { status, headers: { location } });
  return site.url + path;
};

it('returns the response of a server, and sends a user agent', async () => {
  const reply = await outbound.get(page('/a?b=c', 'Zebras', { etag: '"1"' }), { headers: { accept: 'text/html' } });
  expect(reply).toMatchObject({ status: 200, headers: { etag: '"1"' }, url: { pathname: '/a', search: '?b=c' } });
  expect(reply.body.toString()).toBe('Zebras');
  expect(site.requests.at(-1)!.headers).toMatchObject({
    'user-agent': 'Parley/1.0 (+https://desk.example)',
    accept: 'text/html',
  });
});

it.each([
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['br', brotliCompressSync],
])('unpacks %s', async (encoding, pack) => {
  const reply = await outbound.get(page(`/${encoding}`, pack('Zebras graze.'), { 'content-encoding': encoding }));
  expect(reply.body.toString()).toBe('Zebras graze.');
});

it('reads no body but that of a page that is there', async () => {
  site.pages.set('/gone', { status: 410, body: 'Nothing here' });
  const reply = await outbound.get(`${site.url}/gone`);
  expect([reply.status, reply.body.length]).toEqual([410, 0]);
});

// The connection check sees host and port only. The other parts of an address are checked before.
it.each(['get', 'send', 'post'] as const)('%s goes to no address with a user or password', async (way) => {
  const before = site.requests.length;
  const address = site.url.replace('//', '//user:password@');
  await expect(outbound[way](address)).rejects.toMatchObject({ reason: 'blocked_address' });
  expect(site.requests).toHaveLength(before);
});

describe('localhost', () => {
  it.each(['localhost', 'LOCALHOST', 'localhost.', 'app.localhost'])(
    'is this machine without a DNS query: %s',
    async (name) => {
      const elsewhere = await NameServer.start(() => ['203.0.113.7']);
      const local = new TestOutbound({
        FETCH_ALLOWED_HOSTS: name.toLowerCase().replace(/\.$/, ''),
        DNS_SERVERS: elsewhere.address,
      });
      const open = await WebServer.start('::1').catch(() => null);
      for (const port of [site.port, ...(open ? [open.port] : [])]) {
        expect(await local.outcome(`http://${name}:${port}/nothing`)).toBe(404);
      }
      const closed = new TestOutbound({ DNS_SERVERS: elsewhere.address });
      expect(await closed.outcome(`http://${name}/`)).toBe('blocked_address');
      elsewhere.stop();
      await Promise.all([local.stop(), closed.stop(), open?.stop()]);
    },
  );
});

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])('%i is followed, also where it is relative', async (status) => {
    page('/end', 'The end');
    const reply = await outbound.get(redirect(`/from-${status}`, '../end', status));
    expect([reply.url.pathname, reply.body.toString()]).toEqual(['/end', 'The end']);
  });

  it('up to five are followed, and each is checked', async () => {
    for (let n = 0; n < 6; n += 1) redirect(`/hop-${n}`, `/hop-${n + 1}`);
    page('/hop-6', 'Far away');
    const requested: string[] = [];
    const ensure = async (url: URL): Promise<void> => void requested.push(url.pathname);
    expect((await outbound.get(`${site.url}/hop-1`, { ensure })).body.toString()).toBe('Far away');
    expect(requested).toEqual(['/hop-1', '/hop-2', '/hop-3', '/hop-4', '/hop-5', '/hop-6']);
    expect(await outbound.outcome(`${site.url}/hop-0`)).toBe('unreachable');
    expect(await outbound.outcome(redirect('/round', '/round'))).toBe('unreachable');
  });

  it('only allowed addresses are followed', async () => {
    page('/secret', 'secret');
    const refuse = async (url: URL): Promise<void> => {
      if (url.pathname === '/secret') throw new Error('not that one');
    };
    await expect(outbound.get(redirect('/to-secret', '/secret'), { ensure: refuse })).rejects.toThrow('not that one');
    expect(site.countOf('/secret')).toBe(0);
    expect(await outbound.outcome(redirect('/no-address', 'http://'))).toBe('unreachable');
    expect(await outbound.outcome(redirect('/to-file', 'file:///etc/passwd'))).toBe('blocked_address');
    expect(await outbound.outcome(redirect('/to-user', site.url.replace('//', '//a:b@')))).toBe('blocked_address');
    expect(await outbound.outcome(redirect('/to-local', `http://127.0.0.9:${site.port}/`))).toBe('blocked_address');
  });
});

describe('bounds', () => {
  it('bytes, packed and unpacked', async () => {
    const longest = 10_000;
    expect(await outbound.outcome(page('/fits', 'x'.repeat(longest)), { longest })).toBe(200);
    expect(await outbound.outcome(page('/long', 'x'.repeat(longest + 1)), { longest })).toBe('too_large');
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    expect(await outbound.outcome(page('/bomb', bomb, { 'content-encoding': 'gzip' }), { longest: 100_000 })).toBe(
      'too_large',
    );
    const nothing = Buffer.concat(Array.from({ length: 1_000 }, () => gzipSync('')));
    expect(await outbound.outcome(page('/nothing', nothing, { 'content-encoding': 'gzip' }), { longest })).toBe(
      'too_large',
    );
  });

  it.each([
    ['gzip', gzipSync('x'.repeat(5_000)).subarray(0, 30), 'unreachable'],
    ['gzip', Buffer.from('no gzip'), 'unreachable'],
    ['deflate', Buffer.from('x'), 'unsupported_type'],
    ['gzip, gzip', gzipSync(gzipSync('x')), 'unsupported_type'],
  ])('a body with a wrong or unsupported content encoding %s', async (encoding, body, outcome) => {
    expect(await outbound.outcome(page('/packed', body, { 'content-encoding': encoding }))).toBe(outcome);
  });

  it('time: of a server that sends a byte now and then', async () => {
    site.pages.set('/slow', (_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(drip));
    });
    expect(await outbound.outcome(`${site.url}/slow`, { milliseconds: 300 })).toBe('timeout');
    site.pages.set('/silent', () => {});
    expect(await outbound.outcome(`${site.url}/silent`, { milliseconds: 100 })).toBe('timeout');
  });

  it('a connection that breaks, an invalid response, a closed port', async () => {
    site.pages.set('/breaks', (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('x', () => response.destroy());
    });
    expect(await outbound.outcome(`${site.url}/breaks`)).toBe('unreachable');
    site.pages.set('/garbage', (_request, response) => void response.socket!.end('garbage\r\n\r\n'));
    expect(await outbound.outcome(`${site.url}/garbage`)).toBe('unreachable');
    expect(await outbound.outcome('http://127.0.0.1:1/')).toBe('unreachable');
  });
});

describe('FETCH_ALLOWED_HOSTS', () => {
  let names: NameServer;
  beforeAll(async () => {
    names = await NameServer.start((name) => (name.endsWith('.lan') ? ['127.0.0.1'] : []));
  });
  afterAll(() => names.stop());

  it.each([
    ['wiki.lan', 'wiki.lan', 200],
    ['Wiki.LAN', 'wiki.lan', 200],
    ['wiki.lan', 'wiki.lan.', 200],
    ['127.0.0.0/24', 'wiki.lan', 200],
    ['127.0.0.0/24', '127.0.0.1', 200],
    ['wiki.lan', 'other.lan', 'blocked_address'],
    ['wiki.lan', 'a.wiki.lan', 'blocked_address'],
    ['wiki.lan', '127.0.0.1', 'blocked_address'],
    ['127.0.0.0/24', '[::ffff:127.0.0.1]', 'blocked_address'],
    ['', 'wiki.lan', 'blocked_address'],
    ['127.0.0.0/24', 'unknown.example', 'unreachable'],
  ])('%j: %s is %s', async (allowed, host, outcome) => {
    page('/', 'Welcome');
    const some = new TestOutbound({ FETCH_ALLOWED_HOSTS: allowed, DNS_SERVERS: names.address });
    expect(await some.outcome(`http://${host}:${site.port}/`)).toBe(outcome);
    await some.stop();
  });
});
