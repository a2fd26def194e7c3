import { newId } from '../../src/common/database/uuid';
import { anErasure } from '../factories/erasure';
import { type By, ConversationDesk } from '../factories/conversation-fixtures';
import { aContact } from '../factories/contact';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { untilSomebodyWaits } from '../support/until-somebody-waits';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);

let parley: Parley;
let desk: ConversationDesk;
let leaving: By;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  desk = await ConversationDesk.open(parley);
  leaving = await desk.member();
});

const remove = ({ memberId }: By = leaving) =>
  parley.call('DELETE', `/workspaces/${desk.workspace.id}/members/${memberId}`, { token: desk.owner.secret });
/** The oldest has the newest message: an index by activity has them in the other order. */
const assigned = (count: number, contactId?: string): Promise<string[]> =>
  desk.insert(
    Array.from({ length: count }, (_, n) => ({
      ...{ assigneeMemberId: leaving.memberId, contactId },
      lastMessageAt: new Date(Date.UTC(2026, 0, 1) - n * 60_000).toISOString(),
    })),
  );
const published = (): Promise<{ id: string; type: string }[]> =>
  parley.database.query(
    'SELECT conversation_id AS id, type FROM inbox_events WHERE workspace_id = $1 ORDER BY conversation_id',
    [desk.workspace.id],
  );

/** The statements that `work` starts while another transaction holds the lock of a conversation. */
async function whileHeld<T>(conversationId: string, work: () => Promise<T>): Promise<T> {
  const holder = parley.database.createQueryRunner();
  await holder.startTransaction();
  await holder.query('SELECT FROM conversations WHERE workspace_id = $1 AND id = $2 FOR UPDATE', [
    desk.workspace.id,
    conversationId,
  ]);
  try {
    return await work();
  } finally {
    await holder.commitTransaction();
    await holder.release();
  }
}

describe('conversations of a member who is restricted to agents', () => {
  const restrict = (body: object): Promise<Reply> =>
    parley.call('PATCH', `/workspaces/${desk.workspace.id}/members/${leaving.memberId}`, {
      token: desk.owner.secret,
      body,
    });

  it('lose their assignee if it no longer sees the agent, with a new version, and all members are informed', async () => {
    const remaining = await desk.anotherAgent();
    const ids = await assigned(2);
    const [theirs, others] = (await desk.insert([
      { agentId: remaining.id, assigneeMemberId: leaving.memberId },
      { assigneeMemberId: desk.owner.memberId },
    ])) as [string, string];
    expect((await restrict({ restrictedAgentIds: [remaining.id] })).status).toBe(200);
    for (const id of ids) expect((await desk.get(id)).body).toMatchObject({ assigneeMemberId: null, version: 2 });
    const unchanged = { assigneeMemberId: leaving.memberId, version: 1 };
    expect((await desk.get(theirs, leaving)).body).toMatchObject(unchanged);
    expect((await desk.get(others)).body).toMatchObject({ assigneeMemberId: desk.owner.memberId, version: 1 });
    expect(await published()).toEqual(ids.map((id) => ({ id, type: 'conversation.updated' })));
    expect((await restrict({ restrictedAgentIds: [] })).status).toBe(200);
    expect((await desk.get(theirs)).body).toMatchObject({ assigneeMemberId: null, version: 2 });
  });

  it('stay theirs where they see all agents, and where the change is refused', async () => {
    const [id] = (await assigned(1)) as [string];
    expect((await restrict({ restrictedAgentIds: null })).status).toBe(200);
    expect((await restrict({ restrictedAgentIds: [newId()] })).status).toBe(400);
    expect((await restrict({ role: 'admin' })).status).toBe(200);
    expect((await restrict({ restrictedAgentIds: [] })).status).toBe(400);
    expect((await desk.get(id)).body).toMatchObject({ assigneeMemberId: leaving.memberId, version: 1 });
    expect(await published()).toEqual([]);
  });

  it('take no new one: who assigns it waits, and is refused', async () => {
    const [theirs] = await assigned(1);
    const [id] = (await desk.insert([{}])) as [string];
    const { restricted, assigning } = await whileHeld(theirs!, async () => {
      const change = restrict({ restrictedAgentIds: [] });
      await untilSomebodyWaits(parley);
      const second = desk.update(id, { assigneeMemberId: leaving.memberId, expectedVersion: 1 });
      await untilSomebodyWaits(parley, 2);
      return { restricted: change, assigning: second };
    });
    expect((await restricted).status).toBe(200);
    expect((await assigning).body.code).toBe('association_invalid');
    expect((await desk.get(id)).body).toMatchObject({ assigneeMemberId: null, version: 1 });
  });
});

