import { anAgent } from '../factories/agent';
import { aConversation } from '../factories/conversation';
import { SupportDesk } from '../factories/support-fixtures';
import type { InboxMember } from '../factories/inbox-fixtures';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { untilSomebodyWaits } from '../support/until-somebody-waits';

let parley: Parley;
let desk: SupportDesk;
let leaving: InboxMember;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  desk = await SupportDesk.open(parley);
  leaving = await desk.inbox.member();
});

const remove = (): Promise<Reply> => desk.call('DELETE', `/members/${leaving.memberId}`, undefined, desk.inbox.admin);
const assigned = async (
  { memberId } = leaving,
  agent = desk.inbox.agent,
): Promise<{ id: string; conversationId: string }> => {
  const { id: conversationId } = await aConversation(parley, agent);
  const { body: request } = await desk.call('POST', '/support-requests', { conversationId });
  const change = { assigneeMemberId: memberId, expectedVersion: 1 };
  expect((await desk.call('PATCH', `/support-requests/${request.id}`, change)).status).toBe(200);
  return request;
};

describe('support requests of a member who is removed', () => {
  it('lose their assignee, with a new version in their history, and all members are informed', async () => {
    const [live, ended, other] = [await assigned(), await assigned(), await assigned(desk.inbox.author)];
    await desk.transition(ended.id, { kind: 'end', disposition: 'resolved' });
    const before = [await desk.get(live.id), await desk.get(ended.id), await desk.get(other.id)];
    let answer: Reply | undefined;
    const heard = await desk.inbox.heardOf(async () => (answer = await remove()));
    expect(answer?.status).toBe(200);
    expect(heard).toEqual(['support_request.updated', 'support_request.updated']);
    for (const [index, { id }] of [live, ended].entries()) {
      const { version, state } = before[index] as { version: number; state: string };
      const changed = { assigneeMemberId: null, version: version + 1, updatedAt: expect.any(String) };
      expect(await desk.get(id)).toEqual({ ...before[index], ...changed, sla: before[index].sla });
      expect((await desk.history(id)).at(-1)).toMatchObject({
        kind: 'update',
        fromState: state,
        toState: state,
        versionAfter: version + 1,
        reason: 'The member has left the workspace.',
        actorMemberId: null,
        changes: { assigneeMemberId: null },
      });
    }
    expect(await desk.get(other.id)).toEqual(before[2]);
    // A caller who had read it before gets 409.
    const { status, body } = await desk.transition(live.id, { kind: 'activate' }, { expectedVersion: 2 });
    expect([status, body.code]).toEqual([409, 'version_conflict']);
  });

  it('are more than one statement takes', async () => {
    const { id } = await assigned();
    await parley.database.query(
      `INSERT INTO support_requests (workspace_id, id, conversation_id, agent_id, origin, state, priority, opened_at,
         state_since, assignee_member_id, version, episode_number)
       SELECT workspace_id, gen_random_uuid(), conversation_id, agent_id, origin, state, priority, opened_at, state_since,
         assignee_member_id, 1, 1
       FROM support_requests, generate_series(1, 1000) WHERE workspace_id = $1 AND id = $2`,
      [desk.inbox.workspace.id, id],
    );
    expect((await remove()).status).toBe(200);
    const [row] = await parley.database.query<{ unassigned: number; reported: number }[]>(
      `SELECT (SELECT count(*)::int FROM support_requests WHERE workspace_id = $1 AND assignee_member_id IS NULL) AS unassigned,
         (SELECT count(DISTINCT id)::int FROM support_request_history
          WHERE workspace_id = $1 AND details = '{"assigneeMemberId": null}') AS reported`,
      [desk.inbox.workspace.id],
    );
    expect(row).toEqual({ unassigned: 1_001, reported: 1_001 });
  });

  it.each([
    ['theirs last', 1],
    ['theirs first', -1],
  ])(
    'wait for the transactions that hold them, and are locked in the order of their conversations: %s',
    async (_which, order) => {
      const theirs = async (): Promise<string> => {
        const { id } = await aConversation(parley, desk.inbox.agent);
        const { version: expectedVersion } = (await desk.call('GET', `/inbox/${id}`)).body;
        const change = { assigneeMemberId: leaving.memberId, expectedVersion };
        expect((await desk.call('PATCH', `/inbox/${id}`, change)).status).toBe(200);
        return id;
      };
      const before = order < 0 ? await theirs() : null;
      const { id, conversationId } = await assigned();
      const [first, second] = before === null ? [conversationId, await theirs()] : [before, conversationId];
      const erasure = parley.database.createQueryRunner();
      await erasure.startTransaction();
      const lock = (conversationId: string): Promise<unknown> =>
        erasure.query('SELECT FROM conversations WHERE workspace_id = $1 AND id = $2 FOR UPDATE NOWAIT', [
          desk.inbox.workspace.id,
          conversationId,
        ]);
      await lock(first);
      const removed = remove();
      await untilSomebodyWaits(parley);
      await lock(second);
      await erasure.commitTransaction();
      await erasure.release();
      expect((await removed).status).toBe(200);
      expect(await desk.get(id)).toMatchObject({ assigneeMemberId: null, version: 3 });
      for (const one of [first, second]) {
        expect((await desk.call('GET', `/inbox/${one}`)).body.assigneeMemberId).toBeNull();
      }
    },
  );
});

describe('support requests of a member who is restricted', () => {
  it('lose their assignee if it no longer sees the agent, as their history shows, and otherwise keep it', async () => {
    const { id } = await assigned();
    const restrict = (restrictedAgentIds: string[]): Promise<Reply> =>
      desk.call('PATCH', `/members/${leaving.memberId}`, { restrictedAgentIds }, desk.inbox.admin);
    const before = (await desk.get(id)) as { version: number };
    expect((await restrict([desk.inbox.agent.id])).status).toBe(200);
    expect(await desk.get(id)).toEqual(before);
    const heard = await desk.inbox.heardOf(() => restrict([]));
    expect(heard).toEqual(['support_request.updated']);
    expect(await desk.get(id)).toMatchObject({ assigneeMemberId: null, version: before.version + 1 });
    expect((await desk.history(id)).at(-1)).toMatchObject({
      kind: 'update',
      versionAfter: before.version + 1,
      reason: 'The member no longer has access to the agent.',
      changes: { assigneeMemberId: null },
    });
  });

  it('lose their assignee for one agent, keep it for another, and those of others keep theirs', async () => {
    const remaining = await anAgent(parley, desk.inbox.workspace, desk.inbox.admin);
    const lost = await assigned();
    const others = [await assigned(leaving, remaining), await assigned(desk.inbox.author)];
    const before = await Promise.all(others.map(({ id }) => desk.get(id)));
    const body = { restrictedAgentIds: [remaining.id] };
    expect((await desk.call('PATCH', `/members/${leaving.memberId}`, body, desk.inbox.admin)).status).toBe(200);
    expect(await desk.get(lost.id)).toMatchObject({ assigneeMemberId: null });
    expect(await Promise.all(others.map(({ id }) => desk.get(id)))).toEqual(before);
  });
});
