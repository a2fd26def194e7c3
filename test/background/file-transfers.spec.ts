import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUp } from '../../src/backup/back-up';
import { restoreBackup } from '../../src/backup/restore-backup';
import { exportWorkspace } from '../../src/backup/workspace/export-workspace';
import { importWorkspace } from '../../src/backup/workspace/import-workspace';
import { loadSettings } from '../../src/config/load-settings';
import { BUILT_IN } from '../../src/features';
import { FilesOperatorService } from '../../src/files/store/files-operator.service';
import { InboxDesk } from '../factories/inbox-fixtures';
import { uploaded, type UploadedFile } from '../factories/inbox-file';
import { createTestDatabase } from '../support/database/test-database';
import { createEmptyDatabase, withClient } from '../support/database/whole-database';
import { type Parley, startParley } from '../support/parley';
import { TestS3 } from '../support/s3-server';

const SECRET_KEY = 'the key of the installation in this suite';
const progress = (): void => {};

let s3: TestS3;
let parley: Parley;
let desk: InboxDesk;
let folder: string;
let files: UploadedFile[];
let messageId: string;
beforeAll(async () => {
  s3 = await TestS3.start();
  parley = await startParley({ settings: { FILES_STORE: s3.setting, SECRET_KEY } });
  folder = await mkdtemp(join(tmpdir(), 'parley-files-'));
  desk = await InboxDesk.open(parley);
  const path = `/workspaces/${desk.workspace.id}/inbox/files`;
  files = [];
  for (const bytes of [randomBytes(1_200_000), Buffer.from('figures'), randomBytes(524_288)]) {
    files.push((await uploaded(parley, path, desk.author.secret, { bytes })).body);
  }
  const { body } = await desk.reply({ channel: 'widget', attachmentIds: files.map(({ id }) => id) });
  messageId = body.id as string;
  await parley.drain();
});
afterAll(async () => {
  await parley.stop();
  await s3.stop();
  await rm(folder, { recursive: true });
});

function installation(url: string, FILES_STORE = s3.setting) {
  return { settings: loadSettings({ DATABASE_URL: url, SECRET_KEY, FILES_STORE }), features: BUILT_IN };
}

/** The files of a database, with the hashes of their pieces. */
function found(url: string): Promise<{ id: string; object: boolean; isDue: boolean; sha256: string }[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ id: string; object: boolean; isDue: boolean; bytes: Buffer }>(`
      SELECT id, object_key IS NOT NULL AS object, work_due_at IS NOT NULL AS "isDue", (
        SELECT coalesce(string_agg(p.bytes, '' ORDER BY p.start_at), '') FROM file_pieces p WHERE p.file_id = f.id
      ) AS bytes FROM files f ORDER BY id`);
    return rows.map(({ bytes, ...file }) => ({ ...file, sha256: createHash('sha256').update(bytes).digest('hex') }));
  });
}

const whole = () => files.map(({ id, sha256 }) => ({ id, sha256, object: false, isDue: true }));
const objectsOf = (url: string): Promise<unknown[]> =>
  withClient(url, async (client) => (await client.query('SELECT key FROM file_objects')).rows);

