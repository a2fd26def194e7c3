import { setTimeout as pause } from 'node:timers/promises';
import { ClaimLost } from '../../src/common/jobs/lease';
import { ReplyDispatch } from '../../src/inbox/replies/reply-dispatch';
import type { DeliveryFailure, Delivery } from '../../src/common/mail/delivery.types';
import type { ReplyClaim } from '../../src/inbox/replies/reply.types';
import { ReplyLifecycle } from '../../src/inbox/replies/reply-lifecycle.service';
import { ReplyRecovery } from '../../src/inbox/replies/reply-recovery';
import { InboxDesk } from '../factories/inbox-fixtures';
import { type Parley, startParley } from '../support/parley';
import { FakeReplyMailer, REFUSED, SENT } from '../support/reply-mailer';

const GREYLISTED: DeliveryFailure = { class: 'refused', smtpCode: 451, enhancedCode: '4.7.1', text: 'Try again later' };

let parley: Parley;
let mailer: FakeReplyMailer;
let desk: InboxDesk;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  // Cleans up after earlier tests: due replies, and replies that will not be sent.
  await parley.drain();
  mailer = FakeReplyMailer.of(parley);
  desk = await InboxDesk.open(parley);
});

const byMail = async (): Promise<string> => (await desk.reply({ channel: 'email' })).body.id as string;
const lifecycle = async (id: string): Promise<[string, number]> => {
  const { lifecycleStatus, lifecycleVersion } = (await desk.get(id)).body.message;
  return [lifecycleStatus, lifecycleVersion];
};

describe('a reply on the widget channel', () => {
  it('is sent once it is written: queued, sending, sent', async () => {
    const { id } = (await desk.reply()).body;
    const heard = await desk.heardOf(() => desk.dispatched(id));
    expect(heard).toEqual(['message.updated', 'message.updated', 'conversation.updated']);
    expect(await lifecycle(id)).toEqual(['sent', 3]);
    expect(mailer.received).toEqual([]);
  });

  it('leaves the conversation waiting for the customer, unless they have written since', async () => {
    const first = (await desk.reply()).body.id as string;
    await desk.dispatched(first);
    expect(await desk.conversation()).toMatchObject({ status: 'waiting' });
    await desk.say('One more thing.');
    expect(await desk.conversation()).toMatchObject({ status: 'open' });
    const second = (await desk.reply()).body.id as string;
    await desk.say('And another one.');
    await desk.dispatched(second);
    expect(await desk.conversation()).toMatchObject({ status: 'open' });
  });

  it('leaves it waiting if only a blocked person has written since', async () => {
    await parley.database.query('UPDATE contacts SET blocked = true WHERE workspace_id = $1', [desk.workspace.id]);
    const { id } = (await desk.reply()).body;
    await desk.say('Are you there?');
    await desk.dispatched(id);
    expect(await desk.conversation()).toMatchObject({ status: 'waiting' });
  });

  it('leaves a conversation closed that was closed in the meantime', async () => {
    const { id } = (await desk.reply()).body;
    await parley.database.query(`UPDATE conversations SET status = 'closed', closed_at = now() WHERE id = $1`, [
      desk.conversationId,
    ]);
    await desk.dispatched(id);
    expect(await desk.conversation()).toMatchObject({ status: 'closed' });
  });
});

