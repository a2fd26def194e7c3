import type { Client } from 'pg';
import { readHistory } from '../../common/database/migrate';
import { listFeatures, newestOf } from '../../common/database/migration-history';
import type { FeatureCatalog } from '../../common/feature/feature-catalog';
import { BackupRefused } from '../backup.errors';
import type { WorkspaceHeader } from './workspace-file';

const UNIQUE_VIOLATION = '23505';
/** PostgreSQL's message about the first duplicate key: `Key (id)=(…) already exists.` */
const KEY = /^Key (\(.*\)=\(.*\)) already exists/s;
/** Codes for a wrong format or a violated constraint (classes 22 and 23). */
const NOT_A_ROW = /^2[23]/;

/**
 * Both databases must have the same tables, since a row contains all columns of its table: the same features and
 * migrations.
 *
 * @throws BackupRefused
 */
export async function ensureSameFeatures(
  client: Client,
  { features, version }: WorkspaceHeader,
  catalog: FeatureCatalog,
): Promise<void> {
  const history = await readHistory(client);
  if (history.length === 0) {
    throw new BackupRefused(
      'This database has no tables of Parley yet. Start the service once, or run: npm run migrate',
    );
  }
  const there = newestOf(history, catalog);
  const absent = new Map(Object.entries(features).filter(([name]) => !(name in there)));
  if (absent.size > 0) {
    throw new BackupRefused(
      `The workspace was exported with ${listFeatures(absent)}, which is not in this database. Nothing was changed. ` +
        'Add its module to PARLEY_FEATURES, and start the service once.',
    );
  }
  const other = Object.keys(there).find((name) => there[name] !== features[name]);
  if (other === undefined) return;
  throw new BackupRefused(
    `The workspace was exported by Parley ${version}, and its tables of the feature ${other} have another version. ` +
      'Use the same version in both places.',
  );
}

/** Why PostgreSQL refused a row. Shows no data except a duplicate key. Null for other errors. */
export function refusalOf(error: unknown, path: string): BackupRefused | null {
  const { code = '', table, constraint, detail = '' } = error as Record<string, string | undefined>;
  if (code === UNIQUE_VIOLATION) {
    const [, key = ''] = KEY.exec(detail) ?? [];
    return new BackupRefused(
      `An id or a unique value of ${path} already exists here, in this or another workspace: ${table} ${key} (${constraint}). Nothing was changed.`,
      { cause: error },
    );
  }
  if (!NOT_A_ROW.test(code)) return null;
  return new BackupRefused(`${path} has rows that do not fit${table ? `: ${table}` : ''}. Nothing was changed.`, {
    cause: error,
  });
}
