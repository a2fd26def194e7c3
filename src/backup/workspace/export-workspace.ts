import type { Client } from 'pg';
import { to } from 'pg-copy-streams';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connect, problemOf } from '../../common/database/connect';
import { isUuid } from '../../common/database/uuid';
import { isOfLaterVersion } from '../../common/database/migration-history';
import type { FeatureCatalog } from '../../common/feature/feature-catalog';
import type { Installation } from '../../common/feature/installation';
import { Seal } from '../../common/secrets/seal';
import type { Settings } from '../../config/load-settings';
import { BackupRefused } from '../backup.errors';
import { ownVersion } from '../back-up';
import { LIST_TABLES, type NamedColumns } from '../catalog.sql';
import { withDatabase } from '../database-of';
import { type Contents, type Progress, Snapshot } from '../snapshot';
import { StoredFiles } from '../stored-files';
import { writeWhole } from '../whole-file';
import { ExportPlan, type PlannedTable } from './export-plan';
import { linesIn } from './lines';
import { type AccountLine, linesOf, type WorkspaceHeader } from './workspace-file';
import { FIND_WORKSPACE, LIST_ACCOUNTS } from './workspace.sql';

/** Proves that an installation knows the SECRET_KEY of another one. */
export function exportSealOf({ values }: Settings): Seal {
  return new Seal(values, 'workspace-export');
}

/**
 * Writes the current rows of a workspace to a file, while the service continues.
 *
 * @throws CannotStart if the workspace does not exist, a later version has migrated the database, the database is unusable, or
 *   the file cannot be written
 */
export function exportWorkspace(
  { settings, features }: Installation,
  { workspaceId, path, progress }: { workspaceId: string; path: string; progress: Progress },
): Promise<{ missing: number }> {
  return withDatabase(
    settings,
    async (database) => {
      const client = await connect(database, 'parley export');
      try {
        const { contents } = await Snapshot.take(client, { features, setting: database.setting });
        ensureKnown(contents, features);
        await ensureThere(client, workspaceId);
        const { rows: accounts } = await client.query<AccountLine>(LIST_ACCOUNTS, [workspaceId]);
        const exportedAt = new Date().toISOString();
        const header: WorkspaceHeader = {
          workspaceId,
          features: contents.features,
          version: ownVersion(),
          exportedAt,
          key: exportSealOf(settings).sealToken(exportedAt),
          leftOut: await countLeftOut(client, features, workspaceId),
        };
        const plan = await ExportPlan.of(client, features);
        const stored = new StoredFiles(settings.values.FILES_STORE);
        const lines = linesOf(header, accounts, rowsOf(client, plan, { workspaceId, stored, progress }));
        await writeWhole(path, (out) => pipeline(Readable.from(lines), out));
        return { missing: stored.missing };
      } catch (error) {
        throw problemOf(error, database.setting, client);
      } finally {
        // Not awaited: after a failure, the server may still be sending.
        client.end().catch(() => {});
      }
    },
    { shared: true },
  );
}

/** A later version may have tables of which this one knows nothing: their rows would be missing in the file. */
function ensureKnown({ migrations }: Contents, features: FeatureCatalog): void {
  const history = migrations.map((name) => ({ name }));
  if (!isOfLaterVersion(history, features)) return;
  throw new BackupRefused(
    'A later version of Parley has migrated this database. Nothing was written. Export with that version.',
  );
}

async function ensureThere(client: Client, workspaceId: string): Promise<void> {
  const there = isUuid(workspaceId) && (await client.query(FIND_WORKSPACE, [workspaceId])).rowCount === 1;
  if (!there) {
    throw new BackupRefused(`There is no workspace ${workspaceId}. List them: npm run admin -- workspaces list`);
  }
}

async function countLeftOut(
  client: Client,
  features: FeatureCatalog,
  workspaceId: string,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [table, { setUpAgain }] of features.leftOut) {
    if (setUpAgain === undefined) continue;
    const counted = `SELECT count(*)::int AS n FROM ${client.escapeIdentifier(table)} WHERE workspace_id = $1`;
    counts[table] = (await client.query<{ n: number }>(counted, [workspaceId])).rows[0]?.n ?? 0;
  }
  return counts;
}

async function* rowsOf(
  client: Client,
  plan: ExportPlan,
  { workspaceId, stored, progress }: { workspaceId: string; stored: StoredFiles; progress: Progress },
): AsyncGenerator<{ table: string; row: string }> {
  const { rows: found } = await client.query<NamedColumns>(LIST_TABLES);
  const columns = new Map(found.map(({ table, columns: names }) => [table, names]));
  for (const table of plan.tables) {
    progress(plan.placeOf(table));
    const select = selectOf(client, table, { columns: columns.get(table.name) ?? [], workspaceId });
    // JSON escapes control characters, so these never occur in it, and each line is one row.
    const copy = `COPY (${select}) TO STDOUT (FORMAT csv, DELIMITER E'\\x02', QUOTE E'\\x01', ESCAPE E'\\x01')`;
    for await (const row of linesIn(client.query(to(copy)), () => new Error('COPY was cut off'))) {
      yield { table: table.name, row: row.toString('utf8') };
    }
    if (table.name !== 'file_pieces') continue;
    for await (const { fileId, startAt, bytes } of stored.pieces(client, workspaceId)) {
      const piece = {
        workspace_id: workspaceId,
        file_id: fileId,
        start_at: startAt,
        bytes: `\\x${bytes.toString('hex')}`,
      };
      yield { table: table.name, row: JSON.stringify(piece) };
    }
  }
}

/** White space between the parts of a `json` value may be a line break. */
function selectOf(
  client: Client,
  { name, workspaceColumn, only, order }: PlannedTable,
  { columns, workspaceId }: { columns: readonly string[]; workspaceId: string },
): string {
  const names = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const conditions = [`${workspaceColumn} = ${client.escapeLiteral(workspaceId)}`, ...(only ? [only] : [])];
  const rows = `SELECT ${names} FROM ${client.escapeIdentifier(name)} WHERE ${conditions.join(' AND ')} ${order ? `ORDER BY ${order}` : ''}`;
  return `SELECT translate(row_to_json(r)::text, E'\\n\\r', '  ') FROM (${rows}) r`;
}
