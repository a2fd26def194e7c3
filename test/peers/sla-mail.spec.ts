import { randomUUID } from 'node:crypto';
import { aDeliveryReport, aMail, bounceAddressOf, MAIL_SETTINGS, replyAddressOf, takeIn } from '../factories/mail';
import { SupportDesk } from '../factories/support-fixtures';
import { type Parley, startParley } from '../support/parley';
import { type Behaviour, TestSmtpServer } from '../support/smtp-server';

const POLICY = { first_response: 3600, next_response: 1800, handoff_pickup: 600 };

let server: TestSmtpServer;
let parley: Parley;
let desk: SupportDesk;

beforeAll(async () => {
  server = await TestSmtpServer.start();
  const SMTP_URL = `smtp://127.0.0.1:${server.port}?acceptanceTimeout=1500`;
  parley = await startParley({ settings: { ...MAIL_SETTINGS, SMTP_URL } });
  desk = await SupportDesk.open(parley);
  await desk.policy(POLICY);
});
afterAll(async () => {
  await parley.stop();
  await server.stop();
});
interface Mailed {
  id: string;
  conversationId: string;
  messageId: string;
  recipient: string;
}

const addressOf = (behaviour: Behaviour): string => `${behaviour}@mail.example`;
/** A request, and a reply to its customer that the mail server has dealt with so. */
const mailed = async (behaviour: Behaviour): Promise<Mailed> => {
  const recipient = addressOf(behaviour);
  const { id, conversationId } = await desk.handedOver({ externalId: randomUUID(), email: recipient });
  return { id, conversationId, recipient, messageId: await desk.replied(conversationId, { channel: 'email' }) };
};
const message = async ({ conversationId, messageId }: Mailed) =>
  (await desk.call('GET', `/inbox/${conversationId}/messages/${messageId}`)).body.message;
const settle = async (of: Mailed, outcome: string): Promise<void> => {
  const body = { outcome, expectedVersion: (await message(of)).lifecycleVersion, reason: 'She called.' };
  const { status } = await desk.call('POST', `/inbox/${of.conversationId}/messages/${of.messageId}/settle`, body);
  expect(status).toBe(200);
};
const report = async ({ messageId, recipient }: Mailed, action: string): Promise<void> => {
  const to = bounceAddressOf(parley, messageId);
  const status = action === 'failed' ? '5.1.1' : '2.0.0';
  await takeIn(parley, aDeliveryReport(to, { action, status, recipient }), { recipient: to, sender: '' });
};
/** What became of the reply, as the first response has it. */
const notified = async (id: string): Promise<string[]> => {
  const { events } = await desk.explained(id, { milestone: 'first_response' });
  return events.map(({ kind, outcome, effect }: { kind: string; outcome?: string; effect: string | null }) =>
    [kind, outcome, effect].filter(Boolean).join(' '),
  );
};
const statuses = (id: string): Promise<(string | undefined)[]> =>
  Promise.all(Object.keys(POLICY).map((milestone) => desk.statusOf(id, milestone)));

const WAITING = ['pending', undefined, 'pending'];
const MET = ['met', undefined, 'met'];
const STARTED = 'started starts';

describe('a reply by mail that has not reached its customer satisfies no milestone', () => {
  it.each<[Behaviour, string, string[]]>([
    ['refuse-recipient', 'failed', ['answered failed']],
    ['refuse-message', 'failed', ['answered failed']],
    ['defer-recipient', 'queued', []],
    ['break-before-message', 'queued', []],
    ['break-after-message', 'uncertain', ['answered uncertain']],
    ['hang-after-message', 'uncertain', ['answered uncertain']],
  ])('%s: %s', async (behaviour, status, events) => {
    const sent = await mailed(behaviour);
    expect((await message(sent)).lifecycleStatus).toBe(status);
    expect(await statuses(sent.id)).toEqual(WAITING);
    expect(await notified(sent.id)).toEqual([STARTED, ...events]);
    // What the customer writes waits for the first response still.
    await desk.say(sent.conversationId, 'Hello?');
    expect(await statuses(sent.id)).toEqual(WAITING);
  });

  it('and one that is sent again and refused again still satisfies none; the one that arrives does', async () => {
    const sent = await mailed('refuse-recipient');
    const { lifecycleVersion: expectedVersion } = await message(sent);
    const path = `/inbox/${sent.conversationId}/messages/${sent.messageId}/retry`;
    expect((await desk.call('POST', path, { expectedVersion })).status).toBe(200);
    await desk.inbox.letPass(sent.messageId);
    await parley.drain();
    expect([(await message(sent)).lifecycleStatus, ...(await statuses(sent.id))]).toEqual(['failed', ...WAITING]);
    await desk.replied(sent.conversationId);
    expect(await statuses(sent.id)).toEqual(MET);
  });
});

