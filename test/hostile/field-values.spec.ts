import { anAccount, type TestAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential, type IssuedCredential } from '../factories/credential';
import { aWorkspace, type TestWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';

/** In milliseconds; what is not linear here takes minutes. */
const GENEROUS = 15_000;

/** Sorted by their class in the normal form: each is carried past all those before it. */
const MARKS = `a${'\u0315\u0300'.repeat(150_000)}`;
/** A tag of language variants, none of them twice: each is compared with all those before it. */
const TAG = `en-${Array.from({ length: 60_000 }, (_, number) => `v${String(number).padStart(5, '0')}`).join('-')}`;

describe('a field with a value that is hard to bring into its usual form', () => {
  let parley: Parley;
  let owner: TestAccount;
  let workspace: TestWorkspace;
  let admin: IssuedCredential;
  let agentId: string;
  beforeAll(async () => {
    parley = await startParley();
    owner = await anAccount(parley);
    workspace = await aWorkspace(parley, owner);
    admin = await aCredential(parley, owner);
    agentId = (await anAgent(parley, workspace, admin)).id;
  });
  afterAll(() => parley.stop());

  async function refuses(method: string, path: string, body: object, token?: string): Promise<void> {
    const began = performance.now();
    const { status } = await parley.call(method, path, { body, ...(token && { token }) });
    expect([path, status]).toEqual([path, 400]);
    expect(performance.now() - began).toBeLessThan(GENEROUS);
  }

  it.each([
    ['/accounts', { password: 'a long password', name: 'Ada' }],
    ['/sessions', { password: 'a long password' }],
    ['/accounts/password-reset', {}],
    ['/account-credentials/bootstrap', { currentPassword: 'x', name: 'x', scopes: ['inbox:read'] }],
  ])('POST %s: an email of combining marks', (path, body) =>
    refuses('POST', path, { ...body, email: `${MARKS}@example.com` }),
  );

  it('the email of an invitation, and of a contact', async () => {
    const base = `/workspaces/${workspace.id}`;
    await refuses('POST', `${base}/invitations`, { email: `${MARKS}@example.com`, role: 'member' }, admin.secret);
    await refuses('POST', `${base}/contacts`, { email: `${MARKS}@example.com` }, admin.secret);
  });

  /** Of each field that takes an address, a body in which everything else is right. */
  const addressed = (address: string): [method: string, path: string, body: object][] => {
    const agent = `/workspaces/${workspace.id}/agents/${agentId}`;
    const keys = { p256dh: 'BNNL5ZaTfK81qhXOx23-wewhigUeFb632jN6LvRWCFH1ubQr77FE_9qV1FuojuRmHP42zmf34rXgW80OvUVDgTk' };
    return [
      ['PATCH', `/workspaces/${workspace.id}/model-settings`, { baseUrl: address, models: ['house-model'] }],
      ['PATCH', agent, { website: address }],
      ['PATCH', agent, { logoUrl: address }],
      ['PATCH', agent, { widgetConfig: { privacyPolicyUrl: address } }],
      ['PATCH', agent, { widgetConfig: { socialLinks: [{ label: 'Shop', url: address }] } }],
      ['POST', `${agent}/sources`, { type: 'url', name: 'Shop', url: address }],
      ['POST', `${agent}/sources`, { type: 'sitemap', name: 'Shop', url: address }],
      [
        'POST',
        '/member-notifications/subscriptions',
        { subscription: { endpoint: address, keys: { ...keys, auth: '4vQK-SvRAN5eo-8ASlrwdA' } } },
      ],
      [
        'POST',
        `/workspaces/${workspace.id}/custom-domains`,
        { domain: address.replace(/^https:\/\/|\/$/g, ''), agentId },
      ],
    ];
  };

  it.each([
    'https://xn--a.example/',
    'https://[fe80::1%25eth0]/',
    'https://0x100000000/',
    'https://shop.0x10/',
    'https://256.1.1.1/',
    'https://shop.example:65536/',
    'https://sh%00op.example/',
    'https://xn--/',
    'https://[::1/',
  ])('an address that no program can read, in each field that takes one: %s', async (address) => {
    expect(URL.canParse(address)).toBe(false);
    for (const [method, path, body] of addressed(address)) {
      const reply = await parley.call(method, path, { body, token: admin.secret });
      expect([path, reply.status]).toEqual([path, 400]);
      expect([path, reply.body.details?.[0]?.path]).toEqual([path, expect.stringMatching(/^\/\w/)]);
    }
  });

  it('a tag of a language that has no end', async () => {
    const base = `/workspaces/${workspace.id}`;
    await refuses('PATCH', '/account/preferences', { locale: TAG }, admin.secret);
    await refuses('POST', `${base}/contacts`, { name: 'Ann', locale: TAG }, admin.secret);
    await refuses('PATCH', `${base}/agents/${agentId}`, { language: TAG }, admin.secret);
  });
});
