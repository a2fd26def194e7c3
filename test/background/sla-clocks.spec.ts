import { SupportDesk } from '../factories/support-fixtures';
import { refusalOf } from '../factories/conversation-fixtures';
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

const heard = async (): Promise<string[]> => {
  const rows = await parley.database.query<{ type: string }[]>(
    `SELECT type FROM inbox_events WHERE workspace_id = $1 AND type LIKE 'sla.%' ORDER BY transaction_id, id`,
    [desk.inbox.workspace.id],
  );
  return rows.map(({ type }) => type);
};

describe('a clock', () => {
  it('starts with its request, and shows when it is due', async () => {
    const policyId = await desk.policy({ first_response: 3600 });
    const { sla, openedAt } = await desk.request();
    expect(sla).toHaveLength(1);
    expect(Object.keys(sla[0])).toEqual([
      ...['milestone', 'episodeNumber', 'policyId', 'status', 'targetSeconds', 'startedAt', 'dueAt', 'pausedAt'],
      ...['elapsedSeconds', 'satisfiedAt', 'breachedAt'],
    ]);
    expect(sla[0]).toMatchObject({
      milestone: 'first_response',
      episodeNumber: 1,
      policyId,
      status: 'pending',
      targetSeconds: 3600,
      startedAt: openedAt,
      dueAt: new Date(Date.parse(openedAt) + 3_600_000).toISOString(),
      pausedAt: null,
      elapsedSeconds: 0,
      satisfiedAt: null,
      breachedAt: null,
    });
  });

  it('is imminent, then breaching, by time alone; all members are notified once', async () => {
    await desk.policy({ first_response: 100 });
    const { id } = await desk.request();
    await desk.letPass(79);
    expect(await desk.statusOf(id)).toBe('pending');
    await desk.letPass(2);
    expect(await desk.statusOf(id)).toBe('imminent');
    await parley.drain();
    expect([await desk.alerts(), await heard()]).toEqual([['warning'], ['sla.imminent']]);
    await desk.letPass(60);
    const { dueAt } = await desk.clock(id, 'first_response');
    expect(await desk.clock(id, 'first_response')).toMatchObject({ status: 'breaching', breachedAt: dueAt });
    await parley.drain();
    await parley.drain();
    expect(await desk.clock(id, 'first_response')).toMatchObject({ status: 'breaching', breachedAt: dueAt });
    expect([await desk.alerts(), await heard()]).toEqual([
      ['warning', 'breach'],
      ['sla.imminent', 'sla.breached'],
    ]);
  });

  it('of a service that was down was due when it was due', async () => {
    await desk.policy({ first_response: 100 });
    const { id } = await desk.request();
    await desk.letPass(5_000);
    const { dueAt } = await desk.clock(id, 'first_response');
    await parley.drain();
    expect(await desk.clock(id, 'first_response')).toMatchObject({ status: 'breaching', breachedAt: dueAt });
    expect(await desk.alerts()).toEqual(['warning', 'breach']);
  });

  it('runs by the first policy that matches, as it was', async () => {
    const urgent = await desk.policy({ first_response: 60 }, { match: { priorities: ['urgent'] } });
    const all = await desk.policy({ first_response: 600 });
    const [one, other] = [await desk.request({ priority: 'urgent' }), await desk.request()];
    expect([one.sla[0].policyId, other.sla[0].policyId]).toEqual([urgent, all]);
    const change = { targets: [{ milestone: 'first_response', seconds: 5 }], expectedVersion: 1 };
    expect((await desk.call('PATCH', `/sla-policies/${all}`, change, desk.inbox.admin)).status).toBe(200);
    expect((await desk.get(other.id)).sla[0].targetSeconds).toBe(600);
    expect((await desk.request()).sla[0].targetSeconds).toBe(5);
    await desk.call('DELETE', `/sla-policies/${all}`, undefined, desk.inbox.admin);
    expect((await desk.get(other.id)).sla[0].policyId).toBe(all);
  });

  it('gets another target with another priority, from its start on', async () => {
    await desk.policy({ first_response: 600 }, { match: { priorities: ['normal'] } });
    await desk.policy({ first_response: 60, verified_resolution: 3600 }, { match: { priorities: ['urgent'] } });
    const { id } = await desk.request();
    await desk.letPass(100);
    const raised = await desk.call('PATCH', `/support-requests/${id}`, { priority: 'urgent', expectedVersion: 1 });
    const { startedAt } = await desk.clock(id, 'first_response');
    const dueAt = new Date(Date.parse(startedAt) + 60_000).toISOString();
    expect(raised.body.sla).toMatchObject([
      { milestone: 'first_response', status: 'breaching', targetSeconds: 60, breachedAt: dueAt },
      { milestone: 'verified_resolution', status: 'pending', startedAt },
    ]);
    // Nothing matches: it is over, and what was breached stays so.
    const lowered = await desk.call('PATCH', `/support-requests/${id}`, { priority: 'low', expectedVersion: 2 });
    expect(lowered.body.sla).toMatchObject([
      { milestone: 'first_response', status: 'cancelled', breachedAt: dueAt },
      { milestone: 'verified_resolution', status: 'cancelled', breachedAt: null },
    ]);
  });
});

