import { randomUUID } from 'node:crypto';
import {
  aDeliveryReport,
  aMail,
  aReply,
  bounceAddressOf,
  MAIL_SETTINGS,
  replyAddressOf,
  takeIn,
} from '../factories/mail';
import { MailDesk } from '../factories/mail-fixtures';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: MailDesk;

beforeAll(async () => {
  parley = await startParley({ settings: MAIL_SETTINGS });
  desk = await MailDesk.of(parley);
});
afterAll(() => parley.stop());

describe('reports of mail servers', () => {
  it('move the message that their address names, once, and open the conversation again', async () => {
    const { id, from } = await desk.begun();
    const reply = await aReply(parley, id, from);
    await desk.change(id, `status = 'closed', closed_at = now()`);
    const recipient = bounceAddressOf(parley, reply.id);
    const report = aDeliveryReport(recipient, { recipient: from });
    expect((await takeIn(parley, report, { recipient, sender: '' })).outcome).toBe('bounce');
    expect(await desk.replyStatus(reply.id)).toBe('bounced');
    expect((await desk.messages(id)).at(-1)).toMatchObject({ role: 'system', automatic: true, sender: null });
    expect((await desk.messages(id)).at(-1).content).toContain('550 5.1.1 No such user here');
    expect((await desk.conversation(id)).status).toBe('open');
    const count = (await desk.messages(id)).length;
    await takeIn(parley, report, { recipient, sender: '' });
    await takeIn(parley, aDeliveryReport(recipient, { recipient: from }), { recipient, sender: '' });
    expect(await desk.messages(id)).toHaveLength(count);
  });

  it('are believed by the Message-ID that they quote, too, and prove that an uncertain one has arrived', async () => {
    const { id, from } = await desk.begun();
    const bounced = await aReply(parley, id, from);
    await takeIn(parley, aDeliveryReport('parley@ours.example', { about: bounced.mailId }), { sender: '' });
    expect(await desk.replyStatus(bounced.id)).toBe('bounced');
    for (const action of ['delivered', 'relayed', 'expanded', 'delayed']) {
      const reply = await aReply(parley, id, from, 'uncertain');
      const recipient = bounceAddressOf(parley, reply.id);
      await takeIn(parley, aDeliveryReport(recipient, { action, status: '2.0.0' }), { recipient, sender: '' });
      expect([action, await desk.replyStatus(reply.id)]).toEqual([action, 'sent']);
    }
    const notes = (await desk.messages(id)).filter(({ role }: { role: string }) => role === 'system');
    expect(notes.map(({ content }: { content: string }) => content)).toEqual([
      expect.stringContaining('could not be delivered'),
      `The delivery of a message to ${from} is delayed.`,
    ]);
  });

  it('in words are believed where they name the receiver and a code; else they are shown', async () => {
    const { id, from } = await desk.begun();
    const [one, two, three] = [
      await aReply(parley, id, from),
      await aReply(parley, id, from),
      await aReply(parley, id, from),
    ];
    const words = (reply: { id: string }, text: string, headers = {}) => {
      const recipient = bounceAddressOf(parley, reply.id);
      const mail = aMail({ from: 'MAILER-DAEMON@mx.example.com', to: recipient, text, headers });
      return takeIn(parley, mail, { recipient, sender: '' });
    };
    expect((await words(one, `Sorry.\n<${from}>:\n550 5.1.1 user unknown`)).outcome).toBe('bounce');
    expect((await words(two, 'Something went wrong.')).outcome).toBe('auto_reply');
    const exim = { 'X-Failed-Recipients': from, 'Auto-Submitted': 'auto-replied' };
    expect((await words(three, 'It failed permanently.', exim)).outcome).toBe('bounce');
    expect([await desk.replyStatus(one.id), await desk.replyStatus(two.id), await desk.replyStatus(three.id)]).toEqual([
      'bounced',
      'sent',
      'bounced',
    ]);
  });

  it('move no message that was read, or was taken for spam, which is shown', async () => {
    const { id, from } = await desk.begun();
    const reply = await aReply(parley, id, from);
    const before = await desk.messages(id);
    const reportMail = (type: string, recipient: string) => {
      const report = aDeliveryReport(recipient, { recipient: from, about: reply.mailId });
      return takeIn(parley, report.replace('report-type=delivery-status', `report-type=${type}`), { recipient });
    };
    const places = [replyAddressOf(parley, id), bounceAddressOf(parley, reply.id), 'parley@ours.example'];
    for (const place of places) {
      const fate = await reportMail('disposition-notification', place);
      expect(fate).toMatchObject({ outcome: 'ignored', reason: 'disposition_notification' });
    }
    expect(await desk.messages(id)).toEqual(before);
    expect((await reportMail('feedback-report', 'parley@ours.example')).outcome).toBe('auto_reply');
    expect((await desk.messages(id)).at(-1)).toMatchObject({
      role: 'system',
      content: `${from} has reported a message as spam.`,
    });
    expect(await desk.replyStatus(reply.id)).toBe('sent');
  });

  it('are no vacation notices, though these arrive at the same address', async () => {
    const { id, from } = await desk.begun();
    const reply = await aReply(parley, id, from);
    const recipient = bounceAddressOf(parley, reply.id);
    const away = aMail({ from, headers: { 'Auto-Submitted': 'auto-replied' }, text: `I am away. <${from}> 550 5.1.1` });
    expect((await takeIn(parley, away, { recipient, sender: '' })).outcome).toBe('auto_reply');
    expect(await desk.replyStatus(reply.id)).toBe('sent');
  });
});

