import { setTimeout as pause } from 'node:timers/promises';
import { randomOf } from '../../bench/support/random';
import { SupportDesk } from '../factories/support-fixtures';
import { type Parley, startParley } from '../support/parley';
import { SpawnedService } from '../support/spawned-service';
import { untilSomebodyWaits } from '../support/until-somebody-waits';
import { campaignOf } from './campaign';

const KILLS = Number(process.env['KILLS'] ?? campaignOf(100));
/** The same moments every time; another seed explores. */
const SEED = Number(process.env['SEED'] ?? 20_260_115);
/** Each with two clocks, whose time passes together. */
const REQUESTS = 10;
/** Seconds. */
const TARGETS = { first_response: 100, verified_resolution: 200 };

interface PublishedEvent {
  clockId: string;
  /** How often, of the clock and of its milestone's events. */
  warned: number;
  breached: number;
  imminentEvents: number;
  breachedEvents: number;
  isWarnedAtPercent: boolean;
  isBreachedWhenDue: boolean;
}

describe(`clocks whose service is killed while it looks at them (SEED=${SEED}, KILLS=${KILLS})`, () => {
  const random = randomOf(SEED);
  let parley: Parley;
  let service: SpawnedService;

  const start = (): Promise<SpawnedService> => SpawnedService.start({ DATABASE_URL: parley.databaseUrl });

  beforeAll(async () => {
    parley = await startParley();
    service = await start();
  });
  afterAll(async () => {
    await service.stop('SIGKILL');
    await parley.stop();
  });

  const publishedBy = (desk: SupportDesk): Promise<PublishedEvent[]> =>
    parley.database.query(
      `WITH told AS (
         SELECT support_request_id, milestone, count(*) FILTER (WHERE type = 'sla.imminent')::int AS imminent,
           count(*) FILTER (WHERE type = 'sla.breached')::int AS breached
         FROM inbox_events WHERE workspace_id = $1 AND type LIKE 'sla.%' GROUP BY 1, 2
       ), alerted AS (
         SELECT clock_id, count(*) FILTER (WHERE kind = 'warning')::int AS warned,
           count(*) FILTER (WHERE kind = 'breach')::int AS breached,
           max(at) FILTER (WHERE kind = 'warning') AS warned_at, max(at) FILTER (WHERE kind = 'breach') AS breached_at
         FROM sla_alerts WHERE workspace_id = $1 GROUP BY 1
       )
       SELECT c.id AS "clockId", coalesce(a.warned, 0) AS warned, coalesce(a.breached, 0) AS breached,
         coalesce(t.imminent, 0) AS "imminentEvents", coalesce(t.breached, 0) AS "breachedEvents",
         a.warned_at IS NOT DISTINCT FROM c.started_at + make_interval(secs => c.target_seconds * 0.8) AS "isWarnedAtPercent",
         c.breached_at IS NOT DISTINCT FROM c.started_at + make_interval(secs => c.target_seconds)
           AND c.breached_at IS NOT DISTINCT FROM c.due_at AND c.breached_at IS NOT DISTINCT FROM a.breached_at
           AS "isBreachedWhenDue"
       FROM sla_clocks c
       LEFT JOIN told t ON t.support_request_id = c.support_request_id AND t.milestone = c.milestone
       LEFT JOIN alerted a ON a.clock_id = c.id
       WHERE c.workspace_id = $1`,
      [desk.inbox.workspace.id],
    );

  /** How long after `since` the last of so many events was written, in milliseconds. */
  const untilPublished = async (desk: SupportDesk, events: number, since: number): Promise<number> => {
    for (;;) {
      const [row] = await parley.database.query<[{ count: number; last: Date | null }]>(
        `SELECT count(*)::int AS count, max(created_at) AS last FROM inbox_events WHERE workspace_id = $1 AND type LIKE 'sla.%'`,
        [desk.inbox.workspace.id],
      );
      if (row.count >= events) return (row.last?.getTime() ?? since) - since;
      await pause(50);
    }
  };

  /** Advances the time of the desk's clocks, and kills the sweeping process: at any moment, or halfway. */
  const killAfter = async (desk: SupportDesk, seconds: number, isHalfDone: boolean): Promise<void> => {
    if (!isHalfDone) {
      await desk.letPass(seconds);
      await pause(random() * 1_500);
      await service.stop('SIGKILL');
      return;
    }
    const holder = parley.database.createQueryRunner();
    await holder.startTransaction();
    try {
      // It comes to the events last, with everything else written.
      await holder.query('LOCK TABLE inbox_events IN SHARE MODE');
      await desk.letPass(seconds);
      await untilSomebodyWaits(parley);
      await service.stop('SIGKILL');
    } finally {
      await holder.rollbackTransaction();
      await holder.release();
    }
  };

  it('are warned of and breach once each, at the time at which they did', async () => {
    const clocks: PublishedEvent[] = [];
    let [kills, halfDone, longest] = [0, 0, 0];
    while (kills < KILLS) {
      const desk = await SupportDesk.open(parley);
      await desk.policy(TARGETS);
      for (let n = 0; n < REQUESTS; n++) await desk.request();
      // To the warning and to the breach of the one, then of the other. Some of it passes without a sweep.
      const stages = [
        { seconds: 85, events: REQUESTS },
        { seconds: 80, events: 3 * REQUESTS },
        { seconds: 200, events: 4 * REQUESTS },
      ];
      for (const { seconds, events } of stages) {
        if (random() < 0.3) {
          await desk.letPass(seconds);
        } else {
          const isHalfDone = random() < 0.5;
          await killAfter(desk, seconds, isHalfDone);
          kills++;
          halfDone += isHalfDone ? 1 : 0;
          service = await start();
        }
        longest = Math.max(longest, await untilPublished(desk, events, Date.now()));
      }
      clocks.push(...(await publishedBy(desk)));
    }
    process.stdout.write(
      `sla sweep: n=${kills} kills, ${halfDone} of them half done, SEED=${SEED}, ${clocks.length} clocks, ` +
        `published ${longest} ms after a service ran at the latest\n`,
    );
    const once = { warned: 1, breached: 1, imminentEvents: 1, breachedEvents: 1 };
    const right = { ...once, isWarnedAtPercent: true, isBreachedWhenDue: true };
    expect(clocks.map(({ clockId: _, ...told }) => told)).toEqual(clocks.map(() => right));
    expect(clocks.length).toBeGreaterThanOrEqual(2 * REQUESTS);
  }, 3_600_000);
});
