import { refusalOf } from '../factories/conversation-fixtures';
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

const FIELDS = [
  ...[
    'id',
    'workspaceId',
    'conversationId',
    'agentId',
    'contactId',
    'subject',
    'state',
    'priority',
    'assigneeMemberId',
  ],
  ...['episodeNumber', 'waitingOn', 'resumeAt', 'disposition', 'openedAt', 'stateSince', 'endedAt', 'sla', 'version'],
  ...['createdAt', 'updatedAt'],
];

describe('createSupportRequest', () => {
  it('201 with the request, which keeps the conversation open', async () => {
    const { conversationId } = desk.inbox;
    const body = { conversationId, subject: ' A refund ', priority: 'high' };
    const { status, body: made } = await desk.call('POST', '/support-requests', body);
    expect(status).toBe(201);
    expect(Object.keys(made)).toEqual(FIELDS);
    expect(made).toMatchObject({
      conversationId,
      subject: 'A refund',
      priority: 'high',
      state: 'new',
      episodeNumber: 1,
      disposition: null,
      sla: [],
      version: 1,
    });
    const { body: conversation } = await desk.call('GET', `/inbox/${conversationId}`);
    expect(conversation.liveSupportRequestCount).toBe(1);
    const close = { expectedVersion: conversation.version };
    expect(refusalOf(await desk.call('POST', `/inbox/${conversationId}/close`, close))[1]).toBe('live_requests_remain');
  });

  it('opens the conversation again if it is closed', async () => {
    const { conversationId } = desk.inbox;
    const { version: expectedVersion } = await desk.inbox.conversation();
    const { body: closed } = await desk.call('POST', `/inbox/${conversationId}/close`, { expectedVersion });
    expect(closed).toMatchObject({ status: 'closed', version: expectedVersion + 1 });
    await desk.call('POST', '/support-requests', { conversationId });
    const { body } = await desk.call('GET', `/inbox/${conversationId}`);
    expect(body).toMatchObject({ status: 'open', closedAt: null, version: expectedVersion + 2 });
  });

  it.each([
    [{}, '/conversationId'],
    [{ conversationId: 'x', priority: 'big' }, '/priority'],
    [{ conversationId: 'x', subject: '' }, '/subject'],
    [{ conversationId: 'x', subject: 'x'.repeat(201) }, '/subject'],
  ])('400 for %j', async (body, path) => {
    expect(refusalOf(await desk.call('POST', '/support-requests', body))).toEqual([400, 'validation_failed', path]);
  });

  it('400 for a conversation that the member does not see', async () => {
    const restricted = await desk.inbox.member([]);
    for (const [conversationId, by] of [
      ['nothing', desk.inbox.author],
      [desk.inbox.conversationId, restricted],
    ] as const) {
      const refused = await desk.call('POST', '/support-requests', { conversationId }, by);
      expect(refusalOf(refused)).toEqual([400, 'association_invalid', '/conversationId']);
    }
  });

  it('409 for the 101st live one of a conversation', async () => {
    const { conversationId } = desk.inbox;
    await parley.database.query('UPDATE conversations SET live_support_request_count = 100 WHERE id = $1', [
      conversationId,
    ]);
    const refused = await desk.call('POST', '/support-requests', { conversationId });
    expect(refusalOf(refused).slice(0, 2)).toEqual([409, 'support_request_limit_reached']);
  });
});

describe('updateSupportRequest', () => {
  it('200 with what was changed, at the next version', async () => {
    const { id } = await desk.request();
    const { memberId: assigneeMemberId } = desk.inbox.author;
    const change = { subject: 'Another', priority: 'urgent', assigneeMemberId, expectedVersion: 1 };
    const { status, body } = await desk.call('PATCH', `/support-requests/${id}`, change);
    expect(status).toBe(200);
    expect(body).toMatchObject({ subject: 'Another', priority: 'urgent', assigneeMemberId, version: 2 });
    expect((await desk.history(id)).at(-1)).toMatchObject({
      kind: 'update',
      versionAfter: 2,
      changes: { subject: 'Another', priority: 'urgent', assigneeMemberId },
    });
    const same = await desk.call('PATCH', `/support-requests/${id}`, { subject: 'Another', expectedVersion: 2 });
    expect(same.body.version).toBe(2);
  });

  it('200 with `me` for the caller, also in a transition and its replay', async () => {
    const { id } = await desk.request();
    const { memberId } = desk.inbox.author;
    const change = { assigneeMemberId: 'me', expectedVersion: 1 };
    expect((await desk.call('PATCH', `/support-requests/${id}`, change)).body.assigneeMemberId).toBe(memberId);
    const other = await desk.inbox.member();
    const transition = {
      transition: { kind: 'activate', assigneeMemberId: 'me' },
      ...{ expectedVersion: 2, idempotencyKey: 'mine', reason: 'Mine.', occurredAt: new Date().toISOString() },
    };
    const path = `/support-requests/${id}/transitions`;
    const taken = await desk.call('POST', path, transition, other);
    expect(taken.body.supportRequest.assigneeMemberId).toBe(other.memberId);
    const replayed = await desk.call('POST', path, transition, other);
    expect([replayed.text, replayed.headers.get('idempotency-replayed')]).toEqual([taken.text, 'true']);
  });

  it('409 at another version, 400 for a member who does not see the agent', async () => {
    const { id } = await desk.request();
    const refused = await desk.call('PATCH', `/support-requests/${id}`, { subject: 'Another', expectedVersion: 2 });
    expect(refused.body).toMatchObject({ code: 'version_conflict', details: [{ currentVersion: 1 }] });
    const { memberId: assigneeMemberId } = await desk.inbox.member([]);
    const unseen = await desk.call('PATCH', `/support-requests/${id}`, { assigneeMemberId, expectedVersion: 1 });
    expect(refusalOf(unseen)).toEqual([400, 'association_invalid', '/assigneeMemberId']);
  });
});

