import { Module } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUp } from '../../src/backup/back-up';
import { restoreBackup } from '../../src/backup/restore-backup';
import { exportWorkspace } from '../../src/backup/workspace/export-workspace';
import { importWorkspace } from '../../src/backup/workspace/import-workspace';
import { migrate } from '../../src/common/database/migrate';
import { Feature } from '../../src/common/feature/feature.decorator';
import { FeatureCatalog } from '../../src/common/feature/feature-catalog';
import type { Installation } from '../../src/common/feature/installation';
import { BY_ERASER, exported, leftOut, ofInstallation, type TablePolicy } from '../../src/common/feature/table-policy';
import { loadSettings } from '../../src/config/load-settings';
import { BUILT_IN, FEATURES } from '../../src/features';
import { SECRET_KEY, twoWorkspaces } from '../factories/exported-workspace';
import { IdeasModule } from '../fixtures/features/ideas.module';
import { createTestDatabase, dropTestDatabase } from '../support/database/test-database';
import { createEmptyDatabase, rowsOf, withClient } from '../support/database/whole-database';
import { type Parley, startParley } from '../support/parley';

const WITH_IDEAS = new FeatureCatalog(FEATURES, [IdeasModule]);
const PLANS = ['free', 'pro', 'enterprise'];
const MISSING = 'the feature ideas (at CreateIdeas1799000000000)';
const progress = (): void => {};
const named = (url: string): { url: string; setting: string } => ({ url, setting: 'DATABASE_URL' });
const at = (url: string, features: FeatureCatalog): Installation => ({
  settings: loadSettings({ DATABASE_URL: url, SECRET_KEY }),
  features,
});
const ideasIn = (url: string): Promise<unknown[]> =>
  withClient(url, async (client) => (await client.query('SELECT text FROM ideas')).rows);

describe('a feature from outside the tree', () => {
  let parley: Parley;
  let workspaceId: string;
  let folder: string;
  let backup: string;
  let file: string;
  beforeAll(async () => {
    parley = await startParley({ settings: { SECRET_KEY } });
    workspaceId = (await twoWorkspaces(parley)).inbox.workspace.id;
    await migrate(named(parley.databaseUrl), WITH_IDEAS);
    await parley.database.query(`INSERT INTO ideas VALUES ($1, gen_random_uuid(), 'Paint it green')`, [workspaceId]);
    folder = await mkdtemp(join(tmpdir(), 'parley-features-'));
    await chmod(folder, 0o711);
    backup = join(folder, 'a.backup');
    file = join(folder, 'a.ndjson');
    await backUp(at(parley.databaseUrl, WITH_IDEAS), backup, progress);
    await exportWorkspace(at(parley.databaseUrl, WITH_IDEAS), { workspaceId, path: file, progress });
  });
  afterAll(async () => {
    await parley.stop();
    await rm(folder, { recursive: true });
  });

  it('is recorded with its migrations, and so are the others', async () => {
    const rows = await parley.database.query<{ feature: string | null; is_outside: boolean | null }[]>(
      'SELECT DISTINCT feature, is_outside FROM migrations',
    );
    expect(rows.map(({ feature }) => feature).sort()).toEqual([...WITH_IDEAS.newest.keys()].sort());
    expect(rows.filter((row) => row.is_outside !== false)).toEqual([{ feature: 'ideas', is_outside: true }]);
  });

  it('is restored from a backup', async () => {
    const target = await createEmptyDatabase();
    await restoreBackup(at(target, WITH_IDEAS), backup, { holdOutgoing: false, progress });
    expect(await ideasIn(target)).toEqual([{ text: 'Paint it green' }]);
    await dropTestDatabase(target);
  });

  it('is exported and imported with a workspace', async () => {
    const target = await createTestDatabase();
    await migrate(named(target), WITH_IDEAS);
    await importWorkspace(at(target, WITH_IDEAS), { path: file, plans: PLANS, progress });
    expect(await ideasIn(target)).toEqual([{ text: 'Paint it green' }]);
    await dropTestDatabase(target);
  });

  it('is missed by name where it is not loaded, and nothing is changed', async () => {
    const { databaseUrl } = parley;
    const path = join(folder, 'other');
    await expect(migrate(named(databaseUrl), BUILT_IN)).rejects.toThrow(
      `The database of DATABASE_URL has ${MISSING}, which this process does not load. Nothing was changed. ` +
        'Add its module to PARLEY_FEATURES.',
    );
    await expect(backUp(at(databaseUrl, BUILT_IN), path, progress)).rejects.toThrow(MISSING);
    await expect(exportWorkspace(at(databaseUrl, BUILT_IN), { workspaceId, path, progress })).rejects.toThrow(MISSING);
    const target = await createEmptyDatabase();
    await expect(restoreBackup(at(target, BUILT_IN), backup, { holdOutgoing: false, progress })).rejects.toThrow(
      `The backup has ${MISSING}, which this installation does not load.`,
    );
    expect(await rowsOf(target)).toBeNull();
    await migrate(named(target), BUILT_IN);
    await expect(importWorkspace(at(target, BUILT_IN), { path: file, plans: PLANS, progress })).rejects.toThrow(
      MISSING,
    );
    expect(await rowsOf(target)).toBe(0);
    await dropTestDatabase(target);
  });
});

