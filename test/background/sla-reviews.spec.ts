import { SupportDesk } from '../factories/support-fixtures';
import { type Parley, startParley } from '../support/parley';
import { FakeReplyMailer } from '../support/reply-mailer';

let parley: Parley;
let desk: SupportDesk;

beforeAll(async () => {
  parley = await startParley();
  FakeReplyMailer.of(parley);
});
afterAll(() => parley.stop());
beforeEach(async () => {
  desk = await SupportDesk.open(parley);
  await desk.policy({ approval_review: 600 });
});

const WAIT = { kind: 'wait', waitingOn: 'internal' };
const ADA = { externalId: 'ada', email: 'ada@example.com' };

const review = async (id: string, number: number): Promise<Record<string, unknown>> =>
  (await desk.explained(id, { milestone: 'approval_review', number })).clock;

const waitTwice = async (id: string): Promise<void> => {
  for (const transition of [WAIT, { kind: 'activate' }, WAIT]) {
    expect((await desk.transition(id, transition)).status).toBe(200);
  }
};

describe('a second wait for colleagues', () => {
  it('asks for a review of its own, and for the one before no more', async () => {
    const { id, conversationId } = await desk.request();
    await desk.transition(id, WAIT);
    await desk.transition(id, { kind: 'activate' });
    await desk.letPass(100);
    await desk.transition(id, WAIT);
    const { stateSince } = await desk.get(id);
    expect(await desk.clock(id, 'approval_review')).toMatchObject({ status: 'pending', startedAt: stateSince });
    const first = await review(id, 1);
    const elapsedSeconds = Math.floor((Date.parse(stateSince) - Date.parse(first['startedAt'] as string)) / 1_000);
    expect(first).toMatchObject({ status: 'cancelled', elapsedSeconds, breachedAt: null });
    const { body } = await desk.call('POST', `/inbox/${conversationId}/notes`, { content: 'Fine with me.' });
    const input = { milestone: 'approval_review', messageId: body.id, replyType: 'internal_note' };
    expect((await desk.milestone(id, input)).body).toMatchObject({
      milestone: { satisfied: true },
      clock: { status: 'met', startedAt: stateSince },
    });
    expect(await review(id, 1)).toMatchObject({ status: 'cancelled', satisfiedAt: null });
  });

  it('does not undo that the first review was late', async () => {
    const { id } = await desk.request();
    await desk.transition(id, WAIT);
    await desk.transition(id, { kind: 'activate' });
    await desk.letPass(700);
    await desk.transition(id, WAIT);
    expect(await review(id, 1)).toMatchObject({ status: 'cancelled', breachedAt: expect.any(String) });
    expect(await desk.alerts()).toEqual(['warning', 'breach']);
  });

  it('leaves the first one to a reply that was written before it and leaves after it', async () => {
    const { id, conversationId } = await desk.request();
    await desk.transition(id, WAIT);
    await desk.transition(id, { kind: 'activate' });
    const messageId = await desk.reply(conversationId);
    await desk.transition(id, WAIT);
    await desk.inbox.letPass(messageId);
    await parley.drain();
    expect((await review(id, 1)).status).toBe('met');
    expect((await review(id, 2)).status).toBe('pending');
  });

  it('takes the place of the first where what satisfied that one comes back', async () => {
    const { id, conversationId } = await desk.handedOver(ADA);
    await desk.transition(id, WAIT);
    const messageId = await desk.replied(conversationId, { channel: 'email' });
    expect((await review(id, 1)).status).toBe('met');
    await desk.transition(id, { kind: 'activate' });
    await desk.transition(id, WAIT);
    await desk.bounce(messageId);
    expect(await review(id, 1)).toMatchObject({ status: 'cancelled', satisfiedAt: null });
    expect((await review(id, 2)).status).toBe('pending');
  });

  it('is no pause of its own review', async () => {
    desk = await SupportDesk.open(parley);
    await desk.policy({ approval_review: { seconds: 600, pauseOn: ['internal'] } });
    const { id, conversationId } = await desk.handedOver(ADA);
    await waitTwice(id);
    const messageId = await desk.replied(conversationId, { channel: 'email' });
    expect((await review(id, 2)).status).toBe('met');
    await desk.bounce(messageId);
    expect((await review(id, 2)).status).toBe('pending');
  });
});
