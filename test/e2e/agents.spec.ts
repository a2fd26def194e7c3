import { AgentCountersService } from '../../src/agents/agent-counters.service';
import { AgentsService } from '../../src/agents/agents.service';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential } from '../factories/credential';
import { aKey, aToken } from '../factories/key';
import { aMember } from '../factories/member';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';

const FIELDS = [
  'allowedDomains',
  'chatPageBlockedAt',
  'chatPageEnabled',
  'conversationCount',
  'createdAt',
  'deletionRequestedBy',
  'deletionScheduledAt',
  'emailFromName',
  'escalationTeamId',
  'id',
  'inTransfer',
  'indexable',
  'learningConfig',
  'logoUrl',
  'messageCount',
  'model',
  'name',
  'notifyConfig',
  'rateLimitPerMinute',
  'resolvedRate',
  'sourceCount',
  'status',
  'supportEmail',
  'systemPrompt',
  'temperature',
  'updatedAt',
  'voiceConfig',
  'website',
  'widgetConfig',
  'workspaceId',
];
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let parley: Parley;
let account: { id: string; cookie: string; email: string; password: string };
let owner: { secret: string };
let workspace: { id: string };
let path: string;

beforeAll(async () => {
  parley = await startParley({ settings: { MODELS_ALLOWED: 'some-model' } });
  account = await anAccount(parley);
  owner = await aCredential(parley, account);
});
afterAll(() => parley.stop());

beforeEach(async () => {
  workspace = await aWorkspace(parley, owner);
  path = `/workspaces/${workspace.id}/agents`;
});

/** A member with a credential of their own. */
async function someone(role: 'admin' | 'member', restrictedAgentIds: string[] | null = null) {
  const person = await anAccount(parley);
  await aMember(parley, workspace, person, { role, restrictedAgentIds });
  return aCredential(parley, person);
}

