import { setTimeout as pause } from 'node:timers/promises';
import { randomOf } from '../../bench/support/random';
import { AgedDesk } from '../factories/aged-fixtures';
import { type Parley, startParley } from '../support/parley';
import { SpawnedService } from '../support/spawned-service';
import { untilSomebodyWaits } from '../support/until-somebody-waits';
import { MAIL_SETTINGS } from '../factories/mail';
import { campaignOf } from './campaign';

const KILLS = Number(process.env['KILLS'] ?? campaignOf(50, 17));
/** The same rows and moments every time; another seed explores. */
const SEED = Number(process.env['SEED'] ?? 20_260_115);
/** The tables that one transaction writes to, from its middle to its end. A lock on them stops a sweep there. */
const STOPS = ['messages', 'conversations', 'agent_counters', 'retention_settings'];
const DAYS = { conversationDays: 30, turnDays: 20, gapDays: 10, mailDays: 8 };

describe(`what is too old, whose worker is killed while it deletes it (SEED=${SEED}, KILLS=${KILLS})`, () => {
  const random = randomOf(SEED);
  let parley: Parley;
  let worker: SpawnedService | undefined;
  /** Keeps all for some time; keeps only conversations for some time; keeps all. */
  let desks: [AgedDesk, AgedDesk, AgedDesk];

  beforeAll(async () => {
    parley = await startParley({ settings: MAIL_SETTINGS });
    desks = [await AgedDesk.open(parley), await AgedDesk.open(parley), await AgedDesk.open(parley)];
  });
  afterAll(async () => {
    await worker?.stop('SIGKILL');
    await parley.stop();
  });

  const start = async (): Promise<void> => {
    worker = await SpawnedService.start({ DATABASE_URL: parley.databaseUrl, ...MAIL_SETTINGS }, 'worker');
  };
  const count = async (sql: string): Promise<number> => {
    const [row] = await parley.database.query<[{ n: number }]>(`SELECT count(*)::int AS n FROM ${sql}`);
    return row.n;
  };
  const left = (): Promise<number> => count('conversations');
  const due = (): Promise<number> => count('retention_settings WHERE due_at <= now()');

  /** At any moment from the start of the worker on, until so many are gone. */
  const killAnywhere = async (): Promise<void> => {
    const until = (await left()) - Math.floor(random() * 150);
    await start();
    while ((await left()) > until && (await due()) > 0) await pause(2);
    await pause(random() * 30);
    await worker!.stop('SIGKILL');
  };
  /** In the middle of a transaction. */
  const killHalfDone = async (): Promise<void> => {
    const holder = parley.database.createQueryRunner();
    await holder.startTransaction();
    try {
      await holder.query(`LOCK TABLE ${STOPS[Math.floor(random() * STOPS.length)]} IN SHARE MODE`);
      await start();
      await untilSomebodyWaits(parley);
      await worker!.stop('SIGKILL');
    } finally {
      await holder.rollbackTransaction();
      await holder.release();
    }
  };

  it('is gone, exactly, and nothing is there by half at any time', async () => {
    let [kills, halfDone, interrupted, gone] = [0, 0, 0, 0];
    while (kills < KILLS) {
      await desks[0].fill(random, { many: 300, days: DAYS });
      await desks[1].fill(random, { many: 150, days: { conversationDays: DAYS.conversationDays } });
      await desks[2].fill(random, { many: 50, days: {} });
      const before = await left();
      do {
        const isHalfDone = random() < 0.4;
        await (isHalfDone ? killHalfDone() : killAnywhere());
        kills++;
        if (isHalfDone) halfDone++;
        if ((await due()) > 0) interrupted++;
        for (const desk of desks) await desk.expectNoHalves();
      } while (kills < KILLS && (await due()) > 0);
      await start();
      while ((await due()) > 0) await pause(20);
      await worker!.stop();
      for (const desk of desks) await desk.expectExactly();
      gone += before - (await left());
    }
    process.stdout.write(
      `retention: n=${kills} kills, ${halfDone} in the middle of a transaction, ${interrupted} before the end, SEED=${SEED}, ` +
        `${gone} conversations gone, nothing else, none by half\n`,
    );
    expect(interrupted).toBeGreaterThan(0);
  }, 3_600_000);
});
