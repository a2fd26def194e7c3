import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential } from '../factories/credential';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let token: string;
let workspace: { id: string };
let agent: { id: string };

beforeAll(async () => {
  parley = await startParley();
  const account = await anAccount(parley);
  token = (await aCredential(parley, account)).secret;
  workspace = await aWorkspace(parley, account);
  agent = await anAgent(parley, workspace, { secret: token });
  await change({ status: 'active' });
});
afterAll(() => parley.stop());

async function change(body: Record<string, unknown>): Promise<void> {
  const { status } = await parley.call('PATCH', `/workspaces/${workspace.id}/agents/${agent.id}`, { token, body });
  expect(status).toBe(200);
}

const get = (path: string, site = 'https://shop.example/') => fetch(parley.url + path, { headers: { Referer: site } });

describe('pages with policies', () => {
  const isolation = async (path: string, site?: string) => {
    const { status, headers } = await get(path, site);
    return [status, headers.get('cross-origin-embedder-policy'), headers.get('cross-origin-resource-policy')];
  };

  it('with COEP frame the chat, with any logo, and the pages that refuse it', async () => {
    const path = `/widget/${agent.id}`;
    expect(await isolation(path)).toEqual([200, 'require-corp', 'cross-origin']);
    await change({ logoUrl: 'https://cdn.shop.example/logo.svg', allowedDomains: ['shop.example'] });
    expect(await isolation(path)).toEqual([200, 'credentialless', 'cross-origin']);
    expect(await isolation(path, 'https://other.example/')).toEqual([403, 'require-corp', 'cross-origin']);
    expect(await isolation('/widget/x')).toEqual([404, 'require-corp', 'cross-origin']);
    await change({ logoUrl: null, allowedDomains: [] });
  });

  it('load the loader with CORS and with any parameters', async () => {
    const { status, headers } = await get(`/widget.js?agent=${agent.id}&ver=6.8.1`);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  });
});

describe('the reason of a refusal', () => {
  const reason = async (agentId: string, site?: string) => {
    const response = await get(`/widget/${agentId}/refusal.js`, site);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(response.headers.get('cache-control')).toBe('no-store');
    return JSON.parse(/\{detail:(".*")\}\)\)$/.exec(await response.text())![1]!) as string;
  };

  it('a draft', async () => {
    const draft = await anAgent(parley, workspace, { secret: token }, { status: 'draft' });
    expect(await reason(draft.id)).toBe('is not active.');
  });

  it('is empty if nothing is refused', async () => expect(await reason(agent.id)).toBe(''));

  it.each(['0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c', 'x', '%3C%2Fscript%3E'])('an unknown agent: %s', async (id) =>
    expect(await reason(id)).toBe('is unknown.'),
  );

  it.each([
    [{ status: 'inactive' }, { status: 'active' }, 'is not active.'],
    [
      { widgetConfig: { widgetEnabled: false } },
      { widgetConfig: { widgetEnabled: true } },
      'has its widget switched off (widgetEnabled).',
    ],
    [
      { allowedDomains: ['other.example'], status: 'inactive' },
      { allowedDomains: [], status: 'active' },
      'is not for shop.example, which is not among its allowedDomains.',
    ],
  ])('%j', async (off, on, expected) => {
    await change(off);
    expect(await reason(agent.id)).toBe(expected);
    await change(on);
    expect(await reason(agent.id)).toBe('');
  });
});
