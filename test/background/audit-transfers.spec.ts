import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuditBatchesRepository } from '../../src/audit/audit-batches.repository';
import { AuditOperatorService } from '../../src/audit/audit-operator.service';
import { AuditRetention } from '../../src/audit/audit-retention';
import { AuditSealing } from '../../src/audit/audit-sealing';
import { backUp } from '../../src/backup/back-up';
import { restoreBackup } from '../../src/backup/restore-backup';
import { exportWorkspace } from '../../src/backup/workspace/export-workspace';
import { importWorkspace } from '../../src/backup/workspace/import-workspace';
import { loadSettings } from '../../src/config/load-settings';
import { BUILT_IN } from '../../src/features';
import { WorkspacesOperatorService } from '../../src/workspaces/workspaces-operator.service';
import { anAccount } from '../factories/account';
import { aCredential, type IssuedCredential } from '../factories/credential';
import { aWorkspace } from '../factories/workspace';
import { createTestDatabase, dropTestDatabase } from '../support/database/test-database';
import { createEmptyDatabase, withClient } from '../support/database/whole-database';
import { type Parley, startParley } from '../support/parley';

const SECRET_KEY = 'a secret key of more than 32 characters';
const DAY_MS = 24 * 3_600_000;
const progress = (): void => {};

let parley: Parley;
let admin: IssuedCredential;
let workspace: { id: string };
let folder: string;

beforeAll(async () => {
  parley = await startParley({ settings: { SECRET_KEY } });
  admin = await aCredential(parley, await anAccount(parley));
  folder = await mkdtemp(join(tmpdir(), 'parley-audit-transfers-'));
});
beforeEach(async () => {
  workspace = await aWorkspace(parley, admin);
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await rm(folder, { recursive: true });
  await parley.stop();
});

const base = () => `/workspaces/${workspace.id}`;
const as = (method: string, path: string, body?: object) =>
  parley.call(method, base() + path, { token: admin.secret, ...(body && { body }) });
const label = async (name: string) => expect((await as('POST', '/labels', { name })).status).toBe(201);
const seal = () => parley.get(AuditSealing).seal(workspace.id);
const operations = async (): Promise<string[]> =>
  ((await as('GET', '/audit')).body.entries as { operationId: string }[]).map(({ operationId }) => operationId);
/** Seals as if it were so many days ago. */
async function sealAgo(days: number): Promise<void> {
  const then = new Date(Date.now() - days * DAY_MS);
  jest.spyOn(AuditBatchesRepository.prototype, 'now').mockResolvedValueOnce(then);
  await seal();
}

describe('retention', () => {
  it('deletes whole batches that are older than auditDays, keeps their headers, and records it', async () => {
    await sealAgo(120);
    await label('Young');
    await sealAgo(80);
    expect(await parley.get(AuditRetention).deleteSome(workspace.id)).toBe(false);
    expect(await operations()).toEqual(['createLabel', 'createWorkspace']);
    expect((await as('GET', '/retention')).body.auditDays).toBe(365);

    expect((await as('PATCH', '/retention', { auditDays: 90 })).body.auditDays).toBe(90);
    expect((await as('GET', '/retention/preview')).body.auditBatches).toBe(1);
    await parley.get(AuditRetention).deleteSome(workspace.id);
    expect(await operations()).toEqual(['system.deleteOldAuditEntries', 'updateRetention', 'createLabel']);
    await seal();
    expect((await as('POST', '/audit/verify', {})).body).toMatchObject({
      ok: true,
      batchesChecked: 3,
      entriesChecked: 3,
    });
  });

  it('keeps them for ever where auditDays is null, and refuses fewer than 90', async () => {
    await sealAgo(4_000);
    expect((await as('PATCH', '/retention', { auditDays: null })).body.auditDays).toBeNull();
    await parley.get(AuditRetention).deleteSome(workspace.id);
    expect(await operations()).toEqual(['updateRetention', 'createWorkspace']);
    expect((await as('PATCH', '/retention', { auditDays: 89 })).status).toBe(400);
  });

  it('empties address and client after 90 days', async () => {
    await parley.database.query(`UPDATE audit_entries SET at = now() - interval '91 days' WHERE workspace_id = $1`, [
      workspace.id,
    ]);
    await seal();
    await parley.drain();
    const { body } = await as('GET', '/audit');
    expect(body.entries[0]).toMatchObject({ address: null, client: null });
    expect((await as('POST', '/audit/verify', {})).body).toMatchObject({ ok: true });
  });
});