describe('a table that no feature declares', () => {
  it('stops the start, a backup and an export', async () => {
    const url = await createTestDatabase();
    await withClient(url, (client) => client.query('CREATE TABLE strays (id int)'));
    const stray = 'In the database of DATABASE_URL, no feature declares the table strays';
    await expect(migrate(named(url), BUILT_IN)).rejects.toThrow(stray);
    await expect(backUp(at(url, BUILT_IN), join(tmpdir(), 'never'), progress)).rejects.toThrow(stray);
    await dropTestDatabase(url);
  });

  it('stops nothing in a database of a later version, which knows it', async () => {
    const url = await createTestDatabase();
    await withClient(url, async (client) => {
      await client.query('CREATE TABLE later (id int)');
      await client.query(`INSERT INTO migrations (timestamp, name, feature) VALUES (9, 'Later9', 'agents')`);
    });
    await migrate(named(url), BUILT_IN);
    await dropTestDatabase(url);
  });
});

describe('a feature that a later version has added', () => {
  const INSERT = `INSERT INTO migrations (timestamp, name, feature, is_outside) VALUES (9, 'Later9', 'later', $1)`;

  it('stops nothing, so that this version runs beside it', async () => {
    const url = await createTestDatabase();
    await withClient(url, (client) => client.query(INSERT, [false]));
    await migrate(named(url), BUILT_IN);
    await dropTestDatabase(url);
  });

  it('stops an export, which would lack its rows', async () => {
    const url = await createTestDatabase();
    await withClient(url, (client) => client.query(INSERT, [false]));
    const options = { workspaceId: randomUUID(), path: join(tmpdir(), 'never'), progress };
    await expect(exportWorkspace(at(url, BUILT_IN), options)).rejects.toThrow(
      'A later version of Parley has migrated this database. Nothing was written. Export with that version.',
    );
    await dropTestDatabase(url);
  });

  it.each([true, null])(
    'stops the start where it is from outside, or not known to be built in (%s)',
    async (outside) => {
      const url = await createTestDatabase();
      await withClient(url, (client) => client.query(INSERT, [outside]));
      await expect(migrate(named(url), BUILT_IN)).rejects.toThrow('the feature later (at Later9)');
      await dropTestDatabase(url);
    },
  );
});

describe('a table that is to be erased by code', () => {
  it('stops the start where no eraser names it', async () => {
    @Feature({ name: 'ideas', tables: { prints: exported({ erasedWith: { contact: BY_ERASER } }) } })
    @Module({})
    class Unerased {}
    await expect(startParley({ features: new FeatureCatalog(FEATURES, [Unerased]) })).rejects.toThrow(
      'No eraser names prints, whose policy says BY_ERASER: rows about people would stay after an erasure.',
    );
  });
});