describe('a reply by mail', () => {
  it('holds up no widget, however many mail servers are silent', async () => {
    const mails = await Promise.all(Array.from({ length: 9 }, byMail));
    const onWidget = (await desk.reply()).body.id as string;
    for (const id of [...mails, onWidget]) await desk.letPass(id);
    let answer = (): void => {};
    const silence = new Promise<void>((resolve) => (answer = resolve));
    mailer.behave = async () => (await silence, SENT);
    const { email, widget } = parley.get(ReplyDispatch).queues;
    try {
      for (const queue of [email, widget]) while (await queue.runOnce());
      for (let looked = 0; (await lifecycle(onWidget))[0] !== 'sent' && looked < 200; looked++) await pause(20);
      expect(await lifecycle(onWidget)).toEqual(['sent', 3]);
      expect(mailer.received).toHaveLength(8);
    } finally {
      answer();
    }
    await email.settled();
    await parley.drain();
    expect(mailer.arrived).toHaveLength(9);
  });

  it('goes out as it was addressed when it was written', async () => {
    const id = await byMail();
    mailer.recipient = 'somebody-else@example.com';
    await desk.dispatched(id);
    expect(mailer.received).toMatchObject([{ messageId: id, revision: 0, envelope: { recipient: 'ann@example.com' } }]);
  });

  it('is sent again after 10 s, 1, 5 and 30 minutes, and has failed then', async () => {
    mailer.behave = () => Promise.resolve({ outcome: 'refused', final: false, failure: GREYLISTED });
    const id = await byMail();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 4; attempt++) {
      const before = Date.now();
      const { body } = await desk.dispatched(id);
      expect(body).toMatchObject({ attempts: attempt, failure: GREYLISTED, message: { lifecycleStatus: 'queued' } });
      expect(body.message.undoDeadlineAt).toBe(body.message.dispatchAfterAt);
      waits.push(Math.floor((Date.parse(body.message.dispatchAfterAt) - before) / 1_000));
    }
    expect(waits).toEqual([10, 60, 300, 1_800]);
    const { body } = await desk.dispatched(id);
    expect(body).toMatchObject({ attempts: 5, message: { lifecycleStatus: 'failed', lifecycleVersion: 11 } });
    expect(new Set(mailer.received.map(({ messageId, revision }) => `${messageId}.${revision}`)).size).toBe(1);
  });

  it.each([0, 199, 600, 999])('shows no reply code where a server answers %i, which is none', async (smtpCode) => {
    mailer.behave = () => Promise.resolve({ outcome: 'refused', final: true, failure: { ...REFUSED, smtpCode } });
    const { body } = await desk.dispatched(await byMail());
    expect(body.failure).toMatchObject({ class: 'refused', smtpCode: null });
  });

  it('opens the conversation where it has failed, even one that was closed', async () => {
    mailer.behave = () => Promise.resolve({ outcome: 'refused', final: true, failure: REFUSED });
    const id = await byMail();
    await parley.database.query(`UPDATE conversations SET status = 'closed', closed_at = now() WHERE id = $1`, [
      desk.conversationId,
    ]);
    const heard = await desk.heardOf(() => desk.dispatched(id));
    expect(heard).toEqual(['message.updated', 'message.updated', 'conversation.updated']);
    expect(await desk.conversation()).toMatchObject({ status: 'open' });
  });

  it('does not keep others waiting for a server that is slow to answer', async () => {
    let answer: ((delivery: Delivery) => void) | undefined;
    mailer.behave = async (_reply, handingOver) => {
      await handingOver();
      return new Promise((resolve) => (answer = resolve));
    };
    const { email, widget } = parley.get(ReplyDispatch).queues;
    const id = await byMail();
    await desk.letPass(id);
    expect(await email.runOnce()).toBe(true);
    await until(() => answer !== undefined);
    const { id: other } = (await desk.reply()).body;
    await desk.letPass(other);
    expect(await widget.runOnce()).toBe(true);
    await until(async () => (await lifecycle(other))[0] === 'sent');
    expect(await lifecycle(id)).toEqual(['sending', 2]);
    answer!(SENT);
    await email.settled();
    expect(await lifecycle(id)).toEqual(['sent', 3]);
  });
});

describe('a process that is to end', () => {
  it('claims no reply any more', async () => {
    const id = await byMail();
    await desk.letPass(id);
    expect(await parley.get(ReplyDispatch).queues.email.runOnce(AbortSignal.abort())).toBe(false);
    expect(await lifecycle(id)).toEqual(['queued', 1]);
  });

  it('waits for what it has begun, and notes how that ended', async () => {
    const other = await startParley({ beside: parley });
    let answer: ((delivery: Delivery) => void) | undefined;
    FakeReplyMailer.of(other).behave = async (_reply, handingOver) => {
      await handingOver();
      return new Promise((resolve) => (answer = resolve));
    };
    const id = await byMail();
    await desk.letPass(id);
    expect(await other.get(ReplyDispatch).queues.email.runOnce()).toBe(true);
    await until(() => answer !== undefined);
    const stopped = other.stop();
    // As a server would that takes its time.
    await pause(50);
    answer!(SENT);
    await stopped;
    expect(await lifecycle(id)).toEqual(['sent', 3]);
  });
});

