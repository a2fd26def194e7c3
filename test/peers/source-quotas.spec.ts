import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentDto } from '../../src/agents/agent.dto';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential } from '../factories/credential';
import { aSource } from '../factories/source';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';

const MORE = { workspacesOwned: null, agents: null, members: null, customDomains: null, monthlyCredits: null };
const PLANS = {
  free: { ...MORE, sources: 5, sourceBytes: null, lexemes: null },
  bytes: { ...MORE, sources: null, sourceBytes: 100, lexemes: null },
  words: { ...MORE, sources: null, sourceBytes: null, lexemes: 20 },
};

const wordsFrom = (first: number, count: number): string =>
  Array.from(
    { length: count },
    (_word, number) => `w${String(first + number).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)}`,
  ).join(' ');

describe('the quotas of sources', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-plans-'));
  let parley: Parley;
  let admin: { id: string; secret: string };

  beforeAll(async () => {
    const PLANS_FILE = join(folder, 'plans.json');
    writeFileSync(PLANS_FILE, JSON.stringify(PLANS));
    parley = await startParley({ settings: { PLANS_FILE } });
    admin = await aCredential(parley, await anAccount(parley));
  });
  afterAll(async () => {
    await parley.stop();
    rmSync(folder, { recursive: true });
  });

  const agentOn = async (planId: keyof typeof PLANS): Promise<AgentDto> =>
    anAgent(parley, await aWorkspace(parley, admin, { planId }), admin);
  const sourcesOf = ({ workspaceId, id }: AgentDto) => `/workspaces/${workspaceId}/agents/${id}/sources`;
  const create = (agent: AgentDto, content: string, headers: Record<string, string> = {}) => {
    const body = { type: 'text', name: 'Text', content };
    return parley.call('POST', sourcesOf(agent), { token: admin.secret, body, headers });
  };
  const read = async (agent: AgentDto, id: string) =>
    (await parley.call('GET', `${sourcesOf(agent)}/${id}`, { token: admin.secret })).body;

  it('403 plan_limit_reached for one source more than the plan allows, of all agents together', async () => {
    const agent = await agentOn('free');
    const sibling = await anAgent(parley, { id: agent.workspaceId }, admin);
    for (let count = 0; count < 4; count += 1) expect((await create(agent, 'Some text.')).status).toBe(202);
    const last = { 'idempotency-key': 'the-last-one' };
    expect((await create(sibling, 'Some text.', last)).status).toBe(202);
    const refused = await create(agent, 'Some text.');
    expect([refused.status, refused.body.code]).toEqual([403, 'plan_limit_reached']);
    expect(refused.body.details).toEqual([expect.objectContaining({ limit: 'sources', max: 5 })]);
    expect((await create(sibling, 'Some text.', last)).status).toBe(202);
    expect((await create(await agentOn('free'), 'Some text.')).status).toBe(202);
  });

  it('202 again from the moment that another source is removed', async () => {
    const agent = await agentOn('free');
    const ids = await Promise.all(
      Array.from({ length: 5 }, async () => (await create(agent, 'Some text.')).body.id as string),
    );
    expect((await create(agent, 'Some text.')).status).toBe(403);
    await parley.call('DELETE', `${sourcesOf(agent)}/${ids[0]}`, { token: admin.secret });
    expect((await create(agent, 'Some text.')).status).toBe(202);
  });

  it('no more than the plan allows, however many are created at once', async () => {
    const agent = await agentOn('free');
    const replies = await Promise.all(Array.from({ length: 40 }, () => create(agent, 'Some text.')));
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(5);
    expect(replies.filter(({ status }) => status === 403)).toHaveLength(35);
  });

  it('403 for bytes beyond those that the plan allows, to the byte', async () => {
    const agent = await agentOn('bytes');
    expect((await create(agent, 'ä'.repeat(40))).status).toBe(202);
    const refused = await create(agent, 'x'.repeat(21));
    expect(refused.body.details).toEqual([expect.objectContaining({ limit: 'sourceBytes', max: 100 })]);
    const replies = await Promise.all(Array.from({ length: 10 }, () => create(agent, 'x'.repeat(20))));
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(1);
  });

  it('403 for a change that adds bytes beyond those that the plan allows, to the byte', async () => {
    const agent = await agentOn('bytes');
    const { body } = await create(agent, 'x'.repeat(60));
    await create(agent, 'x'.repeat(20));
    await parley.drain();
    const path = `${sourcesOf(agent)}/${body.id}`;
    const change = (length: number) =>
      parley.call('PATCH', path, { token: admin.secret, body: { content: 'y'.repeat(length) } });
    const refused = await change(81);
    expect([refused.status, refused.body.code]).toEqual([403, 'plan_limit_reached']);
    expect((await parley.call('GET', path, { token: admin.secret })).body.content).toBe('x'.repeat(60));
    expect((await change(80)).status).toBe(202);
  });

  it('failed with too_large for a source that brings more different words, and its last good index serves', async () => {
    const agent = await agentOn('words');
    const first = await aSource(parley, agent, admin, { type: 'text', name: 'First', content: wordsFrom(100, 15) });
    await parley.drain();
    const second = await aSource(parley, agent, admin, { type: 'text', name: 'Second', content: wordsFrom(110, 20) });
    await parley.drain();
    expect(await read(agent, first.id)).toMatchObject({ status: 'ready' });
    expect(await read(agent, second.id)).toMatchObject({
      status: 'failed',
      failure: { class: 'too_large', message: expect.stringContaining('20 different words') },
    });
    const found = await parley.call('POST', `${sourcesOf(agent).replace('sources', 'knowledge')}/search`, {
      token: admin.secret,
      body: { query: wordsFrom(100, 30) },
    });
    expect(found.body.results.map(({ title }: { title: string }) => title)).toEqual(['First']);

    // The plan was made smaller: what serves goes on serving, and says why it is not refreshed.
    await parley.database.query(
      `INSERT INTO knowledge_lexemes SELECT workspace_id, id, 'other' || n, 1 FROM agents, generate_series(1, 10) n WHERE id = $1`,
      [agent.id],
    );
    await parley.call('POST', `${sourcesOf(agent)}/${first.id}/refresh`, { token: admin.secret });
    await parley.drain();
    expect(await read(agent, first.id)).toMatchObject({ status: 'failed', failure: { class: 'too_large' } });
    const text = await parley.call('GET', `${sourcesOf(agent)}/${first.id}/text`, { token: admin.secret });
    expect(text.body.text).toBe(wordsFrom(100, 15));
  });
});
