import { request } from 'node:http';
import { type Parley, startParley } from '../support/parley';

/** Calls that one address may make in each of these cases. */
const MAX = 2;

/** Whom a call counts for is seen by whether other calls leave it any. */
describe('X-Forwarded-For', () => {
  let behindProxy: Parley;
  let open: Parley;
  beforeAll(async () => {
    const limit = { LIMIT_CAPABILITIES_PER_ADDRESS: String(MAX) };
    behindProxy = await startParley({ settings: { ...limit, TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8,fd00::/8' } });
    open = await startParley({ settings: limit });
  });
  afterAll(async () => {
    await behindProxy.stop();
    await open.stop();
  });
  beforeEach(async () => {
    for (const { database } of [behindProxy, open]) await database.query('TRUNCATE rate_limits');
  });

  const statuses = async (parley: Parley, headers: readonly (string | string[])[]): Promise<number[]> => {
    const all: number[] = [];
    for (const header of headers) all.push(await statusOf(parley, header));
    return all;
  };

  it('of a peer that is no trusted proxy is not believed', async () => {
    expect(await statuses(open, ['192.0.2.1', '192.0.2.2', '192.0.2.3', ''])).toEqual([200, 200, 429, 429]);
  });

  it('of a peer that is no trusted proxy is warned of once, of a trusted one never', async () => {
    const warnings = (parley: Parley): number => parley.log.split('add it to TRUSTED_PROXIES').length - 1;
    for (const parley of [open, behindProxy]) await statuses(parley, ['192.0.2.1', '192.0.2.2']);
    expect([warnings(open), warnings(behindProxy)]).toEqual([1, 0]);
  });

  it('of a trusted proxy is believed, as far as proxies are trusted', async () => {
    const first = ['192.0.2.1', '203.0.113.9, 192.0.2.1', '198.51.100.1,192.0.2.1,10.1.2.3'];
    expect(await statuses(behindProxy, [...first, '192.0.2.2'])).toEqual([200, 200, 429, 200]);
  });

  it.each([
    ['ports', ['203.0.113.7:4711', '203.0.113.7:4712', '203.0.113.7']],
    ['ports after IPv6', ['[2001:db8::1]:443', '[2001:db8::1]:444', '2001:db8::1']],
    ['brackets and quotes', ['"[2001:db8::1]:443"', '[2001:db8::1]', '"2001:db8::1"']],
    ['spellings of IPv6', ['2001:DB8:0::1', '2001:0db8::0001', '2001:db8:0:0:8000::1']],
    ['IPv4 in the clothes of IPv6', ['::ffff:203.0.113.7', '[::ffff:cb00:7107]:80', '203.0.113.7']],
    ['zones', ['fe80::1%eth0', 'fe80::1%anything', '[fe80::1%25eth0]:1']],
    ['several headers', [['192.0.2.99', '203.0.113.7:1'], ['203.0.113.7'], '192.0.2.98, 203.0.113.7']],
    ['white space', ['203.0.113.7 ', '\t203.0.113.7', '203.0.113.7']],
    ['ports of proxies', ['203.0.113.7, 10.0.0.1:99', '203.0.113.7, [fd00::1]:9', '203.0.113.7']],
  ])('%s make no new address', async (_what, headers) => {
    expect(await statuses(behindProxy, [...headers, '198.51.100.200'])).toEqual([200, 200, 429, 200]);
  });

  it.each([
    ['unknown', '_hidden', 'garbage-4711'],
    ['', ',', '192.0.2.1,'],
    ['203.0.113.7:4711:12', '203.0.113.7:', '203.0.113.7:x'],
    ['999.1.1.1', '010.0.0.1', '1.2.3'],
    ['[2001:db8::1', '2001:db8::1]:443', '[203.0.113.7]:1'],
    ['192.0.2.1, unknown', '192.0.2.2, -', '192.0.2.3, "'],
    ['for=192.0.2.1', '192.0.2.1;proto=https', 'http://192.0.2.1'],
  ])('%j, %j and %j count for the proxy itself', async (...headers) => {
    expect(await statuses(behindProxy, [...headers, '198.51.100.200'])).toEqual([200, 200, 429, 200]);
    await behindProxy.database.query('TRUNCATE rate_limits');
    expect(await statuses(behindProxy, [[], [], headers[0]])).toEqual([200, 200, 429]);
  });

  it('of an unnamed proxy behind the trusted one counts for that proxy', async () => {
    expect(await statuses(behindProxy, ['unknown, 10.0.0.1', 'x, 10.0.0.1', '10.0.0.1', '10.0.0.2'])).toEqual([
      200, 200, 429, 200,
    ]);
  });
});

/** A list is sent as so many headers; fetch would join them. */
function statusOf(parley: Parley, forwarded: string | string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = forwarded.length === 0 && Array.isArray(forwarded) ? {} : { 'X-Forwarded-For': forwarded };
    request(`${parley.url}/api/v1/capabilities`, { headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    })
      .once('error', reject)
      .end();
  });
}
