import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { randomOf } from '../../bench/support/random';
import { EmbeddedPostgres } from '../../src/common/database/embedded/embedded-postgres';
import { DatabaseMoved, forgetMove, noteMove, readMove } from '../../src/common/database/embedded/moved';
import { BackupDesk } from '../factories/backup-fixtures';
import { EmbeddedDesk } from '../factories/embedded-fixtures';
import { admin, beginAdmin } from '../support/admin';
import { createTestDatabase } from '../support/database/test-database';
import { createEmptyDatabase, digests, rowsOf, withClient } from '../support/database/whole-database';
import { SpawnedService } from '../support/spawned-service';
import { Home, isInstalled } from '../support/tmux';
import { campaignOf } from './campaign';

const KILLS = Number(process.env['KILLS'] ?? campaignOf(100));
jest.setTimeout(300_000 + KILLS * 30_000);
const SEED = Number(process.env['SEED'] ?? 20_261_125);

/** The events of streams, by transaction numbers, one of which is ahead of any server. */
const EVENTS = `INSERT INTO inbox_events (workspace_id, transaction_id, agent_id, conversation_id, message_id, type)
  SELECT workspace_id, transaction, agent_id, conversation_id, id, 'message.created'
  FROM (SELECT m.*, c.agent_id FROM messages m JOIN conversations c ON c.id = m.conversation_id LIMIT 1) m,
    unnest(ARRAY[3, 900000000000]) AS transaction`;

