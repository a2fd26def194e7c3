import { Settings } from '../config/load-settings';
import { EnvironmentSettings } from '../config/settings';
import type { ServedDomain } from './custom-domain.types';
import type { CustomDomainsRepository } from './custom-domains.repository';
import { ServedDomains } from './served-domains';

const AWAY = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

let answer: ServedDomain | null | Error;
let queries: number;
let domains: ServedDomains;

beforeEach(() => {
  queries = 0;
  const findServed = (): Promise<ServedDomain | null> => {
    queries += 1;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const settings = new Settings(Object.assign(new EnvironmentSettings(), { PUBLIC_URL: 'https://parley.example' }));
  domains = new ServedDomains({ findServed } as Pick<CustomDomainsRepository, 'findServed'> as never, settings);
});
afterEach(() => jest.restoreAllMocks());

it('reads the database each time while it is available', async () => {
  answer = { domain: 'chat.example.com', workspaceId: 'w', agentId: 'a' };
  expect(await domains.mayHaveCertificate('chat.example.com')).toBe(true);
  answer = null;
  expect(await domains.mayHaveCertificate('chat.example.com')).toBe(false);
});

it('repeats an answer for a minute while the database is unavailable, and no longer', async () => {
  answer = { domain: 'chat.example.com', workspaceId: 'w', agentId: 'a' };
  const now = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
  await domains.mayHaveCertificate('chat.example.com');
  answer = AWAY;
  now.mockReturnValue(1_060_000);
  expect(await domains.mayHaveCertificate('Chat.example.com')).toBe(true);
  await expect(domains.mayHaveCertificate('other.example.com')).rejects.toBe(AWAY);
  now.mockReturnValue(1_060_001);
  await expect(domains.mayHaveCertificate('chat.example.com')).rejects.toBe(AWAY);
});

it('does not hide a fault of its own', async () => {
  answer = null;
  await domains.mayHaveCertificate('chat.example.com');
  answer = new TypeError('a fault');
  await expect(domains.mayHaveCertificate('chat.example.com')).rejects.toBe(answer);
});

it.each([
  ['parley.example', true],
  ['127.0.0.1', false],
  ['localhost', false],
  ['not a name', false],
])('answers without a query: %s', async (name, may) => {
  answer = AWAY;
  expect(await domains.mayHaveCertificate(name)).toBe(may);
  expect(queries).toBe(0);
});
