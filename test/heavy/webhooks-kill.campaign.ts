import { setTimeout as pause } from 'node:timers/promises';
import { randomOf } from '../../bench/support/random';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { EventLog } from '../../src/events/event-log.service';
import { WEBHOOK_EVENTS } from '../../src/webhooks/webhook-event.types';
import { anAccount } from '../factories/account';
import { aCredential } from '../factories/credential';
import { aWebhook, someSubjects, type TestWebhook } from '../factories/webhook';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';
import { SpawnedService } from '../support/spawned-service';
import { WebhookReceiver } from '../support/webhook-receiver';
import { campaignOf } from './campaign';

const KILLS = Number(process.env['KILLS'] ?? campaignOf(500, 84));
const EVENTS = Number(process.env['EVENTS'] ?? campaignOf(100_000, 50));
/** The same failures and moments every time; another seed explores. */
const SEED = Number(process.env['SEED'] ?? 20_261_127);
const WRITERS = 8;
const SENDERS = 3;
const SUBJECTS = 40;
/** The most events that a killed process repeats: those whose results it had not stored. */
const REPEATED_PER_KILL = 50;

const SETTINGS = {
  FETCH_ALLOWED_HOSTS: '127.0.0.1',
  WEBHOOK_RETRY_SECONDS: Array.from({ length: 30 }, () => '1').join(),
  // No event may overtake another one of its subject.
  WEBHOOK_HOLD_SECONDS: '86400',
};

describe(`webhooks whose senders are killed (SEED=${SEED}, KILLS=${KILLS}, EVENTS=${EVENTS})`, () => {
  const random = randomOf(SEED);
  let parley: Parley;
  let receiver: WebhookReceiver;
  let hook: TestWebhook;
  let senders: SpawnedService[] = [];

  beforeAll(async () => {
    parley = await startParley({ settings: SETTINGS });
    receiver = await WebhookReceiver.start();
    const admin = await aCredential(parley, await anAccount(parley));
    hook = await aWebhook(parley, await aWorkspace(parley, admin), admin, { url: receiver.url, parallelism: 10 });
    senders = await Promise.all(Array.from({ length: SENDERS }, start));
  });
  afterAll(async () => {
    await Promise.all(senders.map((sender) => sender.stop('SIGKILL')));
    await parley.stop();
    await receiver.stop();
  });

  const start = (): Promise<SpawnedService> =>
    SpawnedService.start({ DATABASE_URL: parley.databaseUrl, ...SETTINGS }, 'worker');

  /** Short transactions, and some that stay open for a while. */
  async function write(count: number, subjects: readonly string[]): Promise<void> {
    for (let n = 0; n < count; n++) {
      const subjectId = subjects[Math.floor(random() * subjects.length)]!;
      await parley.get(UnitOfWork).run(async () => {
        const data = { webhookId: subjectId, state: 'active', pauseReason: null } as const;
        const event = { workspaceId: hook.workspaceId, agentId: null, subjectId, data };
        parley.get(EventLog).append(WEBHOOK_EVENTS['webhook.removed'], event);
        if (random() < 0.02) {
          // The transaction has its number from its first write on.
          await parley.get(UnitOfWork).query('SELECT pg_current_xact_id()');
          await pause(random() * 300);
        }
      });
    }
  }

  it('nothing is lost, the order of each subject is kept, and little is repeated', async () => {
    const accepted: { id: string; subject: string; position: bigint[] }[] = [];
    receiver.answerEach(({ event, headers }) => {
      const chance = random();
      if (chance < 0.05) return 500;
      if (chance < 0.07) return (response) => response.socket!.destroy();
      const [, transaction, number] = event.position.split('_');
      const position = [BigInt(transaction!), BigInt(number!)];
      accepted.push({ id: String(headers['webhook-id']), subject: String(event.data['webhookId']), position });
      return 204;
    });
    const subjects = someSubjects(SUBJECTS);
    const writing = Promise.all(Array.from({ length: WRITERS }, () => write(Math.floor(EVENTS / WRITERS), subjects)));
    let kills = 0;
    while (kills < KILLS) {
      await pause(random() * 1_500);
      const victim = Math.floor(random() * SENDERS);
      await senders[victim]!.stop('SIGKILL');
      senders[victim] = await start();
      kills++;
    }
    await writing;
    const rows = await parley.database.query<{ id: string }[]>(
      `SELECT event_id AS id FROM workspace_events WHERE workspace_id = $1 AND type = 'webhook.removed'`,
      [hook.workspaceId],
    );
    const idsSeen = (): Set<string> => new Set(accepted.map(({ id }) => id));
    for (const end = Date.now() + 900_000; idsSeen().size < rows.length && Date.now() < end;) await pause(500);

    const seen = idsSeen();
    expect(rows.filter(({ id }) => !seen.has(id))).toEqual([]);
    expect(outOfOrder(accepted)).toEqual([]);
    const repeated = accepted.length - seen.size;
    process.stdout.write(
      `webhooks: n=${kills} kills, ${rows.length} events, SEED=${SEED}, ${receiver.hooks.length} requests, 0 lost, ` +
        `0 out of order, ${repeated} repeated\n`,
    );
    expect(repeated).toBeLessThanOrEqual(REPEATED_PER_KILL * kills);
  }, 7_200_000);
});

/** The first deliveries that came before an earlier event of their subject. */
function outOfOrder(accepted: readonly { id: string; subject: string; position: bigint[] }[]): string[] {
  const seen = new Set<string>();
  const last = new Map<string, bigint[]>();
  return accepted.flatMap(({ id, subject, position }) => {
    if (seen.has(id)) return [];
    seen.add(id);
    const before = last.get(subject);
    last.set(subject, position);
    return before && isAfter(before, position) ? [id] : [];
  });
}

function isAfter([a, b]: bigint[], [c, d]: bigint[]): boolean {
  return a! > c! || (a === c && b! > d!);
}
