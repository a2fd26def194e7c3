import { type AddressInfo, createServer, type Server } from 'node:net';
import { once } from 'node:events';
import type { Outbound } from '../common/outbound/outbound';
import { Settings } from '../config/load-settings';
import { EnvironmentSettings } from '../config/settings';
import { type Check, DomainCheck } from './domain-check';
import type { DomainLookup, Found } from './domain-lookup';
import type { RoutingProof } from './routing-proof';

/** A proxy that requests a certificate at each handshake. */
let proxy: Server;
let handshakes: number;

beforeAll(async () => {
  proxy = createServer((socket) => {
    handshakes += 1;
    socket.destroy();
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => new Promise((resolve) => proxy.close(resolve)));
beforeEach(() => {
  handshakes = 0;
});

function checked(records: Partial<Record<'TXT' | 'CNAME', Found>>): Promise<Check> {
  const lookup: Pick<DomainLookup, 'find' | 'findAddresses'> = {
    find: (type) => Promise.resolve(records[type as 'TXT' | 'CNAME'] ?? []),
    findAddresses: () => Promise.resolve([]),
  };
  const { port } = proxy.address() as AddressInfo;
  const settings = new Settings(Object.assign(new EnvironmentSettings(), { PUBLIC_URL: `https://127.0.0.1:${port}` }));
  const check = new DomainCheck(lookup as DomainLookup, {} as Outbound, {} as RoutingProof, settings);
  return check.run({ domain: 'chat.example.com', ownershipToken: 'the-token' });
}

const TXT = ['the-token'];
const CNAME = ['127.0.0.1'];

it('checks the certificate of a domain that has both its records', async () => {
  const { certificate } = await checked({ TXT, CNAME });
  expect([certificate?.expiresAt, handshakes]).toEqual([null, 1]);
});

it.each([
  ['has no proof of ownership', { CNAME }],
  ['has the proof of another workspace', { TXT: ['the-token-of-another'], CNAME }],
  ['leads elsewhere', { TXT, CNAME: ['elsewhere.example'] }],
  ['has none of them', {}],
])('does not make a proxy request the certificate of a domain that %s', async (_what, records) => {
  const { certificate } = await checked(records);
  expect([certificate, handshakes]).toEqual([null, 0]);
});