describe('createAgent', () => {
  it('201 with exactly the fields of the record, config objects complete', async () => {
    const reply = await parley.call('POST', path, { token: owner.secret, body: { name: '  Help desk ' } });
    expect(reply.status).toBe(201);
    expect(Object.keys(reply.body).sort()).toEqual(FIELDS);
    expect(reply.headers.get('location')).toMatch(new RegExp(`${path}/${reply.body.id}$`));
    expect(reply.body).toMatchObject({
      workspaceId: workspace.id,
      name: 'Help desk',
      status: 'draft',
      model: 'parley-extractive',
      rateLimitPerMinute: 0,
      allowedDomains: [],
      notifyConfig: { email: null, onNewConversation: false },
      learningConfig: { captureEnabled: true },
      chatPageBlockedAt: null,
      deletionScheduledAt: null,
      messageCount: 0,
      resolvedRate: 0,
    });
    expect(Object.keys(reply.body.widgetConfig)).toHaveLength(15);
    expect(Object.keys(reply.body.widgetConfig.labels)).toHaveLength(5);
    expect(Object.keys(reply.body.voiceConfig)).toHaveLength(5);
    expect(reply.body.createdAt).toMatch(INSTANT);
  });

  it('201 keeps every setting that is supplied', async () => {
    const body = {
      name: 'Support',
      status: 'active',
      systemPrompt: 'Be brief.',
      model: 'some-model',
      temperature: 1.5,
      rateLimitPerMinute: 9007199254740991,
      allowedDomains: ['WWW.Example.com', 'localhost', 'my_shop.example'],
      widgetConfig: {
        accentColor: '#ABCDEF',
        labels: { locale: 'pt-BR', sendButton: 'Enviar' },
        promptGroups: [{ title: 'Start', prompts: ['How?'] }],
        socialLinks: [{ label: 'Site', url: 'https://example.com/' }],
        bubblePosition: 'top-left',
        chatPageTheme: 'dark',
      },
      notifyConfig: { email: 'team@example.com' },
      voiceConfig: { language: 'de', maxDurationSeconds: 30, voiceId: 'anna' },
      learningConfig: { captureEnabled: false },
      escalationTeamId: 'tier-2',
      supportEmail: 'help@example.com',
      website: 'https://example.com',
      logoUrl: 'https://example.com/logo.svg',
      emailFromName: 'Example',
      chatPageEnabled: true,
      indexable: true,
    };
    const { body: made } = await parley.call('POST', path, { token: owner.secret, body });
    expect(made).toMatchObject({
      ...body,
      allowedDomains: ['www.example.com', 'localhost', 'my_shop.example'],
      widgetConfig: { ...body.widgetConfig, accentColor: '#abcdef' },
    });
    expect(made.widgetConfig.labels.openButton).toBe('Chat with us');
    expect((await parley.call('GET', `${path}/${made.id}`, { token: owner.secret })).body).toEqual(made);
  });

  it.each([
    [{}, '/name'],
    [{ name: '   ' }, '/name'],
    [{ name: 'x'.repeat(256) }, '/name'],
    [{ name: null }, '/name'],
    [{ systemPrompt: 'x'.repeat(20_001) }, '/systemPrompt'],
    [{ systemPrompt: null }, '/systemPrompt'],
    [{ status: 'inactive' }, '/status'],
    [{ temperature: 2.1 }, '/temperature'],
    [{ temperature: '1' }, '/temperature'],
    [{ rateLimitPerMinute: -1 }, '/rateLimitPerMinute'],
    [{ rateLimitPerMinute: 9007199254740992 }, '/rateLimitPerMinute'],
    [{ rateLimitPerMinute: 1.5 }, '/rateLimitPerMinute'],
    [{ allowedDomains: ['https://example.com'] }, '/allowedDomains'],
    [{ allowedDomains: ['127.0.0.1'] }, '/allowedDomains'],
    ...['shop%2eexample', 'shop。example', 'ｓhop.example', 'bücher.example', 'shop.example.', 'ann@shop.example'].map(
      (site): [object, string] => [{ allowedDomains: [site] }, '/allowedDomains'],
    ),
    [{ widgetConfig: { privacyPolicyUrl: 'https://shop%2eexample/' } }, '/widgetConfig/privacyPolicyUrl'],
    [{ allowedDomains: 'example.com' }, '/allowedDomains'],
    [{ allowedDomains: [1] }, '/allowedDomains'],
    [{ widgetConfig: null }, '/widgetConfig'],
    [{ widgetConfig: [] }, '/widgetConfig'],
    [{ widgetConfig: { accentColor: 'red' } }, '/widgetConfig/accentColor'],
    [{ widgetConfig: { bubblePosition: 'middle' } }, '/widgetConfig/bubblePosition'],
    [{ widgetConfig: { chatPageTheme: 'blue' } }, '/widgetConfig/chatPageTheme'],
    [{ widgetConfig: { labels: { locale: 'no_such' } } }, '/widgetConfig/labels/locale'],
    [{ widgetConfig: { labels: { unknown: 'x' } } }, '/widgetConfig/labels/unknown'],
    [{ widgetConfig: { privacyPolicyUrl: 'http://example.com' } }, '/widgetConfig/privacyPolicyUrl'],
    [
      { widgetConfig: { socialLinks: [{ label: 'x', url: 'javascript:alert(1)' }] } },
      '/widgetConfig/socialLinks/0/url',
    ],
    [{ widgetConfig: { promptGroups: [null] } }, '/widgetConfig/promptGroups'],
    [{ notifyConfig: { email: 'nobody' } }, '/notifyConfig/email'],
    [{ voiceConfig: { maxDurationSeconds: 0 } }, '/voiceConfig/maxDurationSeconds'],
    [{ voiceConfig: { language: 'x' } }, '/voiceConfig/language'],
    [{ learningConfig: { captureEnabled: 'yes' } }, '/learningConfig/captureEnabled'],
    [{ supportEmail: '' }, '/supportEmail'],
    [{ website: 'https://user:secret@example.com' }, '/website'],
    [{ inTransfer: true }, '/inTransfer'],
    [{ messageCount: 1 }, '/messageCount'],
  ])('400 %#', async (settings, pointer) => {
    const body = 'name' in settings || pointer === '/name' ? settings : { name: 'Agent', ...settings };
    const reply = await parley.call('POST', path, { token: owner.secret, body });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ code: 'validation_failed', details: [{ path: pointer }] });
  });

  it('400 tells a wrong type from a number out of bounds', async () => {
    const body = { name: 'Agent', temperature: '1', rateLimitPerMinute: '5', voiceConfig: { maxDurationSeconds: 'x' } };
    const reply = await parley.call('POST', path, { token: owner.secret, body });
    expect(reply.body.details.map(({ code }: { code: string }) => code)).toEqual(Array(3).fill('wrong_type'));
  });

  it('403 for a member and for a credential that only reads', async () => {
    const member = await someone('member');
    const refused = await parley.call('POST', path, { token: member.secret, body: { name: 'x' } });
    expect([refused.status, refused.body.code]).toEqual([403, 'role_insufficient']);
    const key = await aKey(parley, workspace);
    const byKey = await parley.call('POST', path, { token: key.secret, body: { name: 'x' } });
    expect([byKey.status, byKey.body.code]).toEqual([403, 'credential_kind_not_allowed']);
  });

  it('403 plan_limit_reached exactly at the limit, however many run at once', async () => {
    const { secret } = owner;
    const free = await aWorkspace(parley, owner, { planId: 'free' });
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        parley.call('POST', `/workspaces/${free.id}/agents`, { token: secret, body: { name: `Agent ${n}` } }),
      ),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(new Set(replies.filter(({ status }) => status !== 201).map(({ body }) => body.code))).toEqual(
      new Set(['plan_limit_reached']),
    );
  });

  it('replays under an Idempotency-Key', async () => {
    const options = { token: owner.secret, body: { name: 'Once' }, headers: { 'idempotency-key': 'create-1' } };
    const [first, second] = [await parley.call('POST', path, options), await parley.call('POST', path, options)];
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect((await parley.call('GET', path, { token: owner.secret })).body).toHaveLength(1);
  });
});

