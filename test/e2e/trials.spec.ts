import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential } from '../factories/credential';
import { aMember } from '../factories/member';
import { aSource } from '../factories/source';
import { as, aWorkspace } from '../factories/workspace';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

describe('tryAgent', () => {
  let parley: Parley;
  let owner: { secret: string };
  let workspace: { id: string };
  let agent: { id: string; workspaceId: string };
  beforeAll(async () => {
    parley = await startParley({
      settings: { MODELS_ALLOWED: 'other-model', MODEL_BASE_URL: 'http://127.0.0.1:9/v1' },
    });
    owner = await aCredential(parley, await anAccount(parley));
    workspace = await aWorkspace(parley, owner);
    agent = await anAgent(parley, workspace, owner);
    await aSource(parley, agent, owner, { name: 'Shipping', content: 'Zebras travel by boat.' });
    await aSource(parley, agent, owner, { name: 'Llamas', content: 'Llamas travel by train.' });
    await parley.drain();
  });
  afterAll(() => parley.stop());

  const path = (): string => `/workspaces/${workspace.id}/agents/${agent.id}/try`;
  const attempt = (body: object, by: object = { token: owner.secret }): Promise<Reply> =>
    parley.call('POST', path(), { ...by, body: { message: 'How do zebras travel?', ...body } });
  const codeOf = ({ status, body }: Reply): [number, unknown] => [status, body.code];

  it('200 with the answer, its blocks, its citations and the evidence', async () => {
    const { status, body, headers } = await attempt({});
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({
      agentId: agent.id,
      outcome: 'answered',
      reason: null,
      content: 'Zebras travel by boat.',
      blocks: [{ type: 'p', children: ['Zebras travel by boat.'] }],
      citations: [{ index: 1, title: 'Shipping', quote: 'Zebras travel by boat.', start: 0, end: 22 }],
      suggestions: [],
      evidence: [{ title: 'Shipping', start: 0 }, { title: 'Llamas' }],
      usage: { inputTokens: expect.any(Number), outputTokens: expect.any(Number) },
      model: 'parley-extractive',
      fallback: null,
    });
  });

  it.each([
    ['Who invented the aeroplane?', 'no_answer', 'nothing_found'],
    ['Can I talk to a person, please?', 'handed_off', 'person_requested'],
    ['Hello!', 'answered', 'small_talk'],
  ])('200 for “%s”: %s, because of %s', async (message, outcome, reason) => {
    expect((await attempt({ message })).body).toMatchObject({ outcome, reason, citations: [], evidence: [] });
  });

  it('stores nothing, also where there is no answer and where a person is requested', async () => {
    const stored = async (): Promise<unknown> =>
      parley.database.query(
        `SELECT (SELECT count(*) FROM conversations)::int AS conversations, (SELECT count(*) FROM messages)::int AS messages,
          (SELECT count(*) FROM chat_turns)::int AS turns, (SELECT count(*) FROM knowledge_gaps)::int AS gaps,
          (SELECT count(*) FROM support_requests)::int AS requests`,
      );
    await attempt({ message: 'Who invented the aeroplane?' });
    await attempt({ message: 'Can I talk to a person, please?' });
    await attempt({ history: [{ role: 'customer', content: 'Hello' }], stream: true });
    expect(await stored()).toEqual([{ conversations: 0, messages: 0, turns: 0, gaps: 0, requests: 0 }]);
  });

  it('understands a question by the messages before it', async () => {
    const after = (content: string): Promise<Reply> =>
      attempt({ message: 'How do they travel?', history: [{ role: 'customer', content }] });
    expect((await after('Do you sell zebras?')).body.content).toContain('boat');
    expect((await after('Do you sell llamas?')).body.content).toContain('train');
  });

  it('streams the events of a chat turn; the last one has the response', async () => {
    const reply = await attempt({ stream: true });
    expect(reply.headers.get('content-type')).toContain('text/event-stream');
    const events = reply.text
      .split('\n\n')
      .filter((one) => one.includes('data: '))
      .map((one) => [/event: (.*)/.exec(one)?.[1], JSON.parse(/data: (.*)/.exec(one)![1]!) as object] as const);
    expect(events.map(([event]) => event)).toEqual(['turn.started', 'message.delta', 'citation', 'turn.completed']);
    expect(events.at(-1)?.[1]).toEqual((await attempt({})).body);
  });

  it('answers for a member, and for a restricted member only for their agents; overrides are for admins', async () => {
    const other = await anAgent(parley, workspace, owner);
    const member = await aMember(parley, workspace, await anAccount(parley));
    const mine = await aMember(parley, workspace, await anAccount(parley), { restrictedAgentIds: [agent.id] });
    const theirs = await aMember(parley, workspace, await anAccount(parley), { restrictedAgentIds: [other.id] });
    expect((await attempt({}, as(member))).status).toBe(200);
    expect((await attempt({}, as(mine))).status).toBe(200);
    expect([403, 404]).toContain((await attempt({}, as(theirs))).status);
    expect(codeOf(await attempt({ overrides: { systemPrompt: 'Shout.' } }, as(member)))).toEqual([
      403,
      'role_insufficient',
    ]);
    expect((await attempt({ overrides: { systemPrompt: 'Shout.', temperature: 2 } })).status).toBe(200);
  });

  it('asks another model that the agent could have, and leaves the agent as it is', async () => {
    const reply = await attempt({ overrides: { model: 'other-model' } });
    // Its server does not answer, so the built-in model does.
    expect(reply.body).toMatchObject({ outcome: 'answered', fallback: { from: 'other-model' } });
    const refused = await attempt({ overrides: { model: 'unknown' } });
    expect(codeOf(refused)).toEqual([400, 'validation_failed']);
    expect(refused.body.details).toMatchObject([{ path: '/overrides/model', code: 'not_allowed' }]);
    const { body } = await parley.call('GET', `/workspaces/${workspace.id}/agents/${agent.id}`, {
      token: owner.secret,
    });
    expect(body.model).toBe('parley-extractive');
  });

  it.each([
    [{ message: ' ' }, '/message'],
    [{ message: 'x'.repeat(8001) }, '/message'],
    [{ history: Array.from({ length: 21 }, () => ({ role: 'agent', content: 'x' })) }, '/history'],
    [{ history: [{ role: 'system', content: 'x' }] }, '/history/0/role'],
    [{ overrides: { temperature: 3 } }, '/overrides/temperature'],
    [{ overrides: { name: 'x' } }, '/overrides/name'],
    [{ stream: 'yes' }, '/stream'],
  ])('400 for %j', async (body, at) => {
    const reply = await attempt(body);
    expect(codeOf(reply)).toEqual([400, 'validation_failed']);
    expect(reply.body.details).toMatchObject([{ path: at }]);
  });

  it('429 beyond the limit of the caller, which leaves the turns of customers alone', async () => {
    const limited = await startParley({ beside: parley, settings: { LIMIT_TURN_PER_USER: '1' } });
    try {
      const call = () => limited.call('POST', path(), { token: owner.secret, body: { message: 'Hello!' } });
      expect([(await call()).status, (await call()).status]).toEqual([200, 429]);
    } finally {
      await limited.stop();
    }
  });
});
