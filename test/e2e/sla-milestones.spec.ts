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

describe('recordSlaMilestone', () => {
  it('200 with the milestone and its clock; the same again is the same, another is refused', async () => {
    await desk.policy({ verified_resolution: 3600 });
    const { id, conversationId } = await desk.request();
    const messageId = await desk.replied(conversationId);
    const observedAt = new Date().toISOString();
    const body = { milestone: 'verified_resolution', messageId, observedAt, outcome: 'uncertain' };
    const first = await desk.milestone(id, body);
    expect(first.status).toBe(200);
    expect(Object.keys(first.body.milestone)).toEqual([
      ...['id', 'supportRequestId', 'episodeNumber', 'milestone', 'messageId', 'outcome', 'replyType', 'observedAt'],
      ...['recordedAt', 'satisfied', 'notSatisfiedReason'],
    ]);
    expect(first.body.milestone).toMatchObject({ satisfied: false, notSatisfiedReason: 'outcome' });
    expect((await desk.milestone(id, body)).body.milestone).toEqual(first.body.milestone);
    const accepted = await desk.milestone(id, { ...body, outcome: 'accepted' });
    expect(accepted.body).toMatchObject({
      milestone: { id: first.body.milestone.id, satisfied: true },
      clock: { status: 'met', satisfiedAt: observedAt },
    });
    const changed = await desk.milestone(id, { ...body, outcome: 'failed' });
    expect(refusalOf(changed)).toEqual([409, 'invalid_transition', '/outcome']);
    expect(changed.body.details[0]).toMatchObject({ from: 'accepted', kind: 'failed', allowed: [] });
    const another = await desk.replied(conversationId);
    const again = await desk.milestone(id, { ...body, messageId: another, outcome: 'accepted' });
    expect(again.body.milestone).toMatchObject({ satisfied: false, notSatisfiedReason: 'already_satisfied' });
  });

  it('without a clock: no_clock', async () => {
    const { id, conversationId } = await desk.request();
    const messageId = await desk.replied(conversationId);
    const { body } = await desk.milestone(id, { milestone: 'verified_resolution', messageId });
    expect(body).toMatchObject({ milestone: { satisfied: false, notSatisfiedReason: 'no_clock' }, clock: null });
  });

  it('400 for what is not of the request', async () => {
    const { id } = await desk.request();
    const elsewhere = await desk.replied(desk.inbox.conversationId);
    const association = (path: string) => [400, 'association_invalid', path];
    expect(refusalOf(await desk.milestone(id, { messageId: elsewhere }))).toEqual(association('/messageId'));
    expect(refusalOf(await desk.milestone(id, { messageId: 'x' }))).toEqual(association('/messageId'));
    const later = await desk.milestone(id, { messageId: 'x', episodeNumber: 2 });
    expect(refusalOf(later)).toEqual(association('/episodeNumber'));
    const ahead = { messageId: 'x', observedAt: new Date(Date.now() + 600_000).toISOString() };
    expect(refusalOf(await desk.milestone(id, ahead))).toEqual([400, 'validation_failed', '/observedAt']);
    const early = { messageId: 'x', observedAt: '0001-01-01T00:00:00Z' };
    expect(refusalOf(await desk.milestone(id, early))).toEqual([400, 'validation_failed', '/observedAt']);
    for (const [field, value] of Object.entries({ milestone: 'x', outcome: 'x', replyType: 'x', episodeNumber: 0 })) {
      const refused = await desk.milestone(id, { messageId: 'x', [field]: value });
      expect(refusalOf(refused)).toEqual([400, 'validation_failed', `/${field}`]);
    }
  });
});

describe('what the customer and programs write', () => {
  it('400: it answers nothing', async () => {
    await desk.policy({ first_response: 3600, verified_resolution: 3600 });
    const { id, conversationId } = await desk.handedOver();
    const { body } = await desk.call('GET', `/inbox/${conversationId}/messages`);
    const { id: messageId } = body.messages.find(({ role }: { role: string }) => role === 'customer');
    for (const role of ['customer', 'system']) {
      await parley.database.query('UPDATE messages SET role = $3 WHERE workspace_id = $1 AND id = $2', [
        ...[desk.inbox.workspace.id, messageId, role],
      ]);
      for (const milestone of ['first_response', 'verified_resolution']) {
        const refused = await desk.milestone(id, { messageId, milestone });
        expect([role, ...refusalOf(refused)]).toEqual([role, 400, 'association_invalid', '/messageId']);
        expect(refused.body.details[0].code).toBe('no_answer');
        expect(await desk.statusOf(id, milestone)).toBe('pending');
      }
    }
    const rows = await parley.database.query('SELECT FROM sla_milestones WHERE support_request_id = $1', [id]);
    expect(rows).toEqual([]);
  });
});

describe('explainSlaClock', () => {
  it('404 where there is none, 400 without a milestone', async () => {
    const { id } = await desk.request();
    const path = `${desk.path}/support-requests/${id}/sla/explanation`;
    const ask = (query: Record<string, string>) => parley.call('GET', path, { token: desk.inbox.author.secret, query });
    expect((await ask({ milestone: 'first_response' })).status).toBe(404);
    expect(refusalOf(await ask({}))).toEqual([400, 'validation_failed', 'query.milestone']);
  });
});
