import { setTimeout as pause } from 'node:timers/promises';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { newId } from '../../src/common/database/uuid';
import { MailOutbox } from '../../src/common/mail/mail-outbox';
import { MemberNotificationsService } from '../../src/notifications/notices/member-notifications.service';
import { NotificationDecisionsService } from '../../src/notifications/notices/notification-decisions.service';
import {
  NotificationJobsRepository,
  type PushClaim,
} from '../../src/notifications/notices/notification-jobs.repository';
import { NOTIFICATION_MAILS } from '../../src/notifications/notices/notification-mail-writer';
import { NotificationMails } from '../../src/notifications/notices/notification-mails';
import { PushNotifications } from '../../src/notifications/notices/push-notifications';
import { aDevice } from '../factories/device';
import { NotificationDesk, type NotifiedMember } from '../factories/notification-fixtures';
import { type Parley, startParley } from '../support/parley';
import { PushService, type TestSubscription } from '../support/push-service';

/** Two processes on one database: what one of them has begun, the other must not do as well. */
let service: PushService;
let parley: Parley;
let beside: Parley;
let desk: NotificationDesk;

beforeAll(async () => {
  service = await PushService.start();
  const settings = { FETCH_ALLOWED_HOSTS: '127.0.0.1', MAIL_FROM: 'Parley <parley@parley.example>' };
  parley = await startParley({ settings });
  beside = await startParley({ settings, beside: parley });
});
afterAll(async () => {
  await beside.stop();
  await parley.stop();
  await service.stop();
});
beforeEach(async () => {
  // What is due the longest comes first, whosever it is.
  await parley.drain();
  desk = await NotificationDesk.open(parley);
});

const SIGNAL = new AbortController().signal;
const LEASE = 60;
const sql = <Row>(text: string, ...parameters: unknown[]): Promise<Row[]> => parley.database.query(text, parameters);
const rows = () =>
  sql<{ id: string; state: string; mail_id: string | null; fence: string; lease_ends_at: Date | null }>(
    'SELECT * FROM member_notifications WHERE workspace_id = $1 ORDER BY id',
    desk.workspace.id,
  );

async function pushed(only: string): Promise<NotifiedMember & { device: TestSubscription }> {
  const member = await desk.member([]);
  await desk.prefer(member, ['push'], { only: [only] });
  const device = service.subscribe();
  await aDevice(parley, member, device);
  return { ...member, device };
}

/** Work of the process beside, begun while this one is in the middle of its transaction; it has waited, or is through. */
async function meanwhile<T>(work: () => Promise<T>): Promise<{ done: Promise<T> }> {
  let isThrough = false;
  const done = beside['tenants'].inBackground(work).finally(() => (isThrough = true));
  const waiting = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  while (!isThrough && (await sql(waiting)).length === 0) await pause(10);
  return { done };
}

/** As two processes do of which the first has not committed when the second begins. */
async function interleaved<T>(first: () => Promise<void>, second: () => Promise<T>): Promise<void> {
  const { done } = await parley['tenants'].inBackground(() =>
    parley.get(UnitOfWork).run(async () => {
      await first();
      return meanwhile(second);
    }),
  );
  await done;
}

it('an event that is published again notifies each member once', async () => {
  const members = [await desk.member(['email', 'push']), await desk.member(['email', 'push'])];
  const id = await desk.handedOver();
  const [{ cause, message_id: messageId } = { cause: '', message_id: '' }] = await sql<{
    cause: string;
    message_id: string;
  }>('SELECT cause, message_id FROM member_notifications WHERE conversation_id = $1', id);
  const of = { workspaceId: desk.workspace.id, agentId: desk.agent.id, conversationId: id, messageId };
  const notify = (again: string) =>
    parley
      .get(UnitOfWork)
      .run(() => parley.get(MemberNotificationsService).notify([{ ...of, event: 'newConversation', cause: again }]));
  await parley['tenants'].inBackground(() => Promise.all([notify(cause), notify(cause)]));
  for (const member of members) expect(await desk.rowsFor(member)).toHaveLength(2);
  await parley['tenants'].inBackground(() => notify('another one'));
  for (const member of members) expect(await desk.rowsFor(member)).toHaveLength(4);
});

