import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { NameServer } from '../support/name-server';
import { TestOutbound } from '../support/outbound';
import { WebServer } from '../support/web-server';
import { spellingsOf } from './forbidden-spellings';

/** No server listens at the others: the test checks that there was no connection. */
const CANARY = '127.93.7.5';
const FAMILIES = [CANARY, '169.254.169.254', '192.168.1.1'];

let canary: WebServer;
let names: NameServer;
let outbound: TestOutbound;
let sockets = 0;
let answers: readonly string[] = [];
const count = (): void => void (sockets += 1);

beforeAll(async () => {
  // On a port of the web, where the system lets us: elsewhere, the port alone would be reason enough to refuse.
  canary = await WebServer.start(CANARY, 80).catch(() => WebServer.start('127.0.0.1'));
  names = await NameServer.start(() => answers);
  outbound = new TestOutbound({ DNS_SERVERS: names.address });
  subscribe('net.client.socket', count);
});
afterAll(async () => {
  unsubscribe('net.client.socket', count);
  await outbound.stop();
  names.stop();
  await canary.stop();
});
beforeEach(() => (sockets = 0));
afterEach(() => {
  expect(canary.connections).toBe(0);
});

it.each(FAMILIES)('sixty spellings of %s open no connection', async (address) => {
  const spellings = spellingsOf(address);
  expect(new Set(spellings).size).toBe(60);
  const outcomes = new Set<unknown>();
  for (const host of spellings) outcomes.add(await outbound.outcome(`http://${host}:${canary.port}/`));
  expect([...outcomes]).toEqual(['blocked_address']);
  expect(sockets).toBe(0);
});

it.each(FAMILIES)('names that lead to %s, in all the ways that DNS can say it, open no connection', async (address) => {
  const six = spellingsOf(address).flatMap((host) => (host.startsWith('[') ? [host.slice(1, -1)] : []));
  for (const answer of [address, ...six]) {
    answers = [answer];
    expect([answer, await outbound.outcome(`http://rebind.example:${canary.port}/`)]).toEqual([
      answer,
      'blocked_address',
    ]);
  }
  expect(sockets).toBe(0);
});

it.each([
  'file:///etc/passwd',
  'ftp://example.com/',
  'gopher://example.com/',
  'data:text/plain,x',
  'http://user@example.com/',
  'http://user:password@example.com/',
  'http://example.com:22/',
  'https://example.com:6379/',
  'http://localhost/',
  'http://[::1]/',
  'http://[::]/',
  'http://0/',
  'http://0.0.0.0/',
  'http://[fd00:ec2::254]/',
  'http://[ff02::1]/',
])('%s opens no connection', async (address) => {
  answers = address.includes('localhost') ? ['127.0.0.1', '::1'] : ['93.184.216.34'];
  expect(await outbound.outcome(address)).toBe('blocked_address');
  expect(sockets).toBe(0);
});

it('of a name that leads to both kinds only what is allowed is connected to', async () => {
  const site = await WebServer.start('127.0.0.2').catch(() => null);
  // macOS has no second loopback address.
  if (!site) return;
  site.pages.set('/', { body: 'Welcome' });
  answers = ['127.0.0.1', '127.0.0.2', '169.254.169.254', '::1'];
  const some = new TestOutbound({ DNS_SERVERS: names.address, FETCH_ALLOWED_HOSTS: '127.0.0.2' });
  const forbidden = await WebServer.start('127.0.0.1', site.port);
  expect(await some.outcome(`http://both.example:${site.port}/`)).toBe(200);
  expect(forbidden.connections).toBe(0);
  await some.stop();
  await forbidden.stop();
  await site.stop();
});