describe('what is known later of a reply that was uncertain', () => {
  it.each<[string, (of: Mailed) => Promise<void>, string, string[], string[]]>([
    ['a member says that it arrived', (of) => settle(of, 'sent'), 'sent', ['answered accepted satisfies'], ['met']],
    ['a member says that it did not', (of) => settle(of, 'failed'), 'failed', ['answered failed'], ['pending']],
    ['its delivery is reported', (of) => report(of, 'delivered'), 'sent', ['answered accepted satisfies'], ['met']],
    ['it comes back', (of) => report(of, 'failed'), 'bounced', ['answered failed'], ['pending']],
  ])('%s', async (_, happens, status, events, [expected]) => {
    const sent = await mailed('break-after-message');
    await happens(sent);
    const { lifecycleStatus, sentAt } = await message(sent);
    expect(lifecycleStatus).toBe(status);
    expect(await notified(sent.id)).toEqual([STARTED, 'answered uncertain', ...events]);
    for (const milestone of ['first_response', 'handoff_pickup']) {
      const satisfiedAt = expected === 'met' ? sentAt : null;
      expect(await desk.clock(sent.id, milestone)).toMatchObject({ status: expected, satisfiedAt });
    }
  });

  it('counts from when it left, and what the customer has written since waits for an answer', async () => {
    const sent = await mailed('break-after-message');
    await desk.letPass(100);
    await desk.say(sent.conversationId, 'And on Windows?');
    await desk.letPass(7_000);
    await settle(sent, 'sent');
    const first = await desk.clock(sent.id, 'first_response');
    expect([first.status, first.elapsedSeconds < 100]).toEqual(['met', true]);
    const next = await desk.clock(sent.id, 'next_response');
    expect([next.status, next.elapsedSeconds >= 7_000]).toEqual(['breaching', true]);
    await report(sent, 'failed');
    expect((await desk.clock(sent.id, 'first_response')).status).toBe('breaching');
  });

  it('takes back what was settled as sent where it comes back after all', async () => {
    const sent = await mailed('break-after-message');
    await settle(sent, 'sent');
    await report(sent, 'failed');
    expect(await statuses(sent.id)).toEqual(WAITING);
    expect((await notified(sent.id)).slice(-3)).toEqual(['answered accepted', 'taken_back', 'answered failed']);
  });
});

describe('automatic mail', () => {
  const from = addressOf('accept');
  const toConversation =
    (headers: Record<string, string>) =>
    async ({ conversationId }: Mailed): Promise<void> => {
      const recipient = replyAddressOf(parley, conversationId);
      const fate = await takeIn(parley, aMail({ from, to: recipient, headers }), { recipient });
      expect(fate.outcome).toBe('auto_reply');
    };
  const KINDS: [string, (of: Mailed) => Promise<void>][] = [
    ['a vacation notice', toConversation({ 'Auto-Submitted': 'auto-replied' })],
    ['a mailing list', toConversation({ 'List-Id': '<news.example.com>', Precedence: 'list' })],
    ['the report of a delay', (of) => report(of, 'delayed')],
    ['the report of a delivery', (of) => report(of, 'delivered')],
  ];

  it.each(KINDS)('starts no clock and resumes nothing: %s', async (_, comes) => {
    const sent = await mailed('accept');
    await desk.transition(sent.id, { kind: 'wait', waitingOn: 'customer' });
    const before = await desk.get(sent.id);
    await comes(sent);
    expect(await desk.get(sent.id)).toEqual(before);
    // Nor is it what a later reply leaves unanswered; but the words of a person are.
    const later = await desk.reply(sent.conversationId);
    await comes(sent);
    await desk.inbox.letPass(later);
    await parley.drain();
    expect(await statuses(sent.id)).toEqual(MET);
    await desk.say(sent.conversationId, 'And on Windows?');
    expect(await desk.statusOf(sent.id, 'next_response')).toBe('pending');
    expect((await desk.get(sent.id)).state).toBe('active');
  });

  it.each(KINDS)('reopens nothing: %s', async (_, comes) => {
    const sent = await mailed('accept');
    await desk.transition(sent.id, { kind: 'end', disposition: 'resolved' });
    const { version: expectedVersion } = (await desk.call('GET', `/inbox/${sent.conversationId}`)).body;
    const close = await desk.call('POST', `/inbox/${sent.conversationId}/close`, { expectedVersion });
    expect(close.status).toBe(200);
    const before = await desk.get(sent.id);
    await comes(sent);
    expect(await desk.get(sent.id)).toEqual(before);
    const { body } = await desk.call('GET', `/inbox/${sent.conversationId}`);
    expect(body).toMatchObject({ status: 'closed', liveSupportRequestCount: 0, version: close.body.version });
  });

  it('that says the reply came back reopens both, and the response was never given', async () => {
    const sent = await mailed('accept');
    await desk.transition(sent.id, { kind: 'end', disposition: 'resolved' });
    const { version: expectedVersion } = (await desk.call('GET', `/inbox/${sent.conversationId}`)).body;
    await desk.call('POST', `/inbox/${sent.conversationId}/close`, { expectedVersion });
    await report(sent, 'failed');
    expect(await desk.get(sent.id)).toMatchObject({ state: 'active', episodeNumber: 2 });
    const { clock } = await desk.explained(sent.id, { milestone: 'first_response', episodeNumber: 1 });
    expect(clock).toMatchObject({ status: 'cancelled', satisfiedAt: null });
    const { body } = await desk.call('GET', `/inbox/${sent.conversationId}`);
    expect(body).toMatchObject({ status: 'open', liveSupportRequestCount: 1 });
  });
});
