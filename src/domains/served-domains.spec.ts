import { Settings } from '../config/load-settings';
import { EnvironmentSettings } from '../config/settings';
import type { ServedDomain } from './custom-domain.types';
import type { CustomDomainsRepository } from './custom-domains.repository';
import { ServedDomains } from './served-domains';

const AWAY = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

let answer: ServedDomain | null | Error;
let asked: number;
let domains: ServedDomains;

beforeEach(() => {
  asked = 0;
  const findServed = (): Promise<ServedDomain | null> => {
    asked += 1;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const settings = new Settings(Object.assign(new EnvironmentSettings(), { PUBLIC_URL: 'https://parley.example' }));
  domains = new ServedDomains({ findServed } as Pick<CustomDomainsRepository, 'findServed'> as never, settings);
});
afterEach(() => jest.restoreAllMocks());

it('asks each time while the database is there', async () => {
  answer = { domain: 'chat.example.com', workspaceId: 'w', agentId: 'a' };
  expect(await domains.mayHaveCertificate('chat.example.com')).toBe(true);
  answer = null;
  expect(await domains.mayHaveCertificate('chat.example.com')).toBe(false);
});

it('repeats what it said for a minute while the database is away, and no longer', async () => {
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

it('hides no fault of its own', async () => {
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
])('knows without asking: %s', async (name, may) => {
  answer = AWAY;
  expect(await domains.mayHaveCertificate(name)).toBe(may);
  expect(asked).toBe(0);
});
