import { MOST_MERGED } from '../../src/support/request-lists.sql';
import { anAgent } from '../factories/agent';
import { SupportDesk } from '../factories/support-fixtures';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: SupportDesk;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  desk = await SupportDesk.open(parley);
});

interface Shown {
  id: string;
  subject: string;
  sla: { milestone: string; status: string; elapsedSeconds: number }[];
}

describe('listSupportRequests', () => {
  const list = async (query: Record<string, string | number> = {}, by = desk.inbox.author) =>
    (await parley.call('GET', `${desk.path}/support-requests`, { token: by.secret, query })).body as {
      supportRequests: Shown[];
      nextCursor: string | null;
    };
  const subjects = async (query: Record<string, string | number> = {}, by = desk.inbox.author) =>
    (await list(query, by)).supportRequests.map(({ subject }) => subject);

  it('newest first, in pages, and by filter', async () => {
    const { id: first } = await desk.request({ subject: 'first' });
    await desk.request({ subject: 'second', priority: 'high' });
    const { id: third } = await desk.request({ subject: 'third' });
    await desk.transition(first, { kind: 'activate', assigneeMemberId: desk.inbox.author.memberId });
    await desk.transition(third, { kind: 'end', disposition: 'spam' });
    expect(await subjects()).toEqual(['third', 'second', 'first']);
    expect(await subjects({ state: 'active' })).toEqual(['first']);
    expect(await subjects({ state: 'ended' })).toEqual(['third']);
    expect(await subjects({ priority: 'high' })).toEqual(['second']);
    expect(await subjects({ assignee: 'me' })).toEqual(['first']);
    expect(await subjects({ assignee: 'unassigned' })).toEqual(['third', 'second']);
    expect(await subjects({ agentId: desk.inbox.agent.id })).toEqual(['third', 'second', 'first']);
    expect(await subjects({}, await desk.inbox.member([]))).toEqual([]);
    expect(await subjects({}, await desk.inbox.member([desk.inbox.agent.id]))).toHaveLength(3);
    const seen: string[] = [];
    for (let cursor: string | null = null; ;) {
      const page = await list({ limit: 2, ...(cursor ? { cursor } : {}) });
      seen.push(...page.supportRequests.map(({ subject }) => subject));
      cursor = page.nextCursor;
      if (cursor === null) break;
    }
    expect(seen).toEqual(['third', 'second', 'first']);
  });

  it('nothing of hidden agents, with any index', async () => {
    const { workspace, admin, author, agent } = desk.inbox;
    const { id } = await desk.request({ subject: 'hidden' });
    await desk.transition(id, { kind: 'activate', assigneeMemberId: author.memberId });
    const others: string[] = [];
    while (others.length <= MOST_MERGED) others.push((await anAgent(parley, workspace, admin)).id);
    const queries: Record<string, string>[] = [{}, { sort: 'due' }, { assignee: author.memberId }];
    for (const query of [...queries]) queries.push({ ...query, agentId: agent.id });
    for (const reach of [others.slice(0, 1), others]) {
      const member = await desk.inbox.member(reach);
      for (const query of queries) expect(await subjects(query, member)).toEqual([]);
    }
    const member = await desk.inbox.member([...others, agent.id]);
    for (const query of queries) expect(await subjects(query, member)).toEqual(['hidden']);
  });

  it('of members of three agents and of four by the same statement', async () => {
    const { workspace, admin, agent } = desk.inbox;
    await desk.request({ subject: 'theirs' });
    const ids = [agent.id];
    while (ids.length < 4) ids.push((await anAgent(parley, workspace, admin)).id);
    const statements: string[] = [];
    for (const reach of [ids.slice(0, 3), ids, ids.slice(1)]) {
      const member = await desk.inbox.member(reach);
      for (const sort of ['created', 'due']) {
        const all = await parley.statementsOf(async () => {
          expect(await subjects({ sort }, member)).toEqual(reach.includes(agent.id) ? ['theirs'] : []);
        });
        statements.push(...all.filter((sql) => sql.includes('AS calendars')));
      }
    }
    expect(statements).toHaveLength(6);
    expect(new Set(statements).size).toBe(2);
  });

  it('with clocks as their explanations have them, of several calendars, with any subject', async () => {
    const subject = '"elapsedSeconds":"0 1 0 0 0"';
    const calendar = { weekly: { monday: [{ from: '09:00', to: '17:00' }] } };
    await desk.policy({ first_response: 60, verified_resolution: 7200 }, { match: { priorities: ['normal'] } });
    await desk.policy({ first_response: 3600 }, { match: { priorities: ['high'] }, calendar });
    await desk.request({ subject });
    const { id: waiting } = await desk.request({ subject: 'waiting' });
    await desk.letPass(90);
    await desk.request({ subject: 'high', priority: 'high' });
    await desk.transition(waiting, { kind: 'wait', waitingOn: 'customer' });
    const explained = async (shown: Shown) => {
      const clocks = shown.sla.map(async ({ milestone }) => (await desk.explained(shown.id, { milestone })).clock);
      return (await Promise.all(clocks)) as Shown['sla'];
    };
    const before = await Promise.all((await list()).supportRequests.map(explained));
    const { supportRequests: shown } = await list();
    const after = await Promise.all(shown.map(explained));
    expect(shown.map((one) => [one.subject, one.sla.map(({ status }) => status)])).toEqual([
      ['high', ['pending']],
      ['waiting', ['breaching', 'paused']],
      [subject, ['breaching', 'pending']],
    ]);
    for (const [index, { sla }] of shown.entries()) {
      for (const [place, { elapsedSeconds, ...clock }] of sla.entries()) {
        const [earlier, later] = [before[index]![place]!, after[index]![place]!];
        expect(later).toEqual({ ...clock, elapsedSeconds: expect.any(Number) });
        expect(elapsedSeconds).toBeGreaterThanOrEqual(earlier.elapsedSeconds);
        expect(elapsedSeconds).toBeLessThanOrEqual(later.elapsedSeconds);
      }
    }
  });

  it('what is due first, first; what nothing runs for, last', async () => {
    const policy = { first_response: 3600 };
    await desk.request({ subject: 'no clock' });
    await desk.policy(policy, { match: { priorities: ['normal'] } });
    await desk.policy({ first_response: 60 }, { match: { priorities: ['urgent'] } });
    await desk.request({ subject: 'in an hour' });
    await desk.request({ subject: 'in a minute', priority: 'urgent' });
    expect(await subjects({ sort: 'due' })).toEqual(['in a minute', 'in an hour', 'no clock']);
    expect(await subjects({ breaching: 'true' })).toEqual([]);
    await desk.letPass(61);
    expect(await subjects({ breaching: 'true' })).toEqual(['in a minute']);
    expect(await subjects({ breaching: 'false', sort: 'due' })).toEqual(['in an hour', 'no clock']);
    const first = await list({ sort: 'due', limit: 1 });
    const rest = await list({ sort: 'due', cursor: first.nextCursor! });
    expect(rest.supportRequests.map(({ subject }) => subject)).toEqual(['in an hour', 'no clock']);
  });
});
