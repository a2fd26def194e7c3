import { aMail, intakeOf, MAIL_SETTINGS, takeIn } from '../factories/mail';
import { anAgent } from '../factories/agent';
import { aDevice } from '../factories/device';
import { NotificationDesk, type NotifiedMember } from '../factories/notification-fixtures';
import { type Parley, startParley } from '../support/parley';
import { PushService, type TestSubscription } from '../support/push-service';
import { type Received, TestSmtpServer } from '../support/smtp-server';

/** The state at the moment of sending decides about a notification, for both channels. */
type Hearer = NotifiedMember & { device: TestSubscription };

let server: TestSmtpServer;
let service: PushService;
let parley: Parley;
let desk: NotificationDesk;

beforeAll(async () => {
  [server, service] = [await TestSmtpServer.start(), await PushService.start()];
  const own = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, FETCH_ALLOWED_HOSTS: '127.0.0.1' };
  parley = await startParley({ settings: { ...MAIL_SETTINGS, ...own, MAIL_FROM: 'Parley <parley@parley.example>' } });
});
afterAll(async () => {
  await parley.stop();
  await server.stop();
  await service.stop();
});
beforeEach(async () => {
  desk = await NotificationDesk.open(parley);
});

/** A member who is notified of these events by mail and push. */
async function hearer(...only: string[]): Promise<Hearer> {
  const member = await desk.member([]);
  await desk.prefer(member, ['email', 'push'], only.length > 0 ? { only } : {});
  const device = service.subscribe();
  await aDevice(parley, member, device);
  return { ...member, device };
}

/** Runs the due work, and returns the notifications of a member so far. */
async function heard({ email, device }: Hearer): Promise<{ mails: Received[]; pushes: Record<string, string>[] }> {
  await parley.drain();
  const mails = server.received.filter(({ to }) => to === email);
  return { mails, pushes: service.opened(device).map(({ notification }) => notification) };
}
const NOTHING = { mails: [], pushes: [] };

const settle = async (by: NotifiedMember, settings: object): Promise<void> => {
  const { status, text } = await desk.call('PATCH', '/notification-settings', settings, by);
  if (status !== 200) throw new Error(text);
};
/** By channel, what became of the notifications of one kind. */
const outcomesOf = async (who: NotifiedMember, event: string) =>
  (await desk.rowsFor(who)).flatMap(([kind, ...outcome]) => (kind === event ? [outcome] : [])).sort();
const both = (state: string, reason: string | null) => [
  ['email', state, reason],
  ['push', state, reason],
];
const clock = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16);

describe('a member who mutes', () => {
  const MUTED: [string, () => object][] = [
    ['the workspace', () => ({ muted: true })],
    ['the agent', () => ({ mutedAgentIds: [desk.agent.id] })],
  ];

  it.each(MUTED)('%s hears nothing of what happens from then on', async (_what, settings) => {
    const [bea, cleo] = [await hearer(), await hearer()];
    await settle(bea, settings());
    await desk.handedOver();
    expect(await heard(bea)).toEqual(NOTHING);
    expect(await desk.rowsFor(bea)).toEqual([]);
    expect(await outcomesOf(cleo, 'newConversation')).toEqual(both('sent', null));
  });

  it.each(MUTED)('%s is not notified of waiting notifications', async (_what, settings) => {
    const bea = await hearer();
    await desk.handedOver();
    await settle(bea, settings());
    expect(await heard(bea)).toEqual(NOTHING);
    expect(await outcomesOf(bea, 'newConversation')).toEqual(both('dropped', 'muted'));
  });

  it('one agent hears of the others, and of it again once it is unmuted', async () => {
    const bea = await hearer();
    const loud = await anAgent(parley, desk.workspace, desk.owner);
    await settle(bea, { mutedAgentIds: [desk.agent.id] });
    await desk.handedOver();
    await desk.handedOver(undefined, loud);
    expect((await heard(bea)).pushes).toHaveLength(1);
    await settle(bea, { mutedAgentIds: [] });
    await desk.handedOver({ externalId: 'eve', name: 'Eve' });
    expect((await heard(bea)).pushes).toHaveLength(2);
  });
});

