import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { oneOf, randomOf } from '../../bench/support/random';
import { aDevice } from '../factories/device';
import { NotificationDesk, type NotifiedMember } from '../factories/notification-fixtures';
import { CountingMailServer, PHASES, type Phase } from '../support/counting-mail-server';
import { type Parley, startParley } from '../support/parley';
import { PushService, type TestSubscription } from '../support/push-service';
import { SpawnedService } from '../support/spawned-service';
import { campaignOf } from './campaign';

const KILLS = Number(process.env['KILLS'] ?? campaignOf(500, 50));
/** The same phases every time; another seed explores. */
const SEED = Number(process.env['SEED'] ?? 20_261_123);
const MEMBERS = 3;
const CERTIFICATE = join(__dirname, '../fixtures/push-service/certificate.pem');

interface Row {
  memberId: string;
  event: string;
  channel: string;
  state: string;
  /** As the outbox has it, to see in a failure what it waits for. */
  mail: object | null;
}
type NotifiedDevice = NotifiedMember & { device: TestSubscription };

describe(`notifications whose process is killed while it tells them (SEED=${SEED}, KILLS=${KILLS})`, () => {
  const random = randomOf(SEED);
  let mailServer: CountingMailServer;
  let pushService: PushService;
  let parley: Parley;
  let service: SpawnedService | undefined;

  beforeAll(async () => {
    [mailServer, pushService] = [await CountingMailServer.start(), await PushService.start()];
    parley = await startParley({ settings: { SMTP_URL: mailServer.url, ...PUSH } });
  });
  afterAll(async () => {
    await service?.stop('SIGKILL');
    await parley.stop();
    await mailServer.stop();
    await pushService.stop();
  });
  const PUSH = { FETCH_ALLOWED_HOSTS: '127.0.0.1', MAIL_FROM: 'Parley <parley@parley.example>' };

  const update = (change: string): Promise<unknown> => parley.database.query(change);
  /** Members who hear of one kind of event, by mail and push. */
  const members = async (desk: NotificationDesk, event: string): Promise<NotifiedDevice[]> => {
    const notified: NotifiedDevice[] = [];
    for (let n = 0; n < MEMBERS; n += 1) {
      const member = await desk.member([]);
      await desk.prefer(member, ['email', 'push'], { only: [event] });
      const device = pushService.subscribe();
      await aDevice(parley, member, device);
      notified.push({ ...member, device });
    }
    return notified;
  };

  const past = `clock_timestamp() - interval '1 s'`;
  const ended = async ({ workspace }: NotificationDesk): Promise<number> => {
    const sql = 'SELECT id FROM member_notifications WHERE workspace_id = $1 AND finished_at IS NOT NULL';
    return (await parley.database.query<unknown[]>(sql, [workspace.id])).length;
  };
  /** As if all leases had ended and all waits were over, until each notification has come to its end, or never will. */
  const finish = async (desk: NotificationDesk): Promise<void> => {
    for (let round = 0; round < 20 && (await ended(desk)) < MEMBERS * 2; round += 1) {
      // Each time: what the process had asked of the database ends after it, and may have taken a lease anew.
      await update(`UPDATE mail_outbox SET lease_ends_at = ${past} WHERE status = 'sending'`);
      await update(`UPDATE mail_outbox SET due_at = ${past} WHERE status = 'queued'`);
      await update(`UPDATE member_notifications SET lease_ends_at = ${past} WHERE lease_ends_at IS NOT NULL`);
      await parley.drain();
    }
  };

  it('are mailed once, or are known to be uncertain, and none is lost', async () => {
    const held = new Map<string, number>();
    const all: { member: NotifiedDevice; row: Row }[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      // A deadline that is missed is found by a sweep, which dies too.
      const isBreach = kill % 2 === 1;
      const desk = await NotificationDesk.open(parley);
      const notified = await members(desk, isBreach ? 'slaBreach' : 'newConversation');
      if (isBreach) await desk.policy({ first_response: 600 });
      if (isBreach) await desk.handedOver();
      service = await SpawnedService.start({
        DATABASE_URL: parley.databaseUrl,
        SMTP_URL: mailServer.url,
        NODE_EXTRA_CA_CERTS: CERTIFICATE,
        ...PUSH,
      });
      const reached = new Promise<void>((resolve) => {
        mailServer.onHeld = (phase) => {
          held.set(phase, (held.get(phase) ?? 0) + 1);
          resolve();
        };
      });
      // Every phase has its turn as the one that the process comes to first; some die before they come to any.
      const first = [...PHASES, null, null][kill % (PHASES.length + 2)] as Phase | null;
      let next = 0;
      mailServer.plan = () => (next++ === 0 ? first : oneOf(random, [...PHASES, null]));
      if (isBreach) await desk.letClocksPass(700);
      else await desk.handedOver();
      await (first === null ? pause(random() * 1_500) : reached);
      await pause(random() * 30);
      await service.stop('SIGKILL');
      mailServer.plan = () => null;
      await finish(desk);
      const rows = await parley.database.query<Row[]>(
        `SELECT member_id AS "memberId", event, channel, state,
           (SELECT to_json(m) FROM (SELECT status, attempts, due_at, lease_ends_at FROM mail_outbox WHERE id = mail_id) m) AS mail
         FROM member_notifications WHERE workspace_id = $1`,
        [desk.workspace.id],
      );
      expect(rows).toHaveLength(MEMBERS * 2);
      for (const row of rows) all.push({ member: notified.find(({ memberId }) => memberId === row.memberId)!, row });
    }

    const mails = all.filter(({ row }) => row.channel === 'email');
    const pushes = all.filter(({ row }) => row.channel === 'push');
    const arrivals = ({ member }: { member: NotifiedDevice }): number =>
      mailServer.arrived.filter(({ recipient }) => recipient === member.email).length;
    const topics = ({ member }: { member: NotifiedDevice }): unknown[] =>
      pushService.of(member.device).map(({ headers }) => headers['topic']);
    const having = (state: string): typeof mails => mails.filter(({ row }) => row.state === state);
    const uncertain = having('uncertain');
    process.stdout.write(
      `notification kills: n=${KILLS} SEED=${SEED}, held at ${JSON.stringify(Object.fromEntries(held))}, mails ${mails.length}: ` +
        `sent ${having('sent').length}, uncertain ${uncertain.length} of which arrived ${uncertain.filter((one) => arrivals(one) > 0).length}, ` +
        `twice ${mails.filter((one) => arrivals(one) > 1).length}; pushes ${pushes.length}, repeated ` +
        `${pushes.filter((one) => topics(one).length > 1).length}\n`,
    );
    expect(mails.filter(({ row }) => row.state !== 'sent' && row.state !== 'uncertain')).toEqual([]);
    expect(mails.filter((one) => arrivals(one) > 1)).toEqual([]);
    expect(having('sent').filter((one) => arrivals(one) !== 1)).toEqual([]);
    expect(uncertain.filter(({ member }) => !mailServer.commands.has(member.email))).toEqual([]);
    expect(pushes.filter(({ row }) => row.state !== 'sent')).toEqual([]);
    // Once more for the one process that died, under the same topic.
    expect(pushes.filter((one) => topics(one).length < 1 || topics(one).length > 2)).toEqual([]);
    expect(pushes.filter((one) => new Set(topics(one)).size !== 1)).toEqual([]);
  }, 3_600_000);
});
