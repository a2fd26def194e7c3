import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { randomOf } from '../../bench/support/random';
import { Snapshot } from '../../src/backup/snapshot';
import { BUILT_IN } from '../../src/features';
import { BackupDesk } from '../factories/backup-fixtures';
import { admin, beginAdmin } from '../support/admin';
import { createTestDatabase } from '../support/database/test-database';
import { createEmptyDatabase, digests, rowsOf, withClient } from '../support/database/whole-database';
import { campaignOf } from './campaign';

const KILLS = Number(process.env['KILLS'] ?? campaignOf(100));
const SEED = Number(process.env['SEED'] ?? 20_261_124);

/** Sessions that restore. */
const restoring = (url: string, state = ''): Promise<number> =>
  withClient(url, async (client) => {
    const { rowCount } = await client.query(
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'parley restore' AND ($1 = '' OR query LIKE $1)`,
      [state],
    );
    return rowCount ?? 0;
  });

const asRoot = process.getuid?.() === 0 && process.platform === 'linux' ? it : it.skip;

describe(`a restore that fails (SEED=${SEED}, KILLS=${KILLS})`, () => {
  const random = randomOf(SEED);
  let desk: BackupDesk;
  let SECRET_KEY: string;
  beforeAll(async () => {
    desk = await BackupDesk.open();
    ({ SECRET_KEY } = desk.settings);
  });
  afterAll(() => desk.close());

  describe('refuses, in one line and without a change,', () => {
    let target: string;
    beforeAll(async () => {
      target = await createEmptyDatabase();
    });

    /** A copy of the backup that something has happened to. */
    const copyOf = async (change: (bytes: Buffer) => Buffer): Promise<string> => {
      const path = join(desk.folder, `${randomUUID()}.backup`);
      await writeFile(path, change(await readFile(desk.file)));
      return path;
    };
    const refused = async (path: string, because: RegExp): Promise<void> => {
      const outcome = await desk.restoreTo(target, path);
      expect(outcome).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(because) });
      expect(outcome.stderr.trim().split('\n')).toHaveLength(1);
      expect(await rowsOf(target)).toBeNull();
    };

    // Everywhere: backup-file.spec.ts.
    it('one that is cut off, or has a byte that is another', async () => {
      const { size } = await stat(desk.file);
      const cut = await copyOf((bytes) => bytes);
      await truncate(cut, Math.floor(size / 2));
      await refused(cut, /is damaged or incomplete/);
      const flipped = await copyOf((bytes) => {
        bytes[Math.floor(random() * (size - 5_000)) + 5_000]! ^= 1;
        return bytes;
      });
      await refused(flipped, /is damaged or incomplete/);
    });

    it('what is no backup, or is not there', async () => {
      await refused(join(__dirname, '../../package.json'), /package.json is not a backup of Parley\.$/m);
      await refused(join(desk.folder, 'none'), /none cannot be read \(ENOENT\)\.$/m);
      await refused(await copyOf(() => Buffer.alloc(0)), /is not a backup of Parley/);
      await refused(
        await copyOf((bytes) =>
          Buffer.from(bytes.toString('latin1').replace(/^parley-backup 1/, 'parley-backup 2'), 'latin1'),
        ),
        /later version of Parley/,
      );
    });

    it('one of a later version', async () => {
      const path = join(desk.folder, 'later.backup');
      await withClient(desk.parley.databaseUrl, async (client) => {
        const snapshot = await Snapshot.take(client, { features: BUILT_IN, setting: 'DATABASE_URL' });
        await desk.write(snapshot, path, { more: ['FromTheFuture1'] });
      });
      await refused(path, /does not know all tables of the backup, which Parley 9\.0\.0 wrote/);
    });

    it('another SECRET_KEY', async () => {
      const outcome = await admin({ DATABASE_URL: target, SECRET_KEY: 'b'.repeat(40) }, 'restore', desk.file);
      expect(outcome).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^\S+ was made with another SECRET_KEY\. .*\n$/),
      });
      expect(await rowsOf(target)).toBeNull();
    });

    it('a database that is not empty', async () => {
      const before = await digests(desk.parley.databaseUrl);
      const outcome = await desk.restoreTo(desk.parley.databaseUrl);
      expect(outcome).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/not empty: \w+ has rows\. Nothing was changed\..*\n$/),
      });
      expect(await digests(desk.parley.databaseUrl)).toEqual(before);
      const foreign = await createEmptyDatabase();
      await withClient(foreign, (client) => client.query('CREATE TABLE orders (id int)'));
      expect((await desk.restoreTo(foreign)).stderr).toMatch(
        /not empty: it has orders, which does not belong to Parley/,
      );
    });

    it('a database of a later version, even if it is empty', async () => {
      const later = await createTestDatabase();
      await withClient(later, (client) =>
        client.query(`INSERT INTO migrations (timestamp, name) VALUES (9, 'Later9')`),
      );
      expect((await desk.restoreTo(later)).stderr).toMatch(/tables of another version than the backup/);
      expect(await rowsOf(later)).toBe(0);
    });
  });

  asRoot('leaves nothing of a backup for which the disk has no space, and the one before as it was', async () => {
    const disk = await mkdtemp(join(desk.folder, 'disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200k', 'tmpfs', disk]);
    try {
      await writeFile(join(disk, 'a.backup'), 'the last one');
      const outcome = await admin(desk.settings, 'backup', join(disk, 'a.backup'));
      expect(outcome).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/cannot be written \(ENOSPC\)\. No part of it remains\.\n$/),
      });
      expect(await readdir(disk)).toEqual(['a.backup']);
      expect(await readFile(join(disk, 'a.backup'), 'utf8')).toBe('the last one');
    } finally {
      execFileSync('umount', [disk]);
    }
  });

  it(`is all there or not at all, after ${KILLS} kills, and goes into the same database at last`, async () => {
    let target = await createEmptyDatabase();
    const began = Date.now();
    expect((await desk.restoreTo(target)).code).toBe(0);
    const takes = Date.now() - began;
    const whole = await rowsOf(target);
    target = await createEmptyDatabase();
    let copying = 0;
    let finished = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const child = beginAdmin({ DATABASE_URL: target, SECRET_KEY }, 'restore', desk.file);
      const ended = once(child, 'exit');
      while (child.exitCode === null && (await restoring(target)) === 0) await pause(5);
      // What comes before and after the transaction takes longer: Node loads the service.
      await pause(takes * random() * 0.25);
      if ((await restoring(target, 'COPY%')) > 0) copying += 1;
      child.kill('SIGKILL');
      await ended;
      while ((await restoring(target)) > 0) await pause(20);
      const rows = await rowsOf(target);
      if (rows !== null && rows !== 0) {
        expect([kill, rows]).toEqual([kill, whole]);
        finished += 1;
        target = await createEmptyDatabase();
      }
    }
    expect(finished).toBeLessThan(KILLS);
    expect((await desk.restoreTo(target)).code).toBe(0);
    process.stdout.write(
      `kills of a restore that takes ${takes} ms: n=${KILLS}, while copying ${copying}, after the commit ${finished}\n`,
    );
  });
});