describe('bytes in FILES_STORE', () => {
  it('are in a backup, and in the database after a restore, which leaves the objects of the original alone', async () => {
    expect((await found(parley.databaseUrl)).map(({ object }) => object)).toEqual([true, true, true]);
    const path = join(folder, 'backup');
    expect(await backUp(installation(parley.databaseUrl), path, progress)).toEqual({ missing: 0 });
    const target = await createEmptyDatabase();
    await restoreBackup(installation(target, ''), path, { holdOutgoing: false, progress });
    expect(await found(target)).toEqual(whole());
    expect(await objectsOf(target)).toEqual([]);
  });

  it('are in the file of a workspace, and in the database after an import', async () => {
    const path = join(folder, 'workspace');
    const { workspace } = desk;
    await exportWorkspace(installation(parley.databaseUrl), { workspaceId: workspace.id, path, progress });
    const target = await createTestDatabase();
    await importWorkspace(installation(target, ''), { path, plans: ['free', 'pro', 'enterprise'], progress });
    expect(await found(target)).toEqual(whole());
    expect(await objectsOf(target)).toEqual([]);
  });

  it('are counted where an object is missing, and refused where the store is not set', async () => {
    const path = join(folder, 'refused');
    await expect(backUp(installation(parley.databaseUrl, ''), path, progress)).rejects.toThrow('FILES_STORE');
    s3.trouble = (_asked, reply) => Boolean(reply.writeHead(404).end());
    expect(await backUp(installation(parley.databaseUrl), path, progress)).toEqual({ missing: 3 });
    s3.trouble = (_asked, reply) => Boolean(reply.destroy());
    await expect(backUp(installation(parley.databaseUrl), path, progress)).rejects.toThrow();
    s3.trouble = null;
  });

  it('move to the database and back, again after a failure', async () => {
    const operator = parley.get(FilesOperatorService);
    let asked = 0;
    // The second request of the first file fails.
    s3.trouble = (_request, reply) => (asked += 1) === 2 && Boolean(reply.destroy());
    expect(await operator.moveAll('postgres', progress)).toEqual({ moved: 2, failed: 1 });
    s3.trouble = null;
    expect((await found(parley.databaseUrl)).map(({ object }) => object).sort()).toEqual([false, false, true]);
    // Half of the file that failed is in the database.
    for (const { id, sha256 } of files) {
      const url = `${parley.url}/api/v1${desk.path}/${messageId}/attachments/${id}`;
      const response = await fetch(url, { headers: { authorization: `Bearer ${desk.author.secret}` } });
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    }
    // A backup in the middle has each piece once.
    const path = join(folder, 'between');
    await backUp(installation(parley.databaseUrl), path, progress);
    const target = await createEmptyDatabase();
    await restoreBackup(installation(target, ''), path, { holdOutgoing: false, progress });
    expect((await found(target)).map(({ id, sha256 }) => ({ id, sha256 }))).toEqual(
      files.map(({ id, sha256 }) => ({ id, sha256 })),
    );

    expect(await operator.moveAll('postgres', progress)).toEqual({ moved: 1, failed: 0 });
    expect((await found(parley.databaseUrl)).map(({ sha256 }) => sha256)).toEqual(files.map(({ sha256 }) => sha256));
    await parley.database.query(`UPDATE file_objects SET put_at = now() - interval '1 hour'`);
    await parley.drain();
    expect(await s3.keys()).toEqual([]);
    expect(await operator.moveAll('s3', progress)).toEqual({ moved: 3, failed: 0 });
    expect((await found(parley.databaseUrl)).map(({ object }) => object)).toEqual([true, true, true]);
    expect(await s3.keys()).toHaveLength(3);
  });

  it('never come from an object of other bytes', async () => {
    s3.trouble = (asked, reply) => {
      const [, from = 0, to = 0] = /^bytes=(\d+)-(\d+)$/.exec(asked.headers.range ?? '')?.map(Number) ?? [];
      return Boolean(reply.writeHead(206).end(Buffer.alloc(to - from + 1, 'x')));
    };
    expect(await parley.get(FilesOperatorService).moveAll('postgres', progress)).toEqual({ moved: 0, failed: 3 });
    s3.trouble = null;
    expect((await found(parley.databaseUrl)).map(({ object }) => object)).toEqual([true, true, true]);
    const path = join(folder, 'again');
    await backUp(installation(parley.databaseUrl), path, progress);
    const target = await createEmptyDatabase();
    await restoreBackup(installation(target, ''), path, { holdOutgoing: false, progress });
    expect(await found(target)).toEqual(whole());
  });

  it('take the place of other bytes that an interrupted move has left', async () => {
    const operator = parley.get(FilesOperatorService);
    let asked = 0;
    s3.trouble = (_request, reply) => {
      asked += 1;
      if (asked === 2) reply.destroy();
      return asked === 1 ? Boolean(reply.writeHead(206).end(Buffer.alloc(524_288, 'x'))) : asked === 2;
    };
    expect(await operator.moveAll('postgres', progress)).toEqual({ moved: 2, failed: 1 });
    s3.trouble = null;
    expect(await operator.moveAll('postgres', progress)).toEqual({ moved: 1, failed: 0 });
    expect((await found(parley.databaseUrl)).map(({ sha256 }) => sha256)).toEqual(files.map(({ sha256 }) => sha256));
  });
});