describe('an answer of a customer', () => {
  it('proves that an uncertain message has arrived', async () => {
    const { id, from } = await desk.begun();
    const reply = await aReply(parley, id, from, 'uncertain');
    await desk.answer(id, { from, headers: { 'In-Reply-To': reply.mailId } });
    expect(await desk.replyStatus(reply.id)).toBe('sent');
  });
});

describe('forged mail changes nothing', () => {
  it('with the token of another conversation whose proof is wrong', async () => {
    const [mine, others] = [await desk.begun(), await desk.begun()];
    const before = await desk.messages(others.id);
    // The id of the one with the proof of the other.
    const [a, b] = [replyAddressOf(parley, mine.id), replyAddressOf(parley, others.id)];
    const forged = b.slice(0, 6 + 27) + a.slice(6 + 27);
    const fate = await takeIn(parley, aMail({ from: others.from }), { recipient: forged });
    expect(fate).toMatchObject({ outcome: 'quarantined', reason: 'unknown_recipient' });
    expect(await desk.messages(others.id)).toEqual(before);
  });

  it('with the address of a member: it is a customer’s like any other', async () => {
    const { id } = await desk.begun();
    const [{ email }] = await desk.rows('SELECT email FROM accounts WHERE $1::uuid IS NOT NULL LIMIT 1', id);
    await desk.answer(id, { from: email, text: '/close' });
    expect((await desk.messages(id)).at(-1)).toMatchObject({ role: 'customer', sender: { relation: 'external' } });
    expect((await desk.conversation(id)).status).toBe('open');
  });

  it('with a report about what was never sent', async () => {
    const { id, from } = await desk.begun();
    const reply = await aReply(parley, id, from, 'queued');
    const before = await desk.messages(id);
    const recipient = bounceAddressOf(parley, reply.id);
    await takeIn(parley, aDeliveryReport(recipient), { recipient, sender: '' });
    await takeIn(parley, aDeliveryReport('x@y.example', { about: `<${randomUUID()}.0@ours.example>` }), { sender: '' });
    const unknownAddress = bounceAddressOf(parley, randomUUID());
    await takeIn(parley, aDeliveryReport(unknownAddress), { recipient: unknownAddress, sender: '' });
    expect(await desk.replyStatus(reply.id)).toBe('queued');
    expect(await desk.messages(id)).toEqual(before);
  });
});
