import { oneOf, randomOf } from '../../bench/support/random';
import { NameServer } from '../support/name-server';
import { TestOutbound } from '../support/outbound';
import { WebServer } from '../support/web-server';
import { campaignOf } from './campaign';

const ATTEMPTS = Number(process.env['ATTEMPTS'] ?? campaignOf(1_000));
const SEED = Number(process.env['SEED'] ?? 20_260_115);
const ALLOWED = '127.0.0.2';
const FORBIDDEN = ['127.0.0.1', '127.0.0.3', '::1', '169.254.169.254', '::ffff:127.0.0.1', '0.0.0.0', '::'] as const;

describe(`names that lead elsewhere each time they are asked for (SEED=${SEED}, ATTEMPTS=${ATTEMPTS})`, () => {
  const random = randomOf(SEED);
  let site: WebServer;
  let canaries: WebServer[];
  let names: NameServer;
  let outbound: TestOutbound;

  beforeAll(async () => {
    site = await WebServer.start(ALLOWED);
    site.pages.set('/', { body: 'Welcome' });
    // Each redirect is to another name, so that no connection is there already.
    site.pages.set('/hop', (_request, response) => {
      const next = `http://${Math.floor(random() * 1e9)}.example:${site.port}/`;
      response.writeHead(302, { location: next, connection: 'close' }).end();
    });
    canaries = await Promise.all(['127.0.0.1', '127.0.0.3', '::1'].map((host) => WebServer.start(host, site.port)));
    names = await NameServer.start(() => {
      const some = Array.from({ length: 1 + Math.floor(random() * 3) }, () => oneOf(random, FORBIDDEN));
      // Every other answer holds the address that may be fetched from, somewhere among those that may not.
      if (random() < 0.5) some.splice(Math.floor(random() * (some.length + 1)), 0, ALLOWED as never);
      return some;
    });
    outbound = new TestOutbound({ DNS_SERVERS: names.address, FETCH_ALLOWED_HOSTS: ALLOWED });
  });
  afterAll(async () => {
    await outbound.stop();
    names.stop();
    await Promise.all([site, ...canaries].map((server) => server.stop()));
  });

  it('never reach an address that may not be fetched from', async () => {
    const outcomes: Record<string, number> = {};
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const path = oneOf(random, ['/', '/hop'] as const);
      const outcome = await outbound.outcome(`http://${attempt}.example:${site.port}${path}`);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
    console.log(`rebinding: ${JSON.stringify(outcomes)}, ${site.connections} connections to the site`);
    expect(canaries.map(({ connections }) => connections)).toEqual([0, 0, 0]);
    // A name that has one kind of address, and each time the other one than was asked for, leads nowhere.
    expect(Object.keys(outcomes).sort()).toEqual(['200', 'blocked_address', 'unreachable']);
  });
});
