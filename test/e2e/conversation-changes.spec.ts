import { randomUUID } from 'node:crypto';
import { ConversationDesk, refusalOf } from '../factories/conversation-fixtures';
import { SupportDesk } from '../factories/support-fixtures';
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
    expect({ ...before, ...assigned.body }).toEqual({
      ...before,
      assigneeMemberId: memberId,
      version: 3,
      updatedAt: assigned.body.updatedAt,
    });
    const cleared = await desk.update(id, { assigneeMemberId: null, subject: ' Iceland ', expectedVersion: 3 });
    expect(cleared.body).toMatchObject({ assigneeMemberId: null, subject: 'Iceland', version: 4 });
    expect((await desk.get(id)).body).toMatchObject(cleared.body);
    const mine = await desk.update(id, { assigneeMemberId: 'me', expectedVersion: 4 });
    expect(mine.body.assigneeMemberId).toBe(desk.owner.memberId);
    expect((await happenings()).filter((type) => type === 'conversation.updated')).toHaveLength(3);
  });

  it('200 as it is, and no news, where nothing differs', async () => {
    const { id } = await desk.conversation();
    const before = await desk.get(id);
    const published = await happenings();
    const same = { expectedVersion: before.body.version, subject: before.body.subject, assigneeMemberId: null };
    expect(before.body).toMatchObject((await desk.update(id, same)).body);
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
    [{ expectedVersion: 1, assigneeMemberId: 'myself' }, '/assigneeMemberId'],
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

describe('closeConversation with endRequests', () => {
  let support: SupportDesk;
  beforeEach(async () => {
    support = await SupportDesk.open(parley);
  });
  const conversation = async (id: string) => (await support.call('GET', `/inbox/${id}`)).body;
  const close = async (id: string, endRequests?: object, more: object = {}) => {
    const { version: expectedVersion } = await conversation(id);
    return support.call('POST', `/inbox/${id}/close`, { expectedVersion, endRequests, ...more });
  };
  /** Of the conversation, in the order of its stream. */
  const events = (id: string) =>
    parley.database.query<{ type: string; support_request_id: string | null }[]>(
      'SELECT type, support_request_id FROM inbox_events WHERE conversation_id = $1 ORDER BY transaction_id, id',
      [id],
    );
  /** A conversation with a request that is new, one that is active, and one that waits. */
  const busy = async (): Promise<{ conversationId: string; ids: string[] }> => {
    const { conversationId, id: first } = await support.request();
    const rest = [{ kind: 'activate' }, { kind: 'wait', waitingOn: 'third_party' }].map(async (transition) => {
      const { id } = (await support.call('POST', '/support-requests', { conversationId })).body;
      await support.transition(id as string, transition);
      return id as string;
    });
    return { conversationId, ids: [first as string, ...(await Promise.all(rest))].sort() };
  };

  it('200: each request ends and the conversation closes, as by single calls', async () => {
    await support.policy({ first_response: 3_600 });
    const [single, together] = [await busy(), await busy()];
    for (const id of single.ids) await support.transition(id, { kind: 'end', disposition: 'resolved', note: 'Paid.' });
    await close(single.conversationId);
    const { status, body } = await close(together.conversationId, {
      disposition: 'resolved',
      note: 'Paid.',
      reason: 'Because.',
    });
    expect([status, await conversation(together.conversationId)]).toEqual([200, expect.objectContaining(body)]);
    expect(body).toMatchObject({ status: 'closed', liveSupportRequestCount: 0, closedAt: expect.any(String) });
    const recorded = async ({ conversationId, ids }: typeof single) => ({
      conversation: (({ status: state, version }) => ({ state, version }))(await conversation(conversationId)),
      requests: await Promise.all(
        ids.map(async (id) => {
          const { state, version, disposition, sla } = await support.get(id);
          const [clock] = sla as { status: string }[];
          const last = (await support.history(id)).at(-1);
          return [
            state,
            version,
            disposition.code,
            disposition.note,
            clock?.status,
            last.kind,
            last.reason,
            last.actorMemberId,
          ];
        }),
      ),
      events: (await events(conversationId)).map((event) => [event.type, ids.indexOf(event.support_request_id ?? '')]),
    });
    expect(await recorded(together)).toEqual(await recorded(single));
  });

  it('200 without a reason, without requests, and where the last transition is dated ahead', async () => {
    const { id, conversationId } = await support.request();
    const occurredAt = new Date(Date.now() + 240_000).toISOString();
    await support.transition(id, { kind: 'activate' }, { occurredAt });
    expect((await close(conversationId, { disposition: 'spam' })).status).toBe(200);
    expect(await support.get(id)).toMatchObject({ disposition: { code: 'spam', note: null }, endedAt: occurredAt });
    expect((await support.history(id)).at(-1).reason).toBe('The conversation was closed.');
    expect((await close(conversationId, { disposition: 'other' })).body.status).toBe('closed');
    expect((await support.get(id)).disposition.code).toBe('spam');
    expect((await close(support.inbox.conversationId, { disposition: 'other' })).body.status).toBe('closed');
  });

  it('200: a request whose time to go on has come goes on before it ends', async () => {
    const { id, conversationId } = await support.request();
    const resumeAt = new Date(Date.now() + 3_600_000).toISOString();
    await support.transition(id, { kind: 'wait', waitingOn: 'internal', resumeAt });
    await support.letPass(7_200);
    await close(conversationId, { disposition: 'other' });
    expect((await support.history(id)).map(({ kind }) => kind)).toEqual(['open', 'wait', 'activate', 'end']);
  });

  it('409 at another version, and for all but one of those who close at once; nothing ends twice', async () => {
    const { ids, conversationId } = await busy();
    const stale = await close(conversationId, { disposition: 'other' }, { expectedVersion: 99 });
    expect(refusalOf(stale)).toEqual([409, 'version_conflict', '/expectedVersion']);
    expect((await conversation(conversationId)).liveSupportRequestCount).toBe(3);
    const answers = await Promise.all(['spam', 'other'].map((disposition) => close(conversationId, { disposition })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const id of ids) expect((await support.history(id)).filter(({ kind }) => kind === 'end')).toHaveLength(1);
  });

  it('refuses as a whole: if one request cannot end, none does', async () => {
    const { ids, conversationId } = await busy();
    await parley.database.query(
      `INSERT INTO support_request_history (workspace_id, support_request_id, version, id, kind, to_state, episode_number,
         details, occurred_at, recorded_at)
       SELECT workspace_id, id, version + 1, gen_random_uuid(), 'update', 'new', 1, '{}', now(), now()
       FROM support_requests WHERE id = $1`,
      [ids[2]],
    );
    const before = await events(conversationId);
    expect((await close(conversationId, { disposition: 'resolved' })).status).toBe(500);
    expect(await conversation(conversationId)).toMatchObject({ status: 'open', liveSupportRequestCount: 3 });
    for (const id of ids) expect((await support.get(id)).disposition).toBeNull();
    expect(await events(conversationId)).toEqual(before);
  });

  it.each([
    [{}, '/endRequests/disposition'],
    [{ disposition: 'done' }, '/endRequests/disposition'],
    [{ disposition: 'other', note: '' }, '/endRequests/note'],
    [{ disposition: 'other', reason: 'x'.repeat(1_001) }, '/endRequests/reason'],
    [{ disposition: 'other', occurredAt: '2026-01-15T09:31:00.000Z' }, '/endRequests/occurredAt'],
    [null, '/endRequests'],
  ])('400 for %j', async (endRequests, path) => {
    const { conversationId } = await support.request();
    const refused = await support.call('POST', `/inbox/${conversationId}/close`, { expectedVersion: 2, endRequests });
    expect(refusalOf(refused)).toEqual([400, 'validation_failed', path]);
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
