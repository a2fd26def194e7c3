import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUp } from '../../../src/backup/back-up';
import { restoreBackup } from '../../../src/backup/restore-backup';
import { exportWorkspace } from '../../../src/backup/workspace/export-workspace';
import { importWorkspace } from '../../../src/backup/workspace/import-workspace';
import { LastUsed } from '../../../src/common/auth/last-used';
import { FeatureCatalog } from '../../../src/common/feature/feature-catalog';
import type { Installation } from '../../../src/common/feature/installation';
import { loadSettings } from '../../../src/config/load-settings';
import { exportedRows } from '../../support/database/exported-rows';
import { createTestDatabase, dropTestDatabase } from '../../support/database/test-database';
import { createEmptyDatabase, digests } from '../../support/database/whole-database';
import type { Parley } from '../../support/parley';
import { aTenant } from '../tenant';
import type { Tenant } from '../tenant.types';
import type { Runner } from './runner';
import { type Subject, tablesOf } from './subject';

const SECRET_KEY = 'a secret key of more than 32 characters';
const PLANS = ['free', 'pro', 'enterprise'];
const progress = (): void => {};

/** A backup and an exported workspace have the rows of the features, and bring them back as they were. */
export function describeRoundTrips(subject: Subject, { describe, it, beforeAll, afterAll }: Runner): void {
  const exported = tablesOf(subject).flatMap(([name, { rows }]) => (rows === 'exported' ? [name] : []));
  describe('round trips', () => {
    let parley: Parley;
    let tenant: Tenant;
    let features: FeatureCatalog;
    let folder: string;
    beforeAll(async () => {
      parley = await subject.start({ SECRET_KEY });
      features = parley.get(FeatureCatalog);
      tenant = await aTenant(parley, subject);
      // Else they would be written between the copy and the comparison.
      await parley.get(LastUsed).flush();
      folder = await mkdtemp(join(tmpdir(), 'parley-round-trips-'));
      await chmod(folder, 0o711);
    });
    afterAll(async () => {
      await parley.stop();
      await rm(folder, { recursive: true });
    });
    const at = (url: string): Installation => ({
      settings: loadSettings({ DATABASE_URL: url, SECRET_KEY }, features.settings),
      features,
    });

    it('a backup is restored with every row', async () => {
      const path = join(folder, 'a.backup');
      await parley.drain();
      await backUp(at(parley.databaseUrl), path, progress);
      const target = await createEmptyDatabase();
      await restoreBackup(at(target), path, { holdOutgoing: true, progress });
      const [before, after] = [await digests(parley.databaseUrl), await digests(target)];
      const names = tablesOf(subject).map(([name]) => name);
      assert.deepEqual(only(after, names), only(before, names));
      await dropTestDatabase(target);
    });

    it('a workspace is imported as it was exported, with a row of each table at least', async () => {
      const path = join(folder, 'a.ndjson');
      const { id } = tenant.workspace;
      await exportWorkspace(at(parley.databaseUrl), { workspaceId: id, path, progress });
      const target = await createTestDatabase(features);
      await importWorkspace(at(target), { path, plans: PLANS, progress });
      const before = only(await exportedRows(parley.databaseUrl, id, features), exported);
      assert.deepEqual(only(await exportedRows(target, id, features), exported), before);
      const empty = exported.filter((name) => before[name]!.length === 0);
      assert.deepEqual(empty, [], 'nothing was exported of these: make rows of them in `fill`');
      await dropTestDatabase(target);
    });
  });
}

function only<T>(record: Record<string, T>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(names.map((name) => [name, record[name]!]));
}