describe('a reply whose process ended', () => {
  /** One that may have been sent: the answer of its mail server was lost. */
  const lost = async (): Promise<{ id: string; claim: ReplyClaim }> => {
    const id = await byMail();
    await desk.letPass(id);
    const dispatch = parley.get(ReplyDispatch);
    const claim = (await dispatch.queues.email.claim())!;
    await dispatch.markHandingOver(claim);
    await desk.letLeaseEnd(id);
    await parley.drain();
    return { id, claim };
  };

  it('is sent by another one where nothing was handed over', async () => {
    const id = await byMail();
    await desk.letPass(id);
    const claim = await parley.get(ReplyDispatch).queues.email.claim();
    await desk.letLeaseEnd(id);
    await parley.drain();
    expect(await lifecycle(id)).toEqual(['sent', 5]);
    expect(mailer.arrived).toHaveLength(1);
    // The one that was too slow may not begin any more, and its result does not count.
    await expect(parley.get(ReplyDispatch).markHandingOver(claim!)).rejects.toThrow(ClaimLost);
    const late = { outcome: 'refused', final: true, failure: REFUSED } as const;
    expect(await parley.get(ReplyLifecycle).finish(claim!, late)).toBe(false);
    expect(await lifecycle(id)).toEqual(['sent', 5]);
  });

  it('is with the newest claim alone: an earlier one that was only slow decides nothing', async () => {
    const id = await byMail();
    await desk.letPass(id);
    const dispatch = parley.get(ReplyDispatch);
    const outcomes = parley.get(ReplyLifecycle);
    const slow = await dispatch.queues.email.claim();
    await desk.letLeaseEnd(id);
    expect(await parley.get(ReplyRecovery).runOnce()).toBe(true);
    await desk.letPass(id);
    const newest = await dispatch.queues.email.claim();
    expect(newest?.messageId).toBe(id);
    for (const delivery of [SENT, { outcome: 'refused', final: true, failure: REFUSED } as const]) {
      expect(await outcomes.finish(slow!, delivery)).toBe(false);
    }
    expect(await outcomes.abandon(slow!)).toBeNull();
    await dispatch.queues.email.renew(slow!);
    expect(await lifecycle(id)).toEqual(['sending', 4]);
    expect(await outcomes.finish(newest!, SENT)).toBe(true);
    expect(await lifecycle(id)).toEqual(['sent', 5]);
  });

  it('is uncertain where it may have left, and is never sent again', async () => {
    const { id, claim } = await lost();
    expect(await lifecycle(id)).toEqual(['uncertain', 3]);
    expect((await desk.get(id)).body.failure).toMatchObject({ class: 'connection_lost' });
    expect(mailer.received).toEqual([]);
    // The process was only slow: the final answer of the server is better than an unknown outcome.
    expect(await parley.get(ReplyLifecycle).finish(claim, SENT)).toBe(true);
    expect(await lifecycle(id)).toEqual(['sent', 4]);
  });

  it('has failed where it may have left and was refused after all, and only a person sends it again', async () => {
    const { id, claim } = await lost();
    const late = { outcome: 'refused', final: false, failure: GREYLISTED } as const;
    expect(await parley.get(ReplyLifecycle).finish(claim, late)).toBe(true);
    expect(await lifecycle(id)).toEqual(['failed', 4]);
    expect((await desk.get(id)).body.failure).toMatchObject({ smtpCode: 451 });
    await parley.drain();
    expect(mailer.received).toEqual([]);
  });

  it('cannot begin to hand over after its lease has ended, even without another claim', async () => {
    const id = await byMail();
    await desk.letPass(id);
    const claim = await parley.get(ReplyDispatch).queues.email.claim();
    await desk.letLeaseEnd(id);
    await expect(parley.get(ReplyDispatch).markHandingOver(claim!)).rejects.toThrow(ClaimLost);
  });

  it('is given up after five attempts whose processes died', async () => {
    const id = await byMail();
    for (let attempt = 1; attempt <= 5; attempt++) {
      await desk.letPass(id);
      expect(await parley.get(ReplyDispatch).queues.email.claim()).toMatchObject({ messageId: id });
      await desk.letLeaseEnd(id);
      expect(await parley.get(ReplyRecovery).runOnce()).toBe(true);
    }
    expect((await lifecycle(id))[0]).toBe('failed');
  });

  it('keeps what is alive from being taken up', async () => {
    const id = await byMail();
    await desk.letPass(id);
    const claim = await parley.get(ReplyDispatch).queues.email.claim();
    expect(await parley.get(ReplyRecovery).runOnce()).toBe(false);
    expect(await parley.get(ReplyLifecycle).abandon(claim!)).toBeNull();
    expect(await lifecycle(id)).toEqual(['sending', 2]);
  });
});

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(5);
}
