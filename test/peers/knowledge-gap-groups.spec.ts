import { newId } from '../../src/common/database/uuid';
import { anAgent } from '../factories/agent';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { latestPosition } from '../support/latest-event';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: HelpDesk;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  desk = await aHelpDesk(parley);
});

const groupsOf = (agent: { id: string }, query = '') =>
  parley.call('GET', `/workspaces/${desk.workspace.id}/agents/${agent.id}/knowledge/gaps/groups${query}`, {
    token: desk.admin.secret,
  });

/** Gaps of one conversation, as they were asked. */
async function keep(questions: readonly string[]): Promise<void> {
  const { conversationId } = (await desk.chat({ message: 'How do I reset my password?' })).body;
  await parley.database.query(
    `INSERT INTO knowledge_gaps (workspace_id, agent_id, id, conversation_id, question)
     SELECT $1, $2, id, $3, question FROM unnest($4::uuid[], $5::text[]) AS asked (id, question)`,
    [desk.workspace.id, desk.agent.id, conversationId, questions.map(() => newId()), questions],
  );
}

describe('listKnowledgeGapGroups', () => {
  it('200 what was asked in vain, by what it asks, with the passage that is closest', async () => {
    await keep([
      'Do you ship to Iceland?',
      'Who paints your zeppelins?',
      'Shipping to Iceland?',
      'is it possible to ship to iceland',
      'Do penguins need a password?',
      'do you ship to iceland?',
    ]);
    const { status, body } = await groupsOf(desk.agent);
    expect(status).toBe(200);
    expect([body.total, body.grouped]).toEqual([3, 6]);
    const groups = body.groups.map(({ question, count }: { question: string; count: number }) => [question, count]);
    expect(groups).toEqual([
      ['Do you ship to Iceland?', 4],
      ['Do penguins need a password?', 1],
      ['Who paints your zeppelins?', 1],
    ]);
    const [iceland, penguins, zeppelins] = body.groups;
    const examples = iceland.examples.map(({ question }: { question: string }) => question);
    expect(examples).toEqual(['do you ship to iceland?', 'is it possible to ship to iceland', 'Shipping to Iceland?']);
    expect(iceland.firstAskedAt <= iceland.lastAskedAt).toBe(true);
    expect(Object.keys(iceland.examples[0])).toEqual(['id', 'agentId', 'conversationId', 'question', 'createdAt']);
    expect(penguins.closestPassage.text).toMatch(/password/i);
    expect(zeppelins.closestPassage).toBeNull();
  });

  it('200 the same again, and the largest where `limit` is small', async () => {
    await keep(['Do you sell tea?', 'Is the moon made of cheese?', 'Do you sell tea to hotels?', 'Who are you?']);
    const first = await groupsOf(desk.agent);
    expect((await groupsOf(desk.agent)).body).toEqual(first.body);
    const { body } = await groupsOf(desk.agent, '?limit=1');
    expect(body).toMatchObject({ total: first.body.total, groups: [{ question: 'Do you sell tea?', count: 2 }] });
    expect(body.groups).toHaveLength(1);
  });

  it('200 none of another agent’s, and none where there are none', async () => {
    await keep(['Do you ship to Iceland?']);
    const other = await anAgent(parley, desk.workspace, desk.admin);
    expect((await groupsOf(other)).body).toEqual({ groups: [], total: 0, grouped: 0 });
  });

  it('200 of the newest 500, for any texts', async () => {
    const word = (number: number): string => `t${number.toString(36).replace(/\d/g, 'z')}tea`;
    const long = Array.from({ length: 520 }, (_gap, gap) =>
      Array.from({ length: 1_300 }, (_word, index) => word(gap * 31 + index)).join(' '),
    );
    await keep([...long.map((text) => text.slice(0, 8_000)), '???', '🦓']);
    const { status, body } = await groupsOf(desk.agent, '?limit=2');
    expect([status, body.grouped, body.groups.length]).toEqual([200, 500, 2]);
  });

  it.each(['?limit=0', '?limit=26', '?limit=x', '?cursor=x'])('400 for %s', async (query) => {
    expect((await groupsOf(desk.agent, query)).status).toBe(400);
  });
});

describe('dismissKnowledgeGaps', () => {
  const dismiss = (gapIds: unknown, agent: { id: string } = desk.agent) =>
    parley.call('POST', `/workspaces/${desk.workspace.id}/agents/${agent.id}/knowledge/gaps/dismiss`, {
      token: desk.admin.secret,
      body: { gapIds },
    });
  const questions = async (): Promise<string[]> =>
    (await groupsOf(desk.agent)).body.groups.map(({ question }: { question: string }) => question);
  const idsOf = async (question: string): Promise<string[]> =>
    (await groupsOf(desk.agent)).body.groups.find((one: { question: string }) => one.question === question).gapIds;

  it('200 takes all gaps of a group away, once', async () => {
    await keep(['Do you sell tea?', 'Do you sell tea to hotels?', 'Is the moon made of cheese?']);
    const gapIds = await idsOf('Do you sell tea?');
    expect(gapIds).toHaveLength(2);
    const { status, body } = await dismiss(gapIds);
    expect([status, body]).toEqual([200, { dismissed: 2 }]);
    expect(await questions()).toEqual(['Is the moon made of cheese?']);
    expect((await dismiss(gapIds)).body).toEqual({ dismissed: 0 });
  });

  it('200 leaves gaps of other agents and other workspaces alone', async () => {
    await keep(['Do you sell tea?']);
    const gapIds = await idsOf('Do you sell tea?');
    const other = await anAgent(parley, desk.workspace, desk.admin);
    expect((await dismiss(gapIds, other)).body).toEqual({ dismissed: 0 });
    const mine = desk;
    desk = await aHelpDesk(parley);
    expect((await dismiss(gapIds)).body).toEqual({ dismissed: 0 });
    desk = mine;
    expect(await questions()).toEqual(['Do you sell tea?']);
  });

  it('appends an event for each of them', async () => {
    await keep(['Do you sell tea?']);
    const gapIds = await idsOf('Do you sell tea?');
    const events = (query: Record<string, string>) =>
      parley.call('GET', `/workspaces/${desk.workspace.id}/events`, { token: desk.admin.secret, query });
    const after = await latestPosition(parley, desk.workspace.id, desk.admin.secret);
    await dismiss(gapIds);
    // Other suites on the same server hold the horizon back, so that earlier events can come, and this one late.
    const dismissed = { after, types: 'knowledge_gap.dismissed', wait: '25' };
    const { body } = await events(dismissed);
    expect(body.events).toMatchObject([{ type: 'knowledge_gap.dismissed', data: { gapId: gapIds[0] } }]);
  });

  it.each([[[]], [['x']], [null], [Array.from({ length: 101 }, () => newId())]])('400 for %j', async (gapIds) => {
    const { status, body } = await dismiss(gapIds);
    expect([status, body.code]).toEqual([400, 'validation_failed']);
  });
});