describe('a table whose policy does not fit', () => {
  const WORKSPACE = 'workspace_id uuid NOT NULL REFERENCES workspaces';
  const CREATE = `
    CREATE TABLE ideas (${WORKSPACE}, id uuid PRIMARY KEY);
    CREATE TABLE votes (${WORKSPACE}, idea_id uuid NOT NULL REFERENCES ideas);
    CREATE TABLE drafts (id uuid PRIMARY KEY, idea_id uuid REFERENCES ideas);
    CREATE TABLE comments (draft_id uuid REFERENCES drafts);
    CREATE TABLE visits (${WORKSPACE}, conversation_id uuid,
      FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE SET NULL);
    CREATE TABLE calls (${WORKSPACE}, contact_id uuid);
    CREATE TABLE gifts (${WORKSPACE}, contact_id uuid,
      FOREIGN KEY (workspace_id, contact_id) REFERENCES contacts (workspace_id, id) ON DELETE CASCADE);
    CREATE TABLE quotes (${WORKSPACE}, id uuid PRIMARY KEY, conversation_id uuid,
      FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE);
    CREATE TABLE prints (${WORKSPACE}, quote_id uuid REFERENCES quotes)`;
  const FITTING = {
    ideas: exported(),
    votes: exported(),
    drafts: leftOut('they are made anew'),
    comments: leftOut('they are made anew'),
    visits: exported({ erasedWith: { conversation: 'conversation_id' } }),
    calls: exported({ keptAfterErasure: 'they count calls' }),
    gifts: exported({ erasedWith: { contact: 'contact_id' } }),
    quotes: exported(),
    prints: exported({ erasedWith: { conversation: BY_ERASER } }),
  };
  const problemsOf = async (tables: Record<string, TablePolicy>): Promise<string> => {
    @Feature({ name: 'ideas', tables })
    @Module({})
    class Declared {}
    const url = await createTestDatabase();
    await withClient(url, (client) => client.query(CREATE));
    const problems = await migrate(named(url), new FeatureCatalog(FEATURES, [Declared])).then(
      () => '',
      (error: unknown) => (error as Error).message.replace('In the database of DATABASE_URL, ', ''),
    );
    await dropTestDatabase(url);
    return problems;
  };

  it('does not stop the start where all policies fit', async () => {
    expect(await problemsOf(FITTING)).toBe('');
  });

  it('stops the start, with all that is wrong', async () => {
    const { drafts: _undeclared, ...others } = FITTING;
    expect(
      await problemsOf({
        ...others,
        ideas: leftOut('they are made anew'),
        calls: exported(),
        gifts: exported({ erasedWith: { contact: 'contact_id' }, countedAs: 'gifts' }),
        comments: ofInstallation(),
        visits: exported(),
        quotes: ofInstallation(),
        prints: exported({ erasedWith: { contact: 'person_id' } }),
      }),
    ).toBe(
      `${[
        'calls has a contact_id, so it needs erasedWith, ON DELETE CASCADE or keptAfterErasure',
        'comments refers to drafts, so its policy is exported() or leftOut()',
        'no feature declares the table drafts: declare it with its policy, or move it to another schema',
        'gifts has countedAs, so its foreign key to contacts must not say ON DELETE CASCADE',
        'prints is exported and refers to quotes, which is not',
        'the policy of prints needs the column person_id, which it does not have',
        'quotes has a workspace_id, so its policy is exported() or leftOut()',
        'visits refers to conversations, whose rows are erased, so it needs erasedWith, ON DELETE CASCADE or keptAfterErasure',
        'votes is exported and refers to ideas, which is not',
      ].join('; ')}.`,
    );
    expect(await problemsOf({ ...FITTING, prints: exported() })).toBe(
      'prints refers to quotes, whose rows are erased, so it needs erasedWith, ON DELETE CASCADE or keptAfterErasure.',
    );
  });
});