describe('a workspace that is exported and imported', () => {
  const installation = (url: string, key = SECRET_KEY) => ({
    settings: loadSettings({ DATABASE_URL: url, SECRET_KEY: key }),
    features: BUILT_IN,
  });
  const options = (path: string) => ({ path, plans: ['free', 'pro', 'enterprise'], progress });

  it('brings its log, which is verified and continued under another key', async () => {
    await label('Before');
    await seal();
    const { number, hash } = (await as('GET', '/audit/head')).body as { number: number; hash: string };
    const path = join(folder, 'a.ndjson');
    await exportWorkspace(installation(parley.databaseUrl), { workspaceId: workspace.id, path, progress });
    const target = await createTestDatabase();
    await importWorkspace(installation(target), options(path));
    const there = await startParley({
      settings: { SECRET_KEY: 'another secret key, of more than 32' },
      beside: { databaseUrl: target } as Parley,
    });
    try {
      await there.get(AuditSealing).seal(workspace.id);
      expect(await there.get(AuditOperatorService).verify(workspace.id)).toMatchObject({ batches: 2, problem: null });
      const [batch] = await there.database.query('SELECT * FROM audit_batches WHERE workspace_id = $1 AND number = 2', [
        workspace.id,
      ]);
      expect([number, batch.previous_hash.toString('hex')]).toEqual([1, hash]);
    } finally {
      await there.stop();
      await dropTestDatabase(target);
    }
  });

  it('is refused if its log was changed', async () => {
    await label('Before');
    await seal();
    const path = join(folder, 'b.ndjson');
    await parley.database.query(
      `UPDATE audit_entries SET operation_id = 'removeLabel' WHERE workspace_id = $1 AND operation_id = 'createLabel'`,
      [workspace.id],
    );
    await exportWorkspace(installation(parley.databaseUrl), { workspaceId: workspace.id, path, progress });
    const target = await createTestDatabase();
    await expect(importWorkspace(installation(target), options(path))).rejects.toThrow(
      /audit log in .* was changed: entry_altered in batch 1. Nothing was changed/,
    );
    await dropTestDatabase(target);
  });

  it('and a restored database record it, and a head that was kept is unknown then', async () => {
    await seal();
    const path = join(folder, 'c.backup');
    await backUp(installation(parley.databaseUrl), path, progress);
    const target = await createEmptyDatabase();
    await restoreBackup(installation(target), path, { holdOutgoing: false, progress });
    const found = await withClient(target, (client) =>
      client.query(
        `SELECT count(*)::int AS count FROM audit_entries WHERE operation_id = 'operator.restore' AND workspace_id = $1`,
        [workspace.id],
      ),
    );
    expect(found.rows).toEqual([{ count: 1 }]);
    await dropTestDatabase(target);
  });
});

describe('a command of the operator', () => {
  it('is an entry of the workspace', async () => {
    await parley.get(WorkspacesOperatorService).changePlan(workspace.id, 'pro');
    const [entry] = (await as('GET', '/audit')).body.entries;
    expect(entry).toMatchObject({
      operationId: 'operator.setPlan',
      surface: 'operator',
      actor: { kind: 'operator', accountId: null },
      changes: [{ field: 'planId', before: 'enterprise', after: 'pro', redacted: false }],
    });
  });
});
