import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { NotificationJobsRepository } from '../../src/notifications/notices/notification-jobs.repository';
import { aDevice } from '../factories/device';
import { NotificationDesk, type NotifiedMember } from '../factories/notification-fixtures';
import { type Parley, startParley } from '../support/parley';
import { type PushAnswer, PushService, type TestSubscription } from '../support/push-service';

let service: PushService;
let parley: Parley;
let desk: NotificationDesk;

beforeAll(async () => {
  service = await PushService.start();
  parley = await startParley({
    settings: {
      FETCH_ALLOWED_HOSTS: '127.0.0.1',
      MAIL_FROM: 'Parley <parley@parley.example>',
      INBOX_URL: 'https://desk.example/{workspaceId}/{conversationId}',
    },
  });
});
afterAll(async () => {
  await parley.stop();
  await service.stop();
});
beforeEach(async () => {
  desk = await NotificationDesk.open(parley);
});

/** A member with a device, who is notified of all events by push. */
async function withDevice(answer?: PushAnswer): Promise<NotifiedMember & { device: TestSubscription }> {
  const member = await desk.member(['push']);
  const device = service.subscribe(answer);
  await aDevice(parley, member, device);
  return { ...member, device };
}
const sql = (text: string, ...parameters: unknown[]): Promise<unknown> => parley.database.query(text, parameters);
const clock = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16);

it('says who wrote, at most 80 characters of it, and where to read the rest', async () => {
  const bea = await withDevice();
  const id = await desk.handedOver();
  await parley.drain();
  await desk.say(id, `Look at https://evil.example/now. ${'x'.repeat(200)}`);
  await parley.drain();
  const [first, second, ...more] = service.opened(bea.device);
  expect(more).toEqual([]);
  expect(first?.notification).toMatchObject({
    title: 'Ada Lovelace is waiting for an answer',
    body: 'I want to talk to a human, please.',
    navigate: `https://desk.example/${desk.workspace.id}/${id}`,
  });
  expect(second?.notification['title']).toBe('Ada Lovelace replied');
  expect(second?.notification['body']).toMatch(/^Look at .{71}…$/);
  expect(second?.notification['body']).not.toContain('evil.example');
  expect(await desk.rowsFor(bea)).toEqual([
    ['newConversation', 'push', 'sent', null],
    ['customerReply', 'push', 'sent', null],
  ]);
});

it('of replies in one conversation once in five minutes', async () => {
  const bea = await withDevice();
  await desk.prefer(bea, []);
  await desk.prefer(bea, ['push'], { only: ['customerReply'] });
  const id = await desk.handedOver();
  for (let n = 0; n < 2; n += 1) {
    await desk.say(id, `Hello ${n}?`);
    await parley.drain();
  }
  await desk.letPass(301);
  await desk.say(id, 'Hello 2?');
  await parley.drain();
  expect(service.opened(bea.device).map(({ notification }) => notification['body'])).toEqual(['Hello 0?', 'Hello 2?']);
  expect((await desk.rowsFor(bea)).map((row) => row.slice(2))).toEqual([
    ['sent', null],
    ['dropped', 'coalesced'],
    ['sent', null],
  ]);
});

it('of replies to each member once, regardless of other members', async () => {
  const [bea, cleo] = [await withDevice(), await withDevice()];
  const listenTo = (member: NotifiedMember, channels: string[]) =>
    desk.prefer(member, channels, { only: ['customerReply'] });
  for (const member of [bea, cleo]) await desk.prefer(member, []);
  await listenTo(bea, ['push']);
  const id = await desk.handedOver();
  await desk.say(id, 'First?');
  await parley.drain();
  await listenTo(cleo, ['push']);
  await desk.say(id, 'Second?');
  await parley.drain();
  expect(
    [bea, cleo].map(({ device }) => service.opened(device).map(({ notification }) => notification['body'])),
  ).toEqual([['First?'], ['Second?']]);
});

it('of a reply if the previous one could not be delivered', async () => {
  const bea = await withDevice(400);
  await desk.prefer(bea, []);
  await desk.prefer(bea, ['push'], { only: ['customerReply'] });
  const id = await desk.handedOver();
  await desk.say(id, 'First?');
  await parley.drain();
  service.answer(bea.device, 201);
  await desk.say(id, 'Second?');
  await parley.drain();
  expect(await desk.rowsFor(bea)).toEqual([
    ['customerReply', 'push', 'failed', 'push_refused'],
    ['customerReply', 'push', 'sent', null],
  ]);
});