it('who does not want to be shown what customers write learns who wrote, and no word of it', async () => {
  const [bea, cleo] = [await hearer(), await hearer()];
  await settle(bea, { showContent: false });
  const mail = aMail({ from: `Eve <eve-${bea.memberId}@example.com>`, subject: 'Pregnancy', text: 'Is it safe?' });
  await takeIn(parley, mail, { recipient: intakeOf(parley, desk.agent) });
  const { mails, pushes } = await heard(bea);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toBe(`Eve is waiting for an answer (${desk.workspace.name})`);
  expect(mails[0]?.raw).not.toMatch(/Pregnancy|safe/);
  expect(pushes).toMatchObject([{ title: 'Eve is waiting for an answer', body: desk.workspace.name }]);
  expect(JSON.stringify(pushes)).not.toMatch(/Pregnancy|safe/);
  const others = await heard(cleo);
  expect(others.mails[0]?.text).toMatch(/Subject: Pregnancy\n> Is it safe\?/);
  expect(others.pushes).toMatchObject([{ body: 'Is it safe?' }]);
});

it('who has unsubscribed from emails about one kind of event gets its pushes, and the emails about others', async () => {
  const bea = await hearer('newConversation', 'assigned');
  const id = await desk.handedOver();
  await desk.assign(id, bea.memberId);
  await parley.database.query(
    'INSERT INTO notification_opt_outs (workspace_id, member_id, event) VALUES ($1, $2, $3)',
    [desk.workspace.id, bea.memberId, 'newConversation'],
  );
  const { mails, pushes } = await heard(bea);
  expect([mails.length, pushes.length]).toEqual([1, 2]);
  expect(mails[0]?.subject).toContain('was assigned to you');
  expect(await outcomesOf(bea, 'newConversation')).toEqual([
    ['email', 'dropped', 'unsubscribed'],
    ['push', 'sent', null],
  ]);
});

describe('what a member has read', () => {
  it('does not hold up what comes later', async () => {
    const bea = await hearer('customerReply');
    const id = await desk.handedOver();
    await desk.read(id, bea);
    await desk.say(id, 'Hello?');
    expect((await heard(bea)).pushes).toHaveLength(1);
    expect(await outcomesOf(bea, 'customerReply')).toEqual(both('sent', null));
  });

  it('since it was assigned to them is no news; what they had read before is', async () => {
    const [bea, cleo] = [await hearer('assigned'), await hearer('assigned')];
    const id = await desk.handedOver();
    for (const one of [bea, cleo]) await desk.read(id, one);
    await desk.assign(id, bea.memberId);
    await desk.read(id, bea);
    await parley.drain();
    await desk.assign(id, cleo.memberId);
    await parley.drain();
    expect(await desk.rowsFor(bea)).toHaveLength(2);
    expect(await outcomesOf(bea, 'assigned')).toEqual(both('dropped', 'read'));
    expect(await outcomesOf(cleo, 'assigned')).toEqual(both('sent', null));
  });

  it('by another member is news to the others', async () => {
    const [bea, cleo] = [await hearer(), await hearer()];
    await desk.read(await desk.handedOver(), cleo);
    expect((await heard(bea)).pushes).toHaveLength(1);
    expect(await outcomesOf(cleo, 'newConversation')).toEqual(both('dropped', 'read'));
  });
});

describe('an assignment', () => {
  it('of a conversation that was assigned to another member is dropped', async () => {
    const [bea, cleo] = [await hearer('assigned'), await hearer('assigned')];
    const id = await desk.handedOver();
    await desk.assign(id, bea.memberId);
    await desk.assign(id, cleo.memberId);
    expect(await heard(bea)).toEqual(NOTHING);
    expect(await outcomesOf(bea, 'assigned')).toEqual(both('dropped', 'not_relevant'));
    expect(await outcomesOf(cleo, 'assigned')).toEqual(both('sent', null));
  });

  it('of an undone reply is dropped', async () => {
    const bea = await hearer('assigned');
    const id = await desk.handedOver();
    await desk.assign(id, bea.memberId);
    await desk.assign(id, null);
    expect(await heard(bea)).toEqual(NOTHING);
    expect(await outcomesOf(bea, 'assigned')).toEqual(both('dropped', 'not_relevant'));
  });

  it('of a request that was assigned to another member is dropped, regardless of the conversation’s assignee', async () => {
    const [bea, cleo] = [await hearer('assigned'), await hearer('assigned')];
    const id = await desk.handedOver();
    for (const { memberId } of [bea, cleo]) await assignRequest(id, memberId);
    expect(await heard(bea)).toEqual(NOTHING);
    expect(await outcomesOf(bea, 'assigned')).toEqual(both('dropped', 'not_relevant'));
    expect(await outcomesOf(cleo, 'assigned')).toEqual(both('sent', null));
  });
});

async function assignRequest(conversationId: string, memberId: string): Promise<void> {
  const { body } = await desk.call('GET', `/inbox/${conversationId}/support-requests/live`);
  const { id, version: expectedVersion } = body.supportRequests[0];
  const change = { assigneeMemberId: memberId, expectedVersion };
  const { status, text } = await desk.call('PATCH', `/support-requests/${id}`, change);
  if (status !== 200) throw new Error(text);
}

