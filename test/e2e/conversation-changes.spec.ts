import { randomUUID } from 'node:crypto';
import { ConversationDesk, refusalOf } from '../factories/conversation-fixtures';
import { type Parley, startParley } from '../support/parley';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let parley: Parley;
let desk: ConversationDesk;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());

beforeEach(async () => {
  desk = await ConversationDesk.open(parley);
});

/** What has happened in the workspace, oldest first. */
const happenings = async (): Promise<string[]> =>
  (
    await parley.database.query<{ type: string }[]>(
      'SELECT type FROM inbox_events WHERE workspace_id = $1 ORDER BY transaction_id, id',
      [desk.workspace.id],
    )
  ).map(({ type }) => type);

describe('updateConversation', () => {
  it('200 with an assignee and a subject, published to members', async () => {
    const { id } = await desk.conversation();
    const { memberId } = await desk.member([desk.agent.id]);
    const before = (await desk.get(id)).body;
    const assigned = await desk.update(id, {
      assigneeMemberId: memberId.toUpperCase(),
      expectedVersion: before.version,
    });
    expect(assigned.body).toEqual({
      ...before,
      assigneeMemberId: memberId,
      version: 3,
      updatedAt: assigned.body.updatedAt,
    });
    const cleared = await desk.update(id, { assigneeMemberId: null, subject: ' Iceland ', expectedVersion: 3 });
    expect(cleared.body).toMatchObject({ assigneeMemberId: null, subject: 'Iceland', version: 4 });
    expect(cleared.body).toEqual((await desk.get(id)).body);
    expect((await happenings()).filter((type) => type === 'conversation.updated')).toHaveLength(2);
  });

  it('200 as it is, and no news, where nothing differs', async () => {
    const { id } = await desk.conversation();
    const before = await desk.get(id);
    const published = await happenings();
    const same = { expectedVersion: before.body.version, subject: before.body.subject, assigneeMemberId: null };
    expect((await desk.update(id, same)).body).toEqual(before.body);
    expect(await happenings()).toEqual(published);
  });

  it('400 for an assignee who does not see its agent: a restricted member, a foreign member, and no member', async () => {
    const { id } = await desk.conversation();
    const restricted = await desk.member([(await desk.anotherAgent()).id]);
    const foreign = await (await ConversationDesk.open(parley)).member();
    for (const assigneeMemberId of [restricted.memberId, foreign.memberId, randomUUID()]) {
      const refused = await desk.update(id, { assigneeMemberId, expectedVersion: 2 });
      expect(refusalOf(refused)).toEqual([400, 'association_invalid', '/assigneeMemberId']);
    }
    expect((await desk.get(id)).body).toMatchObject({ assigneeMemberId: null, version: 2 });
  });

  it('409 for another version, with the present one', async () => {
    const { id } = await desk.conversation();
    const { status, body } = await desk.update(id, { subject: 'x', expectedVersion: 1 });
    expect([status, body.code, body.details[0].currentVersion]).toEqual([409, 'version_conflict', 2]);
  });

  it('409 for all but one of those who change the same version at once', async () => {
    const { id } = await desk.conversation();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => desk.update(id, { subject: `Subject ${n}`, expectedVersion: 2 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  it.each([
    [{}, '/expectedVersion'],
    [{ expectedVersion: 0 }, '/expectedVersion'],
    [{ expectedVersion: 1, assigneeMemberId: 'me' }, '/assigneeMemberId'],
    [{ expectedVersion: 1, subject: ' ' }, '/subject'],
    [{ expectedVersion: 1, status: 'closed' }, '/status'],
  ])('400 %j', async (input, where) => {
    const { id } = await desk.conversation();
    expect(refusalOf(await desk.update(id, input))).toEqual([400, 'validation_failed', where]);
  });

  it('gives up its assignee when they leave', async () => {
    const { id } = await desk.conversation();
    const { memberId } = await desk.member();
    await desk.update(id, { assigneeMemberId: memberId, expectedVersion: 2 });
    await parley.call('DELETE', `/workspaces/${desk.workspace.id}/members/${memberId}`, { token: desk.owner.secret });
    expect((await desk.get(id)).body.assigneeMemberId).toBeNull();
  });
});

describe('closeConversation', () => {
  it('200, and again', async () => {
    const { id } = await desk.conversation();
    const closed = await desk.post(id, 'close', { expectedVersion: 2 });
    expect([closed.status, closed.body]).toEqual([200, expect.objectContaining({ status: 'closed', version: 3 })]);
    expect(closed.body.closedAt).toMatch(INSTANT);
    const published = await happenings();
    expect((await desk.post(id, 'close', { expectedVersion: 3 })).body).toEqual(closed.body);
    expect(await happenings()).toEqual(published);
    expect(published.at(-1)).toBe('conversation.updated');
  });

  it('409 while support requests are live', async () => {
    const { id } = await desk.handedOver();
    const refused = await desk.post(id, 'close', { expectedVersion: await desk.version(id) });
    expect([refused.status, refused.body.code]).toEqual([409, 'live_requests_remain']);
    expect((await desk.get(id)).body.status).toBe('open');
  });

  it('409 for another version', async () => {
    const { id } = await desk.conversation();
    expect(refusalOf(await desk.post(id, 'close', { expectedVersion: 7 }))).toEqual([
      409,
      'version_conflict',
      '/expectedVersion',
    ]);
  });

  it('is undone by the customer’s next message', async () => {
    const { id } = await desk.conversation();
    await desk.post(id, 'close', { expectedVersion: 2 });
    await desk.say(id, 'One more thing');
    expect((await desk.get(id)).body).toMatchObject({ status: 'open', closedAt: null, version: 4 });
  });
});

describe('reopenConversation', () => {
  it('200, and again', async () => {
    const { id } = await desk.conversation();
    await desk.post(id, 'close', { expectedVersion: 2 });
    const open = await desk.post(id, 'reopen', { expectedVersion: 3 });
    expect(open.body).toMatchObject({ status: 'open', closedAt: null, version: 4 });
    expect((await desk.post(id, 'reopen', { expectedVersion: 4 })).body).toEqual(open.body);
    expect((await happenings()).at(-1)).toBe('conversation.updated');
  });

  it('409 for another version', async () => {
    const { id } = await desk.conversation();
    expect((await desk.post(id, 'reopen', { expectedVersion: 1 })).body.code).toBe('version_conflict');
  });
});

describe('giveBackConversation', () => {
  it('200: the agent answers again, with all of its patience', async () => {
    const { id } = await desk.conversation('What is the weight of the moon?');
    await desk.say(id, 'And of the sun?');
    expect((await desk.get(id)).body.handler).toBe('human');
    const back = await desk.post(id, 'give-back');
    expect([back.status, back.body.handler]).toEqual([200, 'agent']);
    expect((await desk.post(id, 'give-back')).body).toEqual(back.body);
    expect((await desk.say(id, 'And of Mars?')).body.outcome).toBe('no_answer');
  });

  it('409 invalid_transition where the customer writes by email, which agents do not answer', async () => {
    const { id } = await desk.conversation('What is the weight of the moon?');
    await parley.database.query(`UPDATE conversations SET channel = 'email', handler = 'human' WHERE id = $1`, [id]);
    const { status, body } = await desk.post(id, 'give-back');
    expect([status, body.code]).toEqual([409, 'invalid_transition']);
    expect((await desk.get(id)).body.handler).toBe('human');
  });
});