it('of what a customer writes after an answer', async () => {
  const bea = await withDevice();
  await desk.prefer(bea, []);
  await desk.prefer(bea, ['push'], { only: ['customerReply'] });
  const id = await desk.handedOver();
  expect((await desk.answer(id)).status).toBe(201);
  await desk.say(id, 'And its diameter?');
  await parley.drain();
  expect(await desk.rowsFor(bea)).toEqual([['customerReply', 'push', 'sent', null]]);
});

type Meanwhile = (id: string, bea: NotifiedMember) => Promise<unknown>;
it.each<[string, Meanwhile, string]>([
  ['ten minutes pass', () => desk.letPass(601), 'stale'],
  [
    'quiet hours begin',
    (_id, bea) => desk.prefer(bea, ['push'], { quietHours: { start: clock(-1), end: clock(60) } }),
    'quiet_hours',
  ],
  ['the member leaves', (_id, bea) => desk.call('DELETE', `/members/${bea.memberId}`), 'no_access'],
  ['the member reads the conversation', (id, bea) => desk.read(id, bea), 'read'],
  ['the contact is blocked', (id) => desk.block(id), 'blocked'],
])('nothing where %s before it is pushed', async (_what, meanwhile, reason) => {
  const bea = await withDevice();
  const id = await desk.handedOver();
  await meanwhile(id, bea);
  await parley.drain();
  expect(service.of(bea.device)).toEqual([]);
  expect(await desk.rowsFor(bea)).toEqual([['newConversation', 'push', 'dropped', reason]]);
});

it('a member without a device, or with one whose subscription is gone', async () => {
  const [bea, cleo] = [await desk.member(['push']), await withDevice(410)];
  await desk.handedOver();
  await parley.drain();
  expect(await desk.rowsFor(bea)).toEqual([['newConversation', 'push', 'dropped', 'no_device']]);
  expect(await desk.rowsFor(cleo)).toEqual([['newConversation', 'push', 'failed', 'push_refused']]);
});

it('goes again to the devices alone that could not take it', async () => {
  const bea = await withDevice();
  const busy = service.subscribe({ status: 503, headers: { 'retry-after': '60' } });
  await aDevice(parley, bea, busy, 'Phone');
  await desk.handedOver();
  await parley.drain();
  expect(await desk.rowsFor(bea)).toEqual([['newConversation', 'push', 'queued', null]]);
  service.answer(busy, 201);
  await desk.letPass(61);
  await sql(`UPDATE notification_devices SET retry_at = retry_at - interval '61 s' WHERE account_id = $1`, bea.id);
  await parley.drain();
  expect([service.of(bea.device).length, service.of(busy).length]).toEqual([1, 2]);
  expect(await desk.rowsFor(bea)).toEqual([['newConversation', 'push', 'sent', null]]);
});

it('of a process that died goes again with the same topic, and gets the outcome of it', async () => {
  const bea = await withDevice();
  await desk.handedOver();
  await parley.drain();
  const dead = `state = 'sending', finished_at = NULL, lease_ends_at = clock_timestamp() - interval '1 s'`;
  await sql(`UPDATE member_notifications SET ${dead} WHERE workspace_id = $1`, desk.workspace.id);
  await parley.drain();
  const topics = service.of(bea.device).map(({ headers }) => headers['topic']);
  expect([topics.length, new Set(topics).size]).toEqual([2, 1]);
  await sql(`UPDATE member_notifications SET ${dead}, attempts = 5 WHERE workspace_id = $1`, desk.workspace.id);
  await parley.drain();
  expect(await desk.rowsFor(bea)).toEqual([['newConversation', 'push', 'failed', 'process_ended']]);
});

