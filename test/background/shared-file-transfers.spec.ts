import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUp } from '../../src/backup/back-up';
import { restoreBackup } from '../../src/backup/restore-backup';
import { exportWorkspace } from '../../src/backup/workspace/export-workspace';
import { importWorkspace } from '../../src/backup/workspace/import-workspace';
import { loadSettings } from '../../src/config/load-settings';
import { BUILT_IN } from '../../src/features';
import { anAccount } from '../factories/account';
import { aCredential } from '../factories/credential';
import { InboxDesk } from '../factories/inbox-fixtures';
import { uploaded } from '../factories/inbox-file';
import { createTestDatabase, dropTestDatabase } from '../support/database/test-database';
import { createEmptyDatabase, withClient } from '../support/database/whole-database';
import { type Parley, startParley } from '../support/parley';
import { TestS3 } from '../support/s3-server';

const SECRET_KEY = 'the key of the installation in this suite';
const progress = (): void => {};
/** In the order of the saved reply, which is neither that of the uploads nor that of the names. */
const BYTES = { 'c.bin': randomBytes(1_200_000), 'a.txt': Buffer.from('figures'), 'b.bin': randomBytes(524_289) };
const NAMES = Object.keys(BYTES);
const UPLOADED = ['a.txt', 'b.bin', 'c.bin'] as const;

/** An installation that starts on a database, and the credential of a member there. */
interface Target {
  parley: Parley;
  secret: string;
}

let s3: TestS3;
let other: TestS3;
let parley: Parley;
let desk: InboxDesk;
let folder: string;
let keptId: string;
/** Replies with the files of a saved reply that is there and of one that was removed. */
const replies: string[] = [];
beforeAll(async () => {
  [s3, other] = await Promise.all([TestS3.start(), TestS3.start()]);
  parley = await startParley({ settings: { FILES_STORE: s3.setting, SECRET_KEY } });
  folder = await mkdtemp(join(tmpdir(), 'parley-shared-files-'));
  desk = await InboxDesk.open(parley);
  const kept = await aReply('Kept');
  const removed = await aReply('Removed');
  replies.push(kept.messageId, removed.messageId);
  keptId = kept.savedReplyId;
  await remove({ parley, secret: desk.author.secret }, removed.savedReplyId);
});
afterAll(async () => {
  await parley.stop();
  await Promise.all([s3.stop(), other.stop()]);
  await rm(folder, { recursive: true });
});

/** A saved reply with the files, and a reply that is written with it. */
async function aReply(name: string): Promise<{ savedReplyId: string; messageId: string }> {
  const path = `/workspaces/${desk.workspace.id}`;
  const ids: Record<string, string> = {};
  for (const fileName of UPLOADED) {
    const { body } = await uploaded(parley, `${path}/inbox/files`, desk.author.secret, {
      bytes: BYTES[fileName],
      fileName,
    });
    ids[fileName] = body.id;
  }
  const body = { name, content: 'See the terms.', attachmentIds: NAMES.map((fileName) => ids[fileName]) };
  const saved = await parley.call('POST', `${path}/saved-replies`, { token: desk.author.secret, body });
  expect(saved.status).toBe(201);
  const reply = await desk.reply({ content: undefined, channel: 'widget', savedReplyId: saved.body.id });
  expect(reply.status).toBe(201);
  return { savedReplyId: saved.body.id, messageId: reply.body.id };
}

/** Removes the saved reply; then files that nothing needs are swept. */
async function remove({ parley: at, secret }: Target, savedReplyId: string): Promise<void> {
  const path = `/workspaces/${desk.workspace.id}/saved-replies/${savedReplyId}`;
  expect((await at.call('DELETE', path, { token: secret })).status).toBe(200);
  await at.drain();
  await at.database.query(
    `UPDATE files SET due_at = due_at - interval '10 minutes', work_due_at = least(work_due_at, now()) WHERE workspace_id = $1`,
    [desk.workspace.id],
  );
  await at.drain();
}

/** The files of a reply, by their names in the order of the reply. */
async function carried({ parley: at, secret }: Target, messageId: string): Promise<[string, Buffer][]> {
  const { body } = await at.call('GET', desk.path, { token: secret });
  const message = (body.messages as { id: string; attachments: { id: string; fileName: string }[] }[]).find(
    ({ id }) => id === messageId,
  );
  return Promise.all(
    message!.attachments.map(async ({ id, fileName }): Promise<[string, Buffer]> => {
      const url = `${at.url}/api/v1${desk.path}/${messageId}/attachments/${id}`;
      const response = await fetch(url, { headers: { authorization: `Bearer ${secret}` } });
      expect([fileName, response.status]).toEqual([fileName, 200]);
      return [fileName, Buffer.from(await response.arrayBuffer())];
    }),
  );
}

