import type { Client } from 'pg';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { adoptImportedLog } from '../../audit/imported-log.service';
import { connect, problemOf } from '../../common/database/connect';
import { takeLock } from '../../common/database/migrate';
import type { Installation } from '../../common/feature/installation';
import { BackupRefused } from '../backup.errors';
import { READABLE } from '../catalog.sql';
import { withDatabase } from '../database-of';
import { HOLD_WORKSPACE } from '../settle-restored.sql';
import type { Progress } from '../snapshot';
import { ExportPlan } from './export-plan';
import { exportSealOf } from './export-workspace';
import { ensureSameFeatures, refusalOf } from './import-refusals';
import { MatchedAccounts } from './matched-accounts';
import { ensureOwnReferences } from './own-references';
import { RowWriter } from './row-writer';
import { SealedValues } from './sealed-values';
import { WorkspaceFile } from './workspace-file';
import { COUNT_AGAIN, FIND_WORKSPACE } from './workspace.sql';

export interface Imported {
  name: string;
  planId: string;
  rows: number;
  /** Email addresses of the accounts that were created. */
  created: string[];
  /** The number of removed values that another SECRET_KEY encrypted, by table. */
  unreadable: Record<string, number>;
  /** The number of rows that are not exported and must be set up again, by table. */
  leftOut: Record<string, number>;
}

export interface ImportOptions {
  path: string;
  /** The plans of this installation. */
  plans: readonly string[];
  progress: Progress;
}

/**
 * Imports an exported workspace into the database of this installation, with the same ids, while its service continues.
 *
 * @throws CannotStart if that is impossible; then nothing was changed
 */
export async function importWorkspace({ settings, features }: Installation, options: ImportOptions): Promise<Imported> {
  const { path } = options;
  const bytes = await bytesOf(path);
  return withDatabase(
    settings,
    async (database) => {
      const client = await connect(database, 'parley import');
      try {
        // Migrations wait until the connection ends.
        await takeLock(async (sql, values) => (await client.query<{ taken: boolean }>(sql, values)).rows);
        await client.query('BEGIN');
        await client.query(READABLE);
        const imported = await load(client, new WorkspaceFile(bytes, path), { settings, features, ...options });
        await client.query('COMMIT');
        return imported;
      } catch (error) {
        throw refusalOf(error, path) ?? problemOf(error, database.setting, client);
      } finally {
        bytes.destroy();
        // The end of the connection rolls back an open transaction.
        await client.end();
      }
    },
    { shared: true },
  );
}

async function bytesOf(path: string): Promise<Readable> {
  if (path === '-') return process.stdin;
  try {
    return (await open(path)).createReadStream();
  } catch (error) {
    throw new BackupRefused(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

async function load(
  client: Client,
  file: WorkspaceFile,
  { settings, features, path, plans, progress }: ImportOptions & Installation,
): Promise<Imported> {
  const header = await file.header();
  const { workspaceId } = header;
  await ensureSameFeatures(client, header, features);
  const plan = await ExportPlan.of(client, features);
  if ((await client.query(FIND_WORKSPACE, [workspaceId])).rowCount === 1) {
    throw new BackupRefused(`The workspace ${workspaceId} already exists. Nothing was changed.`);
  }
  const knowsKey = exportSealOf(settings).openToken(header.key) === header.exportedAt;
  const accounts = new MatchedAccounts(client, path);
  const sealed = new SealedValues(settings.values, knowsKey);
  const writer = new RowWriter(client, { plan, workspaceId, accounts: accounts.ids, sealed, path, progress });
  for await (const line of file.content()) {
    if (line.kind === 'account') await accounts.match(line.account);
    else await writer.write(line.table, line.text);
  }
  await writer.flush();
  const { rows: workspaces } = await client.query<{ name: string; planId: string }>(FIND_WORKSPACE, [workspaceId]);
  const [workspace] = workspaces;
  if (!workspace) throw new BackupRefused(`${path} does not contain a workspace. Nothing was changed.`);
  if (!plans.includes(workspace.planId)) {
    throw new BackupRefused(
      `The workspace has the plan ${workspace.planId}, which does not exist here. Add it to PLANS_FILE. Nothing was changed.`,
    );
  }
  await accounts.ensureMembers(workspaceId);
  await ensureOwnReferences(client, plan, { workspaceId, path });
  const problem = await adoptImportedLog(client, workspaceId);
  if (problem) {
    throw new BackupRefused(
      `The audit log in ${path} was changed: ${problem.kind} in batch ${problem.batch}. Nothing was changed.`,
    );
  }
  for (const statement of [...COUNT_AGAIN, ...HOLD_WORKSPACE]) await client.query(statement, [workspaceId]);
  const { name, planId } = workspace;
  const { unreadable } = sealed;
  return { name, planId, rows: writer.rows, created: accounts.created, unreadable, leftOut: header.leftOut };
}