it('of two deadlines of one conversation under two topics, so that neither hides the other', async () => {
  const bea = await withDevice();
  await desk.policy({ handoff_pickup: 600, verified_resolution: 600 });
  await desk.handedOver();
  await desk.letClocksPass(601);
  await parley.drain();
  await parley.drain();
  const overdue = service.opened(bea.device).filter(({ notification }) => notification['title']?.endsWith('overdue'));
  expect(overdue.map(({ notification }) => notification['title']).sort()).toEqual([
    'Handoff pickup for Ada Lovelace is overdue',
    'Verified resolution for Ada Lovelace is overdue',
  ]);
  expect(new Set(overdue.map(({ notification }) => notification['tag'])).size).toBe(2);
});

describe('what one device has, while another one could not take it', () => {
  /** It is to go to the other one now, which answers so. */
  async function halfDelivered(answer: PushAnswer): Promise<NotifiedMember & { device: TestSubscription }> {
    const bea = await withDevice();
    const busy = service.subscribe(503);
    const phone = await aDevice(parley, bea, busy, 'Phone');
    await desk.handedOver();
    await parley.drain();
    expect(await desk.rowsFor(bea)).toEqual([['newConversation', 'push', 'queued', null]]);
    service.answer(busy, answer);
    await sql('UPDATE notification_devices SET retry_at = NULL WHERE id = $1', phone);
    return bea;
  }
  /** As a process leaves it that has begun to send it and dies. */
  async function left(): Promise<void> {
    const jobs = parley.get(NotificationJobsRepository);
    await desk.letPass(61);
    await parley['tenants'].inBackground(() =>
      parley.get(UnitOfWork).run(async () => {
        await jobs.releaseLostPushes(5);
        expect(await jobs.beginPushes(await jobs.claimPushes(desk.workspace.id, 200), 60)).toHaveLength(1);
      }),
    );
    await desk.letPass(61);
  }

  it.each<[string, PushAnswer]>([
    ['refuses it', 410],
    ['takes it', 201],
  ])('counts as sent, though a process died before it reached the other, which %s then', async (_what, answer) => {
    const bea = await halfDelivered(answer);
    await left();
    await parley.drain();
    expect(await desk.rowsFor(bea)).toEqual([['newConversation', 'push', 'sent', null]]);
    expect(service.of(bea.device)).toHaveLength(1);
  });

  it('counts as sent, though it is read before the other device can have it', async () => {
    const bea = await halfDelivered(201);
    await left();
    const [{ conversation_id: id } = { conversation_id: '' }] = (await sql(
      'SELECT conversation_id FROM member_notifications WHERE workspace_id = $1',
      desk.workspace.id,
    )) as { conversation_id: string }[];
    await desk.read(id, bea);
    await parley.drain();
    expect(await desk.rowsFor(bea)).toEqual([['newConversation', 'push', 'sent', null]]);
  });

  it('counts as sent, though five processes died before they reached the other', async () => {
    const bea = await halfDelivered(201);
    for (let n = 0; n < 5; n += 1) await left();
    await parley.drain();
    expect(await desk.rowsFor(bea)).toEqual([['newConversation', 'push', 'sent', null]]);
  });
});

it('that this process has no key for says so at once, and is tried no more', async () => {
  const bea = await withDevice();
  await sql(`UPDATE notification_devices SET subscription_sealed = 'x' WHERE account_id = $1`, bea.id);
  await desk.handedOver();
  await parley.drain();
  expect(await desk.rowsFor(bea)).toEqual([['newConversation', 'push', 'failed', 'push_unreadable']]);
});

it('what a later version tells of waits for its processes, and keeps nothing else waiting', async () => {
  const member = await desk.member(['push', 'email'], { agentIds: null });
  const device = service.subscribe();
  await aDevice(parley, member, device);
  await desk.handedOver();
  await sql('ALTER TABLE member_notifications DROP CONSTRAINT member_notifications_event_check');
  await sql(`UPDATE member_notifications SET event = 'somethingNew' WHERE workspace_id = $1`, desk.workspace.id);
  await desk.handedOver({ externalId: 'eve', name: 'Eve' });
  await parley.drain();
  const states = (await desk.rowsFor(member)).map(([event, channel, state]) => `${event} ${channel} ${state}`).sort();
  expect(states).toEqual([
    'newConversation email sent',
    'newConversation push sent',
    'somethingNew email queued',
    'somethingNew push queued',
  ]);
  await sql(`DELETE FROM member_notifications WHERE event = 'somethingNew'`);
});