describe('conversations of a member who is removed', () => {
  it('lose their assignee, with a new version, and all members are informed', async () => {
    const ids = await assigned(3);
    const [other] = await desk.insert([{ assigneeMemberId: desk.owner.memberId }]);
    expect((await remove()).status).toBe(200);
    for (const id of ids) expect((await desk.get(id)).body).toMatchObject({ assigneeMemberId: null, version: 2 });
    expect((await desk.get(other!)).body).toMatchObject({ assigneeMemberId: desk.owner.memberId, version: 1 });
    expect(await published()).toEqual(ids.map((id) => ({ id, type: 'conversation.updated' })));
  });

  it('are more than one statement takes', async () => {
    const ids = await assigned(1_001);
    expect((await remove()).status).toBe(200);
    expect(await published()).toHaveLength(ids.length);
    expect((await desk.list({ assignee: 'unassigned', limit: 100 })).body.conversations).toHaveLength(100);
  });

  it('stay theirs where the removal is refused', async () => {
    const [id] = await desk.insert([{ assigneeMemberId: desk.owner.memberId }]);
    expect((await remove(desk.owner)).status).toBe(409);
    expect((await desk.get(id!)).body).toMatchObject({ assigneeMemberId: desk.owner.memberId, version: 1 });
    expect(await published()).toEqual([]);
  });

  it('are locked in the order of their ids, as an erasure locks them', async () => {
    const ids = await assigned(5);
    const erasure = parley.database.createQueryRunner();
    await erasure.startTransaction();
    const lock = (id: string): Promise<unknown> =>
      erasure.query('SELECT FROM conversations WHERE workspace_id = $1 AND id = $2 FOR UPDATE NOWAIT', [
        desk.workspace.id,
        id,
      ]);
    await lock(ids[0]!);
    const removed = remove();
    await untilSomebodyWaits(parley);
    for (const id of ids.slice(1)) await lock(id);
    await erasure.query('DELETE FROM conversations WHERE workspace_id = $1 AND id = $2', [desk.workspace.id, ids[0]]);
    await erasure.commitTransaction();
    await erasure.release();
    expect((await removed).status).toBe(200);
    expect((await published()).map(({ id }) => id)).toEqual(ids.slice(1));
  });

  it('wait for a purge of their agent, which takes them next', async () => {
    const ids = await assigned(2);
    const purge = parley.database.createQueryRunner();
    await purge.startTransaction();
    const lock = (table: string, id: string): Promise<unknown> =>
      purge.query(`SELECT FROM ${table} WHERE workspace_id = $1 AND id = $2 FOR UPDATE NOWAIT`, [
        desk.workspace.id,
        id,
      ]);
    await lock('agents', desk.agent.id);
    const removed = remove();
    await untilSomebodyWaits(parley);
    for (const id of ids) await lock('conversations', id);
    await purge.commitTransaction();
    await purge.release();
    expect((await removed).status).toBe(200);
    expect(await published()).toHaveLength(2);
  });

  it(`go with their person at the same time (ROUNDS=${ROUNDS})`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      leaving = await desk.member();
      const { id: contactId } = await aContact(parley, desk.workspace, desk.owner);
      const ids = await assigned(50, contactId);
      await parley.database.query(
        'UPDATE agent_counters SET conversation_count = conversation_count + 50 WHERE workspace_id = $1 AND agent_id = $2',
        [desk.workspace.id, desk.agent.id],
      );
      const [erased, removed] = await Promise.all([anErasure(parley, desk.workspace, desk.owner, contactId), remove()]);
      expect([erased.status, removed.status]).toEqual([200, 200]);
      for (const id of [ids[0]!, ids.at(-1)!]) expect((await desk.get(id)).status).toBe(404);
    }
  });

  it('take no new one: who assigns it waits, and is refused', async () => {
    const [theirs] = await assigned(1);
    const [id] = (await desk.insert([{}])) as [string];
    const { removed, assigning } = await whileHeld(theirs!, async () => {
      const change = remove();
      await untilSomebodyWaits(parley);
      const second = desk.update(id, { assigneeMemberId: leaving.memberId, expectedVersion: 1 });
      await untilSomebodyWaits(parley, 2);
      return { removed: change, assigning: second };
    });
    expect((await removed).status).toBe(200);
    const { status, body } = await assigning;
    expect([status, body.code]).toEqual([400, 'association_invalid']);
    expect((await desk.get(id)).body).toMatchObject({ assigneeMemberId: null, version: 1 });
  });
});