/** Each reply has its files, in order and byte by byte. */
async function expectFiles(target: Target): Promise<void> {
  for (const messageId of replies) {
    const files = await carried(target, messageId);
    expect(files.map(([name]) => name)).toEqual(NAMES);
    const equal = files.map(([name, bytes]) => bytes.equals(BYTES[name as keyof typeof BYTES]));
    expect(equal).toEqual([true, true, true]);
  }
}

/** Files of the workspace, those with bytes of their own, and those of them in the store. */
async function counts({ parley: at }: Target): Promise<unknown> {
  const [row] = await at.database.query(
    `SELECT count(*)::int AS n, count(*) FILTER (WHERE bytes_of IS NULL)::int AS own,
      count(*) FILTER (WHERE object_key IS NOT NULL)::int AS stored FROM files WHERE workspace_id = $1`,
    [desk.workspace.id],
  );
  return row;
}

function installation(url: string, FILES_STORE = s3.setting) {
  return { settings: loadSettings({ DATABASE_URL: url, SECRET_KEY, FILES_STORE }), features: BUILT_IN };
}

async function startOn(databaseUrl: string, FILES_STORE: string): Promise<Parley> {
  return startParley({ beside: { databaseUrl } as Parley, settings: { SECRET_KEY, FILES_STORE } });
}

const BRINGS = {
  async restored(store: string): Promise<Target> {
    const path = join(folder, `backup-${store.length}`);
    expect(await backUp(installation(parley.databaseUrl), path, progress)).toEqual({ missing: 0 });
    const url = await createEmptyDatabase();
    await restoreBackup(installation(url, store), path, { holdOutgoing: false, progress });
    return { parley: await startOn(url, store), secret: desk.author.secret };
  },
  async imported(store: string): Promise<Target> {
    const path = join(folder, `workspace-${store.length}`);
    const workspaceId = desk.workspace.id;
    await exportWorkspace(installation(parley.databaseUrl), { workspaceId, path, progress });
    const target = await startOn(await createTestDatabase(), store);
    const email = await withClient(parley.databaseUrl, async (client) => {
      const sql = 'SELECT email FROM accounts WHERE id = (SELECT account_id FROM members WHERE id = $1)';
      return (await client.query<{ email: string }>(sql, [desk.author.memberId])).rows[0]!.email;
    });
    const { secret } = await aCredential(target, await anAccount(target, { email }));
    const plans = ['free', 'pro', 'enterprise'];
    await importWorkspace(installation(target.databaseUrl, store), { path, plans, progress });
    return { parley: target, secret };
  },
};

describe('files whose bytes several messages share', () => {
  it('are in the store once, and stay with the replies after the saved reply', async () => {
    const here = { parley, secret: desk.author.secret };
    await expectFiles(here);
    expect(await counts(here)).toEqual({ n: 12, own: 6, stored: 6 });
    expect(await s3.keys()).toHaveLength(6);
  });

  it.each<[keyof typeof BRINGS, string]>([
    ['restored', 'in the database'],
    ['restored', 'in another store'],
    ['imported', 'in the database'],
    ['imported', 'in another store'],
  ])('are %s with their order, and are then %s, also without the saved reply', async (brought, where) => {
    const isStored = where === 'in another store';
    const before = await s3.keys();
    const target = await BRINGS[brought](isStored ? other.setting : '');
    try {
      // Imported files are used once they are scanned here; before that, restored ones are not in the store of the target.
      if (brought === 'restored') await expectFiles(target);
      await target.parley.drain();
      await expectFiles(target);
      expect(await counts(target)).toEqual({ n: 12, own: 6, stored: isStored ? 6 : 0 });
      const path = `/workspaces/${desk.workspace.id}/saved-replies`;
      const { body } = await target.parley.call('GET', path, { token: target.secret });
      const [saved] = body.savedReplies as { attachments: { fileName: string }[] }[];
      expect(saved!.attachments.map(({ fileName }) => fileName)).toEqual(NAMES);
      await remove(target, keptId);
      await expectFiles(target);
      expect(await counts(target)).toMatchObject({ n: 12, own: 6 });

      // The bytes go with the last message that has them.
      await target.parley.database.query('DELETE FROM conversations WHERE workspace_id = $1', [desk.workspace.id]);
      await target.parley.drain();
      await target.parley.drain();
      expect(await counts(target)).toEqual({ n: 0, own: 0, stored: 0 });
    } finally {
      const { databaseUrl } = target.parley;
      await target.parley.stop();
      await dropTestDatabase(databaseUrl);
    }
    expect(await s3.keys()).toEqual(before);
  });
});