describe('two who gather for one member at once', () => {
  it('put what is due into one mail', async () => {
    await desk.member(['email']);
    for (const externalId of ['ada', 'eve', 'cid']) await desk.handedOver({ externalId, name: externalId });
    const dueIn = (time: string, id: string) =>
      sql(
        'UPDATE member_notifications SET due_at = now() + $3::interval WHERE workspace_id = $1 AND id = $2',
        desk.workspace.id,
        id,
        time,
      );
    const last = (await rows()).at(-1);
    await dueIn('1 h', last!.id);
    const jobs = parley.get(NotificationJobsRepository);
    await interleaved(
      async () => {
        const recipient = await jobs.findLockedRecipient();
        const mailId = newId();
        expect(await jobs.gather(recipient!, mailId)).toBe(true);
        await parley.get(MailOutbox).enqueueUnwritten(NOTIFICATION_MAILS, mailId, recipient!.workspaceId);
        // What is due from now on is not part of it, and has to wait its five minutes.
        await dueIn('0 s', last!.id);
      },
      () => beside.get(NotificationMails).runOnce(),
    );
    const gathered = await rows();
    expect(gathered.map(({ state }) => state)).toEqual(['sending', 'sending', 'queued']);
    expect(new Set(gathered.slice(0, 2).map(({ mail_id }) => mail_id)).size).toBe(1);
  });
});

describe('two who decide about replies in one conversation at once', () => {
  it('let the member hear of one', async () => {
    const bea = await pushed('customerReply');
    const id = await desk.handedOver();
    for (const message of ['First?', 'Second?']) await desk.say(id, message);
    const jobs = parley.get(NotificationJobsRepository);
    await interleaved(
      async () => {
        const due = await parley.get(NotificationDecisionsService).decide(await jobs.claimPushes(desk.workspace.id, 1));
        expect(await jobs.beginPushes(due, LEASE)).toHaveLength(1);
      },
      () => beside.get(PushNotifications).queue.runOnce(SIGNAL),
    );
    expect(service.of(bea.device)).toEqual([]);
    expect((await rows()).map(({ state }) => state)).toEqual(['sending', 'dropped']);
  });
});