describe('a deadline', () => {
  /** Until something changes, the mail waits for the end of their quiet hours. */
  const overdueInQuietHours = async () => {
    const bea = await desk.member(['email'], { quietHours: { start: clock(-60), end: clock(60) } });
    await desk.prefer(bea, []);
    await desk.prefer(bea, ['email'], { only: ['slaWarning', 'slaBreach'] });
    await desk.policy({ first_response: 600 });
    const id = await desk.handedOver();
    await desk.letClocksPass(590);
    await parley.drain();
    await desk.letClocksPass(20);
    await parley.drain();
    expect((await desk.rowsFor(bea)).map((row) => row.slice(0, 3))).toEqual([
      ['slaWarning', 'email', 'queued'],
      ['slaBreach', 'email', 'queued'],
    ]);
    return { bea, id };
  };
  const afterQuietHours = async (bea: NotifiedMember) => {
    await desk.prefer(bea, ['email'], { only: ['slaWarning', 'slaBreach'], quietHours: null });
    await desk.letPass(2 * 3_600);
    await parley.drain();
    return (await desk.rowsFor(bea)).map(([event, , ...became]) => [event, ...became]);
  };

  it('that has been missed is not said to be near', async () => {
    const { bea } = await overdueInQuietHours();
    expect(await afterQuietHours(bea)).toEqual([
      ['slaWarning', 'dropped', 'not_relevant'],
      ['slaBreach', 'sent', null],
    ]);
    expect(server.received.filter(({ to }) => to === bea.email)).toHaveLength(1);
  });

  it('of which the clock has come to its end is no news', async () => {
    const { bea, id } = await overdueInQuietHours();
    // What can be undone has not been answered yet.
    const token = desk.owner.secret;
    await parley.call('PATCH', '/account/preferences', { token, body: { undoSendSeconds: 0 } });
    expect((await desk.answer(id)).status).toBe(201);
    await parley.drain();
    expect((await afterQuietHours(bea)).at(-1)).toEqual(['slaBreach', 'dropped', 'not_relevant']);
    expect(server.received.filter(({ to }) => to === bea.email)).toEqual([]);
  });

  it('of a request that another member has by then notifies that member', async () => {
    const { bea, id } = await overdueInQuietHours();
    await assignRequest(id, desk.owner.memberId);
    expect((await afterQuietHours(bea)).at(-1)).toEqual(['slaBreach', 'dropped', 'not_relevant']);
  });
});

describe('replies', () => {
  it('are one news for each member and conversation', async () => {
    const [bea, cleo] = [await hearer('customerReply'), await hearer('customerReply')];
    const ids = [await desk.handedOver(), await desk.handedOver({ externalId: 'eve', name: 'Eve' })];
    for (const message of ['First?', 'Second?']) for (const id of ids) await desk.say(id, message);
    for (const one of [bea, cleo]) {
      const { mails, pushes } = await heard(one);
      expect(pushes.map(({ body }) => body)).toEqual(['Second?', 'Second?']);
      expect(mails.map(({ subject }) => subject)).toEqual([`2 notifications from ${desk.workspace.name}`]);
      expect((await desk.rowsFor(one)).filter(([, , state]) => state === 'sent')).toHaveLength(4);
    }
  });

  it('that some devices could not take go there again, as the same news', async () => {
    const bea = await hearer('customerReply');
    const busy = service.subscribe(503);
    await aDevice(parley, bea, busy, 'Phone');
    await desk.say(await desk.handedOver(), 'Hello?');
    await parley.drain();
    service.answer(busy, 201);
    await desk.letPass(60);
    await parley.drain();
    expect([service.of(bea.device).length, service.of(busy).length]).toEqual([1, 2]);
    expect(await outcomesOf(bea, 'customerReply')).toEqual(both('sent', null));
  });

  it('are held up by no other kind of event, and by none in another conversation', async () => {
    const bea = await hearer('newConversation', 'customerReply');
    const [id, other] = [await desk.handedOver(), await desk.handedOver({ externalId: 'eve', name: 'Eve' })];
    await parley.drain();
    for (const conversationId of [id, other]) {
      await desk.say(conversationId, `Hello from ${conversationId}?`);
      await parley.drain();
    }
    expect((await heard(bea)).pushes.map(({ title }) => title).sort()).toEqual([
      'Ada Lovelace is waiting for an answer',
      'Ada Lovelace replied',
      'Eve is waiting for an answer',
      'Eve replied',
    ]);
  });
});