describe('requests that customers open', () => {
  it('a hand-over opens one, and the next message to people finds it', async () => {
    const request = await desk.handedOver();
    expect(request).toMatchObject({ state: 'new', subject: 'I want to talk to a human, please.' });
    expect(await desk.history(request.id)).toMatchObject([{ kind: 'open', actorMemberId: null, versionAfter: 1 }]);
    const turn = await desk.say(request.conversationId, 'Hello?');
    expect(turn.body).toMatchObject({ outcome: 'human_active', supportRequestId: request.id });
  });

  it('what waits for the customer goes on when they write', async () => {
    const { id, conversationId } = await desk.handedOver();
    await desk.transition(id, { kind: 'wait', waitingOn: 'customer' });
    await desk.say(conversationId, 'Here you are.');
    expect(await desk.get(id)).toMatchObject({ state: 'active', waitingOn: null, version: 3 });
    expect((await desk.history(id)).at(-1)).toMatchObject({
      kind: 'activate',
      actorMemberId: null,
      reason: 'The customer wrote.',
      versionAfter: 3,
    });
  });

  it('what waits for the customer goes on when they ask the agent for people again', async () => {
    await desk.policy({ next_response: 1_800 });
    const { id, conversationId } = await desk.handedOver();
    await desk.replied(conversationId);
    await desk.transition(id, { kind: 'wait', waitingOn: 'customer' });
    await desk.call('POST', `/inbox/${conversationId}/give-back`);
    const turn = await desk.say(conversationId, 'I want to talk to a human, please.');
    expect(turn.body).toMatchObject({ outcome: 'handed_off', supportRequestId: id });
    expect(await desk.get(id)).toMatchObject({ state: 'active', waitingOn: null, version: 3 });
    expect((await desk.history(id)).at(-1)).toMatchObject({ actorMemberId: null, reason: 'The customer wrote.' });
    const { body } = await desk.call('GET', `/inbox/${conversationId}/messages`);
    const { createdAt } = body.messages.find(({ role }: { role: string }) => role === 'customer');
    expect(await desk.clock(id, 'next_response')).toMatchObject({ status: 'pending', startedAt: createdAt });
  });

  it('what waits for others does not', async () => {
    const { id, conversationId } = await desk.handedOver();
    await desk.transition(id, { kind: 'wait', waitingOn: 'third_party' });
    await desk.say(conversationId, 'Hello?');
    expect(await desk.get(id)).toMatchObject({ state: 'waiting', version: 2 });
  });

  it('the last one is reopened, unless its conversation was closed 7 days ago or it was spam', async () => {
    const { id, conversationId } = await desk.handedOver();
    const close = async (): Promise<void> => {
      const { version: expectedVersion } = (await desk.call('GET', `/inbox/${conversationId}`)).body;
      expect((await desk.call('POST', `/inbox/${conversationId}/close`, { expectedVersion })).status).toBe(200);
    };
    const end = (of: string, disposition = 'resolved') => desk.transition(of, { kind: 'end', disposition });
    const writes = async (): Promise<string> =>
      (await desk.say(conversationId, 'It is broken again.')).body.supportRequestId as string;

    await end(id);
    await desk.letPass(6 * 24 * 3600);
    await close();
    await desk.letPass(6 * 24 * 3600);
    expect(await writes()).toBe(id);
    expect(await desk.get(id)).toMatchObject({ state: 'active', episodeNumber: 2, disposition: null, version: 3 });

    await end(id);
    await desk.letPass(8 * 24 * 3600);
    expect(await writes()).toBe(id);

    await end(id);
    await close();
    await desk.letPass(7 * 24 * 3600);
    const later = await writes();
    expect(later).not.toBe(id);
    await end(later, 'spam');
    expect(await writes()).not.toBe(later);
  });

  it('one that waits until a set time continues then, even if unread', async () => {
    const { id } = await desk.handedOver();
    const resumeAt = new Date(Date.now() + 3_600_000).toISOString();
    await desk.transition(id, { kind: 'wait', waitingOn: 'third_party', resumeAt });
    await parley.drain();
    expect((await desk.get(id)).state).toBe('waiting');
    await desk.letPass(7_200);
    const due = (await desk.get(id)).resumeAt as string;
    await parley.drain();
    expect(await desk.get(id)).toMatchObject({ state: 'active', stateSince: due, resumeAt: null, version: 3 });
    expect((await desk.history(id)).at(-1)).toMatchObject({ actorMemberId: null, occurredAt: due });
  });
});

describe("the agent's resolvedRate", () => {
  it('is the share of ended requests that were resolved', async () => {
    const rate = async (): Promise<number> =>
      (await desk.call('GET', `/agents/${desk.inbox.agent.id}`, undefined, desk.inbox.admin)).body
        .resolvedRate as number;
    expect(await rate()).toBe(0);
    const ids = [];
    for (const disposition of ['resolved', 'answered_by_agent', 'spam', 'other']) {
      const { id } = await desk.request();
      ids.push(id);
      await desk.transition(id, { kind: 'end', disposition });
    }
    expect(await rate()).toBe(0.5);
    await desk.transition(ids[0], { kind: 'reopen' });
    expect(await rate()).toBe(0.3333);
  });
});
