import { ReplyDispatch } from '../../src/inbox/replies/reply-dispatch';
import { SupportDesk } from '../factories/support-fixtures';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';
import { FakeReplyMailer } from '../support/reply-mailer';

let parley: Parley;
let desk: SupportDesk;
let id: string;
let conversationId: string;
let resumeAt: string;
/** When it was used up: 10 minutes after its start, without the wait. */
let dueAt: string;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());

const later = (instant: string, seconds: number): string =>
  new Date(Date.parse(instant) + seconds * 1_000).toISOString();

/** A request whose wait of an hour ended 20 minutes ago, unnoticed. */
beforeEach(async () => {
  desk = await SupportDesk.open(parley);
  const target = (seconds: number): Record<string, object> => ({
    first_response: { seconds, pauseOn: ['third_party'] },
  });
  await desk.policy(target(600), { match: { priorities: ['normal'] } });
  await desk.policy(target(60_000), { match: { priorities: ['urgent'] } });
  ({ id, conversationId } = await desk.handedOver());
  const hour = later(new Date().toISOString(), 3_600);
  expect((await desk.transition(id, { kind: 'wait', waitingOn: 'third_party', resumeAt: hour })).status).toBe(200);
  await desk.letPass(4_800);
  const request = await desk.get(id);
  expect(request).toMatchObject({ state: 'waiting', version: 2 });
  ({ resumeAt } = request);
  const { startedAt, pausedAt } = await desk.clock(id, 'first_response');
  dueAt = later(resumeAt, 600 - (Date.parse(pausedAt) - Date.parse(startedAt)) / 1_000);
});

const atVersion = (expectedVersion: number, transition: object): Promise<Reply> =>
  desk.transition(id, transition, { expectedVersion });
const wasResumed = async (): Promise<void> => {
  const resumed = (await desk.history(id)).find(({ kind }) => kind === 'activate');
  expect(resumed).toMatchObject({ occurredAt: resumeAt, actorMemberId: null, versionAfter: 3 });
};
const happened = async (): Promise<string[]> => {
  const { events } = await desk.explained(id, { milestone: 'first_response' });
  return events.map(({ kind, effect }: { kind: string; effect: string | null }) =>
    effect ? `${kind}: ${effect}` : kind,
  );
};
const UNTIL_IT_BREACHED = ['started: starts', 'waiting: pauses', 'active: resumes', 'warned', 'breached'];

describe('what happens to a request whose time to go on has come unnoticed', () => {
  it('a reply that is sent is late by the time since', async () => {
    await desk.inbox.letPass(await desk.reply(conversationId));
    const { widget } = parley.get(ReplyDispatch).queues;
    await widget.runOnce();
    await widget.settled();
    await wasResumed();
    const { startedAt, satisfiedAt, ...clock } = await desk.clock(id, 'first_response');
    expect(clock).toMatchObject({ status: 'met_late', breachedAt: dueAt, dueAt, pausedAt: null });
    const waited = Date.parse(dueAt) - Date.parse(startedAt) - 600_000;
    const elapsed = Date.parse(satisfiedAt) - Date.parse(startedAt) - waited;
    expect(clock.elapsedSeconds).toBe(Math.floor(elapsed / 1_000));
    expect(await happened()).toEqual([...UNTIL_IT_BREACHED, 'answered: satisfies']);
  });

  it('a milestone that is recorded is in time if it was', async () => {
    const messageId = await desk.reply(conversationId);
    const observedAt = later(dueAt, -60);
    const { body } = await desk.milestone(id, { messageId, observedAt });
    await wasResumed();
    // The message is said to have been seen before it was recorded, and the clock was late before that.
    expect(body.clock).toMatchObject({ status: 'met_late', satisfiedAt: observedAt, breachedAt: dueAt });
  });

  it('another priority does not undo that it was late', async () => {
    const change = { priority: 'urgent' };
    const path = `/support-requests/${id}`;
    const early = await desk.call('PATCH', path, { ...change, expectedVersion: 2 });
    expect([early.status, early.body.details[0].currentVersion]).toEqual([409, 3]);
    expect((await desk.call('PATCH', path, { ...change, expectedVersion: 3 })).status).toBe(200);
    await wasResumed();
    const clock = await desk.clock(id, 'first_response');
    expect(clock).toMatchObject({ status: 'breaching', targetSeconds: 60_000, breachedAt: dueAt });
  });

  it('its end comes after that, and a caller with an older version gets 409', async () => {
    const end = { kind: 'end', disposition: 'other' };
    const early = await atVersion(2, end);
    expect([early.status, early.body.code, early.body.details[0].currentVersion]).toEqual([409, 'version_conflict', 3]);
    expect((await atVersion(3, end)).status).toBe(200);
    await wasResumed();
    expect(await desk.clock(id, 'first_response')).toMatchObject({ status: 'cancelled', breachedAt: dueAt });
    expect(await happened()).toEqual([...UNTIL_IT_BREACHED, 'ended: cancels']);
  });

  it('the customer who writes finds it active', async () => {
    await desk.say(conversationId, 'Any news?');
    await wasResumed();
    expect(await desk.get(id)).toMatchObject({ state: 'active', version: 3 });
  });

  it('the same comes of it when it is noticed', async () => {
    await parley.drain();
    await wasResumed();
    expect(await desk.clock(id, 'first_response')).toMatchObject({ status: 'breaching', breachedAt: dueAt, dueAt });
    expect(await happened()).toEqual(UNTIL_IT_BREACHED);
  });
});