describe('a push under a lease', () => {
  /** As a process has it that is about to send it. */
  const begun = async () => {
    const bea = await pushed('newConversation');
    await desk.handedOver();
    const jobs = parley.get(NotificationJobsRepository);
    const [claim] = await parley['tenants'].inBackground(() =>
      parley.get(UnitOfWork).run(async () => jobs.beginPushes(await jobs.claimPushes(desk.workspace.id, 200), LEASE)),
    );
    return { bea, jobs, claim: claim! };
  };
  const outcome = (state: 'sent' | 'failed') =>
    ({
      state,
      reason: state === 'sent' ? null : ('push_refused' as const),
      dueAt: null,
      deviceIds: null,
      isAccepted: state === 'sent',
    }) as const;

  it('is left alone by others as long as the lease lasts', async () => {
    const { bea } = await begun();
    await beside.drain();
    expect(service.of(bea.device)).toEqual([]);
    expect(await rows()).toMatchObject([{ state: 'sending' }]);
    await sql(
      `UPDATE member_notifications SET lease_ends_at = now() - interval '1 ms' WHERE workspace_id = $1`,
      desk.workspace.id,
    );
    await beside.drain();
    expect(service.of(bea.device)).toHaveLength(1);
    expect(await rows()).toMatchObject([{ state: 'sent' }]);
  });

  it.each<[string, string | null, (ending: AbortController, device: TestSubscription) => void]>([
    ['before it sends it', null, (ending) => ending.abort()],
    ['before it sends it to the last devices', '2026-01-01T00:00:00Z', (ending) => ending.abort()],
    ['while it sends it', null, (ending, device) => service.answer(device, () => ending.abort())],
  ])(
    'is given back as it was by a process that ends %s, and sent by another one at once',
    async (_when, isAccepted, end) => {
      const bea = await pushed('newConversation');
      await desk.handedOver();
      await sql(
        'UPDATE member_notifications SET told_at = $2, told_before_at = $2 WHERE workspace_id = $1',
        desk.workspace.id,
        isAccepted,
      );
      const [before] = await rows();
      const ending = new AbortController();
      end(ending, bea.device);
      const { queue } = parley.get(PushNotifications);
      await parley['tenants'].inBackground(async () => queue.process((await queue.claim())!, ending.signal));
      const [after] = await rows();
      expect(after).toEqual({ ...before, fence: '1', lease_ends_at: after!.lease_ends_at });
      service.answer(bea.device, 201);
      await beside.drain();
      expect(await desk.rowsFor(bea)).toEqual([['newConversation', 'push', 'sent', null]]);
    },
  );

  it('is settled and held only by the newest claim', async () => {
    const { jobs, claim } = await begun();
    await sql(
      `UPDATE member_notifications SET fence = fence + 1, lease_ends_at = now() + interval '5 s' WHERE workspace_id = $1`,
      desk.workspace.id,
    );
    const before = await rows();
    await parley['tenants'].inBackground(async () => {
      await jobs.finishPushes([{ ...claim, ...outcome('failed') }]);
      await jobs.renewPushes([claim], LEASE);
    });
    expect(await rows()).toEqual(before);
    const newest = { ...claim, fence: before[0]!.fence };
    await parley['tenants'].inBackground(async () => {
      await jobs.renewPushes([newest], LEASE);
      await jobs.finishPushes([{ ...newest, ...outcome('sent') }]);
    });
    const [after] = await rows();
    expect([after?.state, after!.lease_ends_at! > before[0]!.lease_ends_at!]).toEqual(['sent', true]);
    // It has come to its end: neither is it held, nor does anything else become of it.
    await parley['tenants'].inBackground(async () => {
      await jobs.finishPushes([{ ...newest, ...outcome('failed') }]);
      await jobs.renewPushes([newest], 600);
    });
    expect(await rows()).toEqual([after]);
  });

  it.each<[string, string, (jobs: NotificationJobsRepository, claims: PushClaim[]) => Promise<unknown>]>([
    ['renewed', 'sending', (jobs, claims) => jobs.renewPushes(claims, 600)],
    ['released where its process died', 'queued', (jobs) => jobs.releaseLostPushes(5)],
  ])('is %s without waiting for another one that is being settled', async (_what, state, work) => {
    const members = [await pushed('newConversation'), await pushed('newConversation')];
    await desk.handedOver();
    const claims = await parley['tenants'].inBackground(() =>
      parley.get(UnitOfWork).run(async () => {
        const jobs = parley.get(NotificationJobsRepository);
        return jobs.beginPushes(await jobs.claimPushes(desk.workspace.id, 200), -1);
      }),
    );
    expect(claims).toHaveLength(members.length);
    await interleaved(
      () => parley.get(NotificationJobsRepository).finishPushes([{ ...claims[0]!, ...outcome('sent') }]),
      () =>
        beside.get(UnitOfWork).run(async () => {
          await work(beside.get(NotificationJobsRepository), claims);
        }),
    );
    const after = new Map((await rows()).map((row) => [row.id, row]));
    expect(claims.map(({ id }) => after.get(id)?.state)).toEqual(['sent', state]);
    const isHeld = after.get(claims[1]!.id)!.lease_ends_at!.getTime() > Date.now() + 300_000;
    expect(isHeld).toBe(state === 'sending');
  });

  it('that some devices have counts as sent, regardless of the later state', async () => {
    const { bea } = await begun();
    const busy = service.subscribe(503);
    await aDevice(parley, bea, busy, 'Phone');
    await sql(
      `UPDATE member_notifications SET state = 'queued', told_at = NULL, lease_ends_at = NULL WHERE workspace_id = $1`,
      desk.workspace.id,
    );
    await parley.drain();
    expect(await rows()).toMatchObject([{ state: 'queued' }]);
    await desk.letPass(601);
    await parley.drain();
    expect(await desk.rowsFor(bea)).toEqual([['newConversation', 'push', 'sent', null]]);
    expect([service.of(bea.device).length, service.of(busy).length]).toEqual([1, 1]);
  });
});

it('a mail that is deleted before it was sent leaves its notifications to another one', async () => {
  const bea = await desk.member(['email']);
  await desk.handedOver();
  await parley['tenants'].inBackground(() => parley.get(NotificationMails).runOnce());
  const [{ mail_id: mailId } = { mail_id: null }] = await rows();
  expect(mailId).not.toBeNull();
  await sql('DELETE FROM mail_outbox WHERE id = $1', mailId);
  await parley.drain();
  await parley.drain();
  expect(await desk.rowsFor(bea)).toEqual([['newConversation', 'email', 'sent', null]]);
  expect((await rows())[0]?.mail_id).not.toBe(mailId);
});