describe('what moves a clock', () => {
  it('waiting for the customer pauses a resolution, and no first response', async () => {
    await desk.policy({ first_response: 3600, verified_resolution: 7200 });
    const { id } = await desk.request();
    await desk.letPass(100);
    await desk.transition(id, { kind: 'wait', waitingOn: 'customer' });
    const { stateSince } = await desk.get(id);
    expect(await desk.clock(id, 'verified_resolution')).toMatchObject({
      status: 'paused',
      pausedAt: stateSince,
      dueAt: null,
      elapsedSeconds: 100,
    });
    expect(await desk.statusOf(id)).toBe('pending');
    await desk.letPass(1_000);
    await desk.transition(id, { kind: 'activate' });
    const clock = await desk.clock(id, 'verified_resolution');
    expect(clock).toMatchObject({ status: 'pending', pausedAt: null, elapsedSeconds: 100 });
    const dueAfter = (Date.parse(clock.dueAt) - Date.parse(clock.startedAt)) / 1_000;
    expect(dueAfter).toBeGreaterThanOrEqual(8_200);
    expect(dueAfter).toBeLessThan(8_260);
    const explained = await desk.explained(id, { milestone: 'verified_resolution' });
    expect(explained.events.map(({ kind, effect }: Record<string, string>) => [kind, effect])).toEqual([
      ['started', 'starts'],
      ['waiting', 'pauses'],
      ['active', 'resumes'],
    ]);
    const seconds = explained.intervals.map((interval: { seconds: number }) => interval.seconds);
    expect(seconds.reduce((sum: number, one: number) => sum + one, 0)).toBe(explained.elapsedSeconds);
    expect(explained.elapsedSeconds).toBe(explained.clock.elapsedSeconds);
  });

  it('a new target pauses on what the request waits for already, and only on that', async () => {
    const match = (priority: string): object => ({ match: { priorities: [priority] } });
    await desk.policy({ first_response: { seconds: 3600, pauseOn: ['internal'] } }, match('normal'));
    await desk.policy(
      { first_response: 3600, verified_resolution: { seconds: 3600, pauseOn: ['internal'] } },
      match('urgent'),
    );
    const { id } = await desk.request();
    await desk.letPass(100);
    await desk.transition(id, { kind: 'wait', waitingOn: 'internal' });
    const { stateSince } = await desk.get(id);
    await desk.call('PATCH', `/support-requests/${id}`, { priority: 'urgent', expectedVersion: 2 });
    expect(await desk.statusOf(id)).toBe('pending');
    // The policy before had no target for it.
    expect(await desk.clock(id, 'verified_resolution')).toMatchObject({ status: 'paused', pausedAt: stateSince });
    await desk.call('PATCH', `/support-requests/${id}`, { priority: 'normal', expectedVersion: 3 });
    expect(await desk.statusOf(id)).toBe('paused');
  });

  it('a wait that ends at a given time pauses until then, whenever that is noticed', async () => {
    await desk.policy({ verified_resolution: { seconds: 7200, pauseOn: ['third_party'] } });
    const { id } = await desk.request();
    const resumeAt = new Date(Date.now() + 600_000).toISOString();
    await desk.transition(id, { kind: 'wait', waitingOn: 'third_party', resumeAt });
    await desk.letPass(1_000);
    await parley.drain();
    await desk.transition(id, { kind: 'end', disposition: 'resolved' });
    expect((await desk.clock(id, 'verified_resolution')).elapsedSeconds).toBeGreaterThanOrEqual(400);
    const { intervals } = await desk.explained(id, { milestone: 'verified_resolution' });
    expect(intervals.at(-1).from).toBe(new Date(Date.parse(resumeAt) - 1_000_000).toISOString());
  });

  it('what was breached is not undone by a transition that is dated before it', async () => {
    await desk.policy({ first_response: { seconds: 100, pauseOn: ['customer'] } });
    const { id } = await desk.request();
    await desk.letPass(200);
    const occurredAt = new Date(Date.now() - 150_000).toISOString();
    await desk.transition(id, { kind: 'wait', waitingOn: 'customer' }, { occurredAt });
    const { breachedAt, pausedAt, status, elapsedSeconds } = await desk.clock(id, 'first_response');
    expect([status, pausedAt, elapsedSeconds]).toEqual(['paused', breachedAt, 100]);
    await desk.transition(id, { kind: 'activate' });
    expect(await desk.statusOf(id)).toBe('breaching');
  });

  it('a transition that is dated ahead makes nothing late that is not', async () => {
    await desk.policy({ first_response: 120 });
    const { id } = await desk.request();
    const occurredAt = new Date(Date.now() + 240_000).toISOString();
    expect((await desk.transition(id, { kind: 'activate' }, { occurredAt })).status).toBe(200);
    expect(await desk.clock(id, 'first_response')).toMatchObject({ status: 'pending', breachedAt: null });
    expect(await desk.alerts()).toEqual([]);
  });

  it('an episode takes a thousand transitions, and can always be ended', async () => {
    const { id } = await desk.request();
    await parley.database.query(
      `INSERT INTO support_request_history (workspace_id, support_request_id, version, id, kind, to_state, episode_number,
         occurred_at, recorded_at)
       SELECT $1, $2, 1000 + n, gen_random_uuid(), 'activate', 'active', 1, now(), now() FROM generate_series(1, 999) n`,
      [desk.inbox.workspace.id, id],
    );
    const refused = await desk.transition(id, { kind: 'activate' });
    expect([refused.status, refused.body.code]).toEqual([409, 'support_request_limit_reached']);
    expect((await desk.transition(id, { kind: 'end', disposition: 'other' })).status).toBe(200);
  });

  it('the end cancels what waits for people, and stops a resolution until it is verified', async () => {
    await desk.policy({ first_response: 3600, verified_resolution: 3600 });
    const { id, conversationId } = await desk.request();
    await desk.letPass(100);
    await desk.transition(id, { kind: 'end', disposition: 'resolved' });
    expect(await desk.statusOf(id)).toBe('cancelled');
    expect(await desk.clock(id, 'verified_resolution')).toMatchObject({ status: 'paused', elapsedSeconds: 100 });
    await desk.letPass(10_000);
    const messageId = await desk.replied(conversationId);
    const verified = await desk.milestone(id, { milestone: 'verified_resolution', messageId });
    expect(verified.body).toMatchObject({
      milestone: { satisfied: true, notSatisfiedReason: null },
      clock: { status: 'met', elapsedSeconds: 100 },
    });
  });

  it.each([
    ['spam', 'cancelled'],
    ['answered_by_agent', 'paused'],
  ])('%s: the resolution is %s', async (disposition, status) => {
    await desk.policy({ verified_resolution: 3600 });
    const { id } = await desk.request();
    await desk.transition(id, { kind: 'end', disposition });
    expect(await desk.statusOf(id, 'verified_resolution')).toBe(status);
  });

  it('reopening starts anew: a member has not been written to, a customer waits', async () => {
    await desk.policy({ first_response: 3600, handoff_pickup: 60, verified_resolution: 7200 });
    const { id, conversationId, sla } = await desk.handedOver();
    expect(sla.map(({ milestone }: { milestone: string }) => milestone)).toEqual([
      ...['first_response', 'handoff_pickup', 'verified_resolution'],
    ]);
    await desk.transition(id, { kind: 'end', disposition: 'resolved' });
    const byMember = (await desk.transition(id, { kind: 'reopen' })).body.supportRequest;
    expect(byMember.sla).toMatchObject([{ milestone: 'verified_resolution', episodeNumber: 2, status: 'pending' }]);
    await desk.transition(id, { kind: 'end', disposition: 'resolved' });
    await desk.say(conversationId, 'It is broken again.');
    expect((await desk.get(id)).sla).toMatchObject([
      { milestone: 'first_response', episodeNumber: 3, status: 'pending' },
      { milestone: 'verified_resolution', episodeNumber: 3, status: 'pending' },
    ]);
    const first = await desk.explained(id, { milestone: 'verified_resolution', episodeNumber: 1 });
    expect(first.clock.status).toBe('cancelled');
  });

  it('each wait for colleagues starts a review', async () => {
    await desk.policy({ approval_review: 600 });
    const { id, conversationId } = await desk.request();
    await desk.transition(id, { kind: 'wait', waitingOn: 'internal' });
    const note = await desk.call('POST', `/inbox/${conversationId}/notes`, { content: 'Fine with me.' });
    const messageId = note.body.id as string;
    const asReply = await desk.milestone(id, { milestone: 'approval_review', messageId });
    expect(refusalOf(asReply)).toEqual([400, 'association_invalid', '/replyType']);
    const body = { milestone: 'approval_review', messageId, replyType: 'internal_note' };
    expect((await desk.milestone(id, body)).body).toMatchObject({ clock: { status: 'met' } });
    await desk.transition(id, { kind: 'activate' });
    await desk.transition(id, { kind: 'wait', waitingOn: 'internal' });
    expect(await desk.clock(id, 'approval_review')).toMatchObject({ status: 'pending', satisfiedAt: null });
    expect((await desk.explained(id, { milestone: 'approval_review', number: 1 })).clock.status).toBe('met');
  });
});