describe('an answer that is dated after the time to go on, as both are ahead', () => {
  it('has taken the time since', async () => {
    desk = await SupportDesk.open(parley);
    await desk.policy({ first_response: { seconds: 3_600, pauseOn: ['third_party'] } });
    const request = await desk.request();
    const now = new Date().toISOString();
    const wait = { kind: 'wait', waitingOn: 'third_party', resumeAt: later(now, 100) };
    expect((await desk.transition(request.id, wait)).status).toBe(200);
    const messageId = await desk.reply(request.conversationId);
    const { body } = await desk.milestone(request.id, { messageId, observedAt: later(now, 250) });
    const { startedAt } = body.clock;
    const { stateSince } = await desk.get(request.id);
    const elapsed = Date.parse(stateSince) - Date.parse(startedAt) + 150_000;
    expect(body.clock).toMatchObject({ status: 'met', elapsedSeconds: Math.floor(elapsed / 1_000) });
  });
});

describe('a reply that left during the wait, which is known only after the time to go on', () => {
  it('was in time, as its clock is as of that time', async () => {
    FakeReplyMailer.of(parley).behave = async (_reply, handingOver) => {
      await handingOver();
      const failure = { class: 'timeout' as const, smtpCode: null, enhancedCode: null, text: 'No answer' };
      return { outcome: 'uncertain', failure };
    };
    desk = await SupportDesk.open(parley);
    await desk.policy({ first_response: { seconds: 600, pauseOn: ['third_party'] } });
    const request = await desk.handedOver({ externalId: 'ada', email: 'ada@example.com' });
    const resumeAt = later(new Date().toISOString(), 3_600);
    await desk.transition(request.id, { kind: 'wait', waitingOn: 'third_party', resumeAt });
    const messageId = await desk.replied(request.conversationId, { channel: 'email' });
    await desk.letPass(4_800);
    const path = `/inbox/${request.conversationId}/messages/${messageId}/settle`;
    const settled = await desk.call('POST', path, { outcome: 'sent', expectedVersion: 3, reason: 'She called.' });
    expect([settled.status, settled.body.lifecycleStatus]).toEqual([200, 'sent']);
    expect((await desk.get(request.id)).state).toBe('active');
    const { sentAt: satisfiedAt } = settled.body;
    const clock = await desk.clock(request.id, 'first_response');
    expect(clock).toMatchObject({ status: 'met', satisfiedAt, breachedAt: null });
  });
});