describe(`the embedded database, moved to DATABASE_URL (SEED=${SEED}, KILLS=${KILLS})`, () => {
  const random = randomOf(SEED);
  let desk: BackupDesk;
  let embedded: EmbeddedDesk;
  let before: Record<string, string>;
  beforeAll(async () => {
    desk = await BackupDesk.open();
    embedded = await EmbeddedDesk.open(desk);
    await embedded.withServer((url) => withClient(url, (client) => client.query(EVENTS)));
    before = await embedded.digests();
  });
  afterAll(() => desk.close());
  beforeEach(() => forgetMove(embedded.dataDir));

  /** Every row of every table is there; events are those of a transaction before all others. */
  const expectWhole = async (target: string): Promise<void> => {
    const placedAnew = { event_logs: '', inbox_events: '', workspace_events: '' };
    expect({ ...(await digests(target)), ...placedAnew }).toEqual({ ...before, ...placedAnew });
    const events = 'SELECT DISTINCT transaction_id::text AS id FROM inbox_events';
    expect((await withClient(target, (client) => client.query(events))).rows).toEqual([{ id: '0' }]);
  };

  it('is all there, and stays behind as it was, marked', async () => {
    const target = await createEmptyDatabase();
    expect(await embedded.moveTo(target)).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(
        /^Moved and checked: \d+ rows in \d+ tables\. Of [1-5] sources searched for, [1-5] were found\.\nStart the service with .*\n$/,
      ),
    });
    await expectWhole(target);
    expect(await embedded.digests()).toEqual(before);
    const { SECRET_KEY } = desk.settings;
    await expect(SpawnedService.start({ DATA_DIR: embedded.dataDir, SECRET_KEY })).rejects.toThrow(
      /was moved to \S+ at \S+\. Set DATABASE_URL to that database\. .* delete \S+postgres\.moved\./,
    );
    const backup = await admin(embedded.settings, 'backup', join(desk.folder, 'stale.backup'));
    expect(backup).toMatchObject({ code: 1, stderr: expect.stringContaining('Set DATABASE_URL to that database') });
    const service = await SpawnedService.start({ DATABASE_URL: target, SECRET_KEY, RUN_WORKER: 'no' });
    await service.stop();
    forgetMove(embedded.dataDir);
    const again = await SpawnedService.start({ DATA_DIR: embedded.dataDir, SECRET_KEY, RUN_WORKER: 'no' });
    await again.stop();
    await embedded.withServer((url) => withClient(url, (client) => client.query('DELETE FROM push_keys')));
    before = await embedded.digests();
  });

  (isInstalled('tmux') ? it : it.skip)('shows at a terminal how far it has come', async () => {
    const home = await Home.make();
    try {
      const terminal = await home.terminal({
        env: { ...embedded.settings, DATABASE_URL: await createEmptyDatabase() },
      });
      const { code, text } = await terminal.run(`node ${resolve('dist/src/admin.js')} move`);
      expect([code, text]).toEqual([0, expect.stringContaining('Moved and checked: ')]);
      expect(await terminal.everythingDrawn()).toMatch(/Moving {2}░+ {2}0%.*Moving {2}█{30} {2}100%/s);
      expect(text).not.toMatch(/[█░]/);
    } finally {
      await home.remove();
    }
  });

  describe('refuses, in one line and without a change,', () => {
    const refused = async (settings: Record<string, string>, because: RegExp): Promise<void> => {
      const outcome = await admin(settings, 'move');
      expect(outcome).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(because) });
      expect(readMove(embedded.dataDir)).toBeNull();
    };
    const to = (url: string): Record<string, string> => ({ ...embedded.settings, DATABASE_URL: url });
    afterAll(async () => expect(await embedded.digests()).toEqual(before));

    it('where nothing says where to', () =>
      refused(embedded.settings, /^The settings .*\n {2}DATABASE_URL is required: /));

    it('where there is no embedded database, and makes none', async () => {
      const folder = await mkdtemp(join(desk.folder, 'none-'));
      await refused({ ...to(await createEmptyDatabase()), DATA_DIR: folder }, /^DATA_DIR \S+ has no embedded database/);
      expect(await readdir(folder)).toEqual([]);
      await rm(folder, { recursive: true });
      await refused({ ...to(await createEmptyDatabase()), DATA_DIR: folder }, /^DATA_DIR \S+ has no embedded database/);
    });

    it('a target that is not empty', async () => {
      const there = await digests(desk.parley.databaseUrl);
      await refused(to(desk.parley.databaseUrl), /not empty: \w+ has rows\. Nothing was changed\./);
      expect(await digests(desk.parley.databaseUrl)).toEqual(there);
    });

    it('a target of a later version', async () => {
      const later = await createTestDatabase();
      const insert = `INSERT INTO migrations (timestamp, name) VALUES (9, 'Later9')`;
      await withClient(later, (client) => client.query(insert));
      await refused(to(later), /tables of another version than the embedded database/);
      expect(await rowsOf(later)).toBe(0);
    });

    it('a target that cannot be reached', () =>
      refused(to('postgres://localhost:1/x'), /^DATABASE_URL cannot be used: /));

    it('an embedded database of a later version', async () => {
      const sql = (statement: string): Promise<unknown> =>
        embedded.withServer((url) => withClient(url, (client) => client.query(statement)));
      const target = await createEmptyDatabase();
      await sql(`INSERT INTO migrations (timestamp, name) VALUES (9, 'Later9')`);
      await refused(to(target), /does not know the tables of the embedded database, which a later version/);
      await sql(`DELETE FROM migrations WHERE name = 'Later9'`);
      expect(await rowsOf(target)).toBeNull();
    });

    it('while a service has it', async () => {
      const target = await createEmptyDatabase();
      const running = await EmbeddedPostgres.start({ dataDir: embedded.dataDir, durable: true });
      try {
        await refused(to(target), new RegExp(`in use by process ${process.pid}.* no other process can open it`));
      } finally {
        await running.stop();
      }
      expect(await rowsOf(target)).toBeNull();
    });
  });

  describe('cut off at the commit', () => {
    it('is completed where the rows have arrived, though others have been written there since', async () => {
      const target = await createEmptyDatabase();
      expect((await embedded.moveTo(target)).code).toBe(0);
      await noteMove(embedded.dataDir, { ...readMove(embedded.dataDir)!, done: false });
      await expect(EmbeddedPostgres.start({ dataDir: embedded.dataDir, durable: true })).rejects.toThrow(
        /was interrupted\. Run npm run admin -- move again to complete it\./,
      );
      await withClient(target, (client) => client.query('DELETE FROM contacts'));
      expect(await embedded.moveTo(target)).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(/^Moved and checked: an earlier move had copied all rows\./),
      });
      expect(readMove(embedded.dataDir)).toMatchObject({ done: true });
    });

    it('begins anew where they have not, and takes no other rows for its own', async () => {
      const note = { id: randomUUID(), to: 'x', at: 'y', done: false };
      await noteMove(embedded.dataDir, note);
      expect((await embedded.moveTo(desk.parley.databaseUrl)).stderr).toMatch(/not empty/);
      await noteMove(embedded.dataDir, note);
      const target = await createEmptyDatabase();
      expect((await embedded.moveTo(target)).stderr).toMatch(/^Moved and checked: \d+ rows/);
      await expectWhole(target);
    });
  });

  /** Resolves once that command writes to the other database, or has ended. */
  const begun = async (child: ChildProcess, target: string): Promise<void> => {
    const session = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'parley restore'`;
    await withClient(target, async (client) => {
      while (child.exitCode === null && (await client.query(session)).rowCount === 0) await pause(5);
    });
  };

  it(`is all there or not at all, after ${KILLS} kills, and taken up again arrives whole`, async () => {
    let target = await createEmptyDatabase();
    const began = Date.now();
    const whole = beginAdmin({ ...embedded.settings, DATABASE_URL: target }, 'move');
    const exit = once(whole, 'exit');
    await begun(whole, target);
    const reads = Date.now() - began;
    expect((await exit)[0]).toBe(0);
    const writes = Date.now() - began - reads;
    const counts = { empty: 0, withSchema: 0, arrived: 0 };
    forgetMove(embedded.dataDir);
    target = await createEmptyDatabase();
    for (let kill = 0; kill < KILLS; kill++) {
      const child = beginAdmin({ ...embedded.settings, DATABASE_URL: target }, 'move');
      const ended = once(child, 'exit');
      // Most of the time goes into what comes before, so every second kill waits for that.
      if (kill % 2 === 1) await begun(child, target);
      await pause(random() * (kill % 2 === 1 ? writes : reads + writes));
      child.kill('SIGKILL');
      await ended;
      expect([kill, await embedded.digests()]).toEqual([kill, before]);
      const rows = await rowsOf(target);
      const move = readMove(embedded.dataDir);
      if (!rows) {
        counts[rows === null ? 'empty' : 'withSchema'] += 1;
        // Only what is known to have come to nothing leaves the embedded database in use.
        expect(move?.done ?? false).toBe(false);
        continue;
      }
      counts.arrived += 1;
      await expectWhole(target);
      expect(move).not.toBeNull();
      if (!move!.done) expect((await embedded.moveTo(target)).code).toBe(0);
      await expect(EmbeddedPostgres.start({ dataDir: embedded.dataDir, durable: true })).rejects.toThrow(DatabaseMoved);
      forgetMove(embedded.dataDir);
      target = await createEmptyDatabase();
    }
    expect((await embedded.moveTo(target)).code).toBe(0);
    await expectWhole(target);
    const { empty, withSchema, arrived } = counts;
    process.stdout.write(
      `kills of a move that takes ${reads} + ${writes} ms: n=${KILLS}, seed ${SEED}, before the schema ${empty}, before the commit ${withSchema}, after it ${arrived}\n`,
    );
  });
});