describe('listAgents', () => {
  it('200 a bare array, oldest first, each as getAgent answers it; to credential, key, token and session alike', async () => {
    const made = [];
    for (const name of ['A', 'B', 'C']) made.push(await anAgent(parley, workspace, owner, { name }));
    const key = await aKey(parley, workspace, { scopes: ['agents:read'] });
    const token = await aToken(parley, key);
    for (const by of [{ token: owner.secret }, { token: key.secret }, { token }, { cookie: account.cookie }]) {
      const reply = await parley.call('GET', path, by);
      expect(reply.status).toBe(200);
      expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(reply.body).toEqual(made);
    }
  });

  it('200 [] where there are none', async () => {
    expect((await parley.call('GET', path, { token: owner.secret })).body).toEqual([]);
  });

  it('takes two statements, the strategy’s included', async () => {
    await anAgent(parley, workspace, owner);
    const key = await aKey(parley, workspace);
    const token = await aToken(parley, key);
    for (const by of [{ token: owner.secret }, { token: key.secret }, { token }, { cookie: account.cookie }]) {
      await parley.call('GET', path, by);
      const statements = await parley.statementsOf(() => parley.call('GET', path, by));
      expect(statements).toHaveLength(2);
    }
  });

  it('shows a restricted member only their agents, which are all that they reach', async () => {
    const [mine, other] = [await anAgent(parley, workspace, owner), await anAgent(parley, workspace, owner)];
    const member = await someone('member', [mine.id]);
    const { body } = await parley.call('GET', path, { token: member.secret });
    expect(body.map(({ id }: { id: string }) => id)).toEqual([mine.id]);
    expect((await parley.call('GET', `${path}/${mine.id}`, { token: member.secret })).status).toBe(200);
    expect((await parley.call('GET', `${path}/${other.id}`, { token: member.secret })).status).toBe(404);
  });

  it('403 for a key without agents:read, 404 for a stranger and another workspace’s key', async () => {
    const chatOnly = await aKey(parley, workspace, { scopes: ['chat:write'] });
    expect((await parley.call('GET', path, { token: chatOnly.secret })).body.code).toBe('scope_missing');
    const stranger = await aCredential(parley, await anAccount(parley));
    const strangers = await aKey(parley, await aWorkspace(parley, stranger));
    for (const { secret } of [strangers, stranger]) {
      expect((await parley.call('GET', path, { token: secret })).status).toBe(404);
    }
  });
});

describe('getAgent', () => {
  it('404 for another workspace’s agent and for what is no id', async () => {
    const stranger = await aCredential(parley, await anAccount(parley));
    const theirs = await anAgent(parley, await aWorkspace(parley, stranger), stranger);
    for (const id of [theirs.id, 'no-uuid', '00000000-0000-0000-0000-000000000000']) {
      const reply = await parley.call('GET', `${path}/${id}`, { token: owner.secret });
      expect([reply.status, reply.body.code]).toEqual([404, 'not_found']);
    }
  });

  it('is 404 by every way in, before role and body count', async () => {
    const stranger = await aCredential(parley, await anAccount(parley));
    const theirs = await anAgent(parley, await aWorkspace(parley, stranger), stranger);
    const scope = { workspaceId: workspace.id, planId: 'pro', agentIds: null };
    const agents = parley.get(AgentsService);
    await expect(agents.get(scope, theirs.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(agents.require(scope, theirs.id)).rejects.toMatchObject({ code: 'not_found' });
    const member = await someone('member');
    const change = { token: member.secret, body: { temperature: 'hot' } };
    expect((await parley.call('PATCH', `${path}/${theirs.id}`, change)).status).toBe(404);
  });

  it('shows what the counters say', async () => {
    const agent = await anAgent(parley, workspace, owner);
    const counters = parley.get(AgentCountersService);
    const counts = { messages: 7, conversations: 3, endedRequests: 3, resolvedRequests: 2, sources: 2 };
    await counters.add(workspace.id, agent.id, counts);
    const { body } = await parley.call('GET', `${path}/${agent.id}`, { token: owner.secret });
    expect(body).toMatchObject({ messageCount: 7, conversationCount: 3, sourceCount: 2, resolvedRate: 0.6667 });
  });
});
