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
import { appendEvents, drainUntil, sendUntil, someSubjects, type TestWebhook } from '../factories/webhook';
import type { Reply } from '../support/call';
import { createTestDatabase, dropTestDatabase } from '../support/database/test-database';
import { createEmptyDatabase } from '../support/database/whole-database';
import { type Parley, startParley } from '../support/parley';
import { WebhookDesk } from '../support/webhook-desk';
import { isGenuine } from '../support/webhook-receiver';

const SECRET_KEY = 'the key of the installation in this suite';
const OTHER_KEY = 'the key of another installation, which is long';
const progress = (): void => {};

const desk = WebhookDesk.forSuite(() => ({ SECRET_KEY }));
let folder: string;
let target: Parley | null;
/** What the receiver has got before the copy. */
let sent: string[];
let waiting: string[];
let former: TestWebhook;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-webhooks-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  target = null;
  former = await desk.make();
  await appendEvents(desk.parley, desk.workspace.id, someSubjects(2));
  await sendUntil(desk.parley, desk.receiver, 2);
  sent = [...desk.receiver.ids];
  desk.receiver.clear();
  // The next ones fail once, and the last one is not read before the copy.
  desk.receiver.answer(500);
  const [failing, unread] = someSubjects(2) as [string, string];
  await appendEvents(desk.parley, desk.workspace.id, [failing]);
  await sendUntil(desk.parley, desk.receiver, 1);
  await appendEvents(desk.parley, desk.workspace.id, [unread]);
  waiting = [failing, unread];
  desk.receiver.clear();
  desk.receiver.answer(200);
});
afterEach(async () => {
  if (!target) return;
  await target.stop();
  await dropTestDatabase(target.databaseUrl);
});

function installation(url: string, key = SECRET_KEY) {
  return { settings: loadSettings({ DATABASE_URL: url, SECRET_KEY: key }), features: BUILT_IN };
}

function startOn(databaseUrl: string, key = SECRET_KEY): Promise<Parley> {
  const settings = { SECRET_KEY: key, FETCH_ALLOWED_HOSTS: '127.0.0.1' };
  return startParley({ beside: { databaseUrl } as Parley, settings });
}

async function restored({ holdOutgoing }: { holdOutgoing: boolean }): Promise<Parley> {
  const path = join(folder, `backup-${holdOutgoing}`);
  await backUp(installation(desk.parley.databaseUrl), path, progress);
  const url = await createEmptyDatabase();
  await restoreBackup(installation(url), path, { holdOutgoing, progress });
  return (target = await startOn(url));
}

async function imported(key: string): Promise<{ secret: string; unreadable: unknown }> {
  const path = join(folder, `workspace-${key.length}`);
  const workspaceId = desk.workspace.id;
  await exportWorkspace(installation(desk.parley.databaseUrl), { workspaceId, path, progress });
  target = await startOn(await createTestDatabase(), key);
  const { secret } = await aCredential(target, await anAccount(target, { email: desk.owner.email }));
  const plans = ['free', 'pro', 'enterprise'];
  const { unreadable } = await importWorkspace(installation(target.databaseUrl, key), { path, plans, progress });
  return { secret, unreadable };
}

const call = (method: string, body?: object, token = desk.admin.secret, where = ''): Promise<Reply> =>
  target!.call(method, former.path + where, { token, ...(body && { body }) });

/** What waits for a retry or a probe is due. */
async function skipWaits(): Promise<void> {
  await target!.database.query(
    'UPDATE webhook_deliveries SET next_attempt_at = now() WHERE next_attempt_at IS NOT NULL',
  );
  await target!.database.query(`UPDATE webhooks SET due_at = now(), resting_until = NULL WHERE state <> 'paused'`);
}

const hasAllOf = (subjects: readonly string[]): boolean =>
  subjects.every((subject) => desk.receiver.subjects.includes(subject));

describe('a webhook that is restored', () => {
  it('goes on at the cursor of the backup, with its secret, and sends what waited', async () => {
    const { body: before } = await desk.call('GET', former.path);
    await restored({ holdOutgoing: false });
    const { body } = await call('GET');
    const same = ['id', 'url', 'events', 'state', 'secrets', 'version', 'parallelism', 'consecutiveFailures'];
    for (const field of same) expect([field, body[field]]).toEqual([field, before[field]]);
    // The original goes on, too: what it sends after the backup is repeated with the same ids.
    await desk.skipWaits();
    await drainUntil(desk.parley, () => hasAllOf(waiting));
    const since = new Set(desk.receiver.ids);
    desk.receiver.clear();
    await skipWaits();
    await drainUntil(target!, () => hasAllOf(waiting));
    expect(new Set(desk.receiver.ids)).toEqual(since);
    // Nothing that was delivered before the backup is.
    expect(desk.receiver.ids.filter((id) => sent.includes(id))).toEqual([]);
    expect(desk.receiver.hooks.every((hook) => isGenuine(hook, former.secret))).toBe(true);
    // Positions from before the restore are expired: also as the beginning of a replay.
    const old = await call('POST', { from: before.cursor }, undefined, '/replays');
    expect([old.status, old.body.code]).toEqual([410, 'position_expired']);
    expect((await call('GET')).body.cursor).not.toBe(before.cursor);
  });

  it('is paused with --hold-outgoing, until it is resumed: then nothing is missing', async () => {
    await restored({ holdOutgoing: true });
    expect((await call('GET')).body).toMatchObject({
      state: 'paused',
      pauseReason: 'restored',
      needsAttention: ['paused'],
    });
    await skipWaits();
    await appendEvents(target!, desk.workspace.id, someSubjects(1));
    await target!.drain();
    expect(desk.receiver.hooks).toEqual([]);
    expect((await call('PATCH', { state: 'active' })).status).toBe(200);
    await skipWaits();
    await drainUntil(target!, () => hasAllOf(waiting));
    await sendUntil(target!, desk.receiver, 3);
    expect(desk.receiver.ids.filter((id) => sent.includes(id))).toEqual([]);
  });
});

describe('a webhook that is imported', () => {
  it('is paused at the end of the log, without deliveries, and keeps its secret under the same key', async () => {
    const { secret: token, unreadable } = await imported(SECRET_KEY);
    expect(unreadable).toEqual({});
    const { body } = await call('GET', undefined, token);
    expect(body).toMatchObject({
      ...{ state: 'paused', pauseReason: 'imported', needsAttention: expect.arrayContaining(['paused']) },
      ...{ missed: null, consecutiveFailures: 0, url: desk.receiver.url },
      secrets: [{ hint: former.secret.slice(-4) }],
    });
    expect((await call('GET', undefined, token, '/deliveries')).body.deliveries).toEqual([]);
    await appendEvents(target!, desk.workspace.id, someSubjects(1));
    await target!.drain();
    expect(desk.receiver.hooks).toEqual([]);
    await call('PATCH', { state: 'active' }, token);
    await sendUntil(target!, desk.receiver, 1);
    // Nothing of the original, whose events it has not.
    expect(desk.receiver.subjects.filter((subject) => waiting.includes(String(subject)))).toEqual([]);
    expect(desk.receiver.ids.filter((id) => sent.includes(id))).toEqual([]);
    expect(desk.receiver.hooks.every((hook) => isGenuine(hook, former.secret))).toBe(true);
  });

  it('has no secret under another key, and counts it: it sends once it was rotated', async () => {
    const { secret: token, unreadable } = await imported(OTHER_KEY);
    expect(unreadable).toEqual({ webhook_secrets: 1 });
    expect((await call('GET', undefined, token)).body.secrets).toEqual([]);
    await call('PATCH', { state: 'active' }, token);
    await appendEvents(target!, desk.workspace.id, someSubjects(1));
    await target!.drain();
    expect(desk.receiver.hooks).toEqual([]);
    expect((await call('GET', undefined, token)).body).toMatchObject({
      state: 'paused',
      pauseReason: 'secret_unreadable',
    });
    const { body } = await call('POST', {}, token, '/secret/rotate');
    await call('PATCH', { state: 'active' }, token);
    await sendUntil(target!, desk.receiver, 1);
    expect(isGenuine(desk.receiver.hooks[0]!, body.secret)).toBe(true);
  });
});
