import type { Client } from 'pg';
import { BackupRefused } from '../backup.errors';
import type { WorkspaceHeader } from './workspace-file';

const UNIQUE_VIOLATION = '23505';
/** How PostgreSQL names the first key that is there already: `Key (id)=(…) already exists.` */
const KEY = /^Key (\(.*\)=\(.*\)) already exists/s;
/** What is of another shape or breaks a rule of the schema (classes 22 and 23). */
const NOT_A_ROW = /^2[23]/;

/** The schema of both must be the same, which no one has to guess: a row says all columns of its table. */
export async function ensureSchema(client: Client, { schema, version }: WorkspaceHeader): Promise<void> {
  const { rows: there } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('migrations') IS NOT NULL AS there`,
  );
  if (!there[0]?.there) {
    throw new BackupRefused(
      'This database has no tables of Parley yet. Start the service once, or run: npm run migrate',
    );
  }
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY id DESC LIMIT 1');
  if (rows[0]?.name === schema) return;
  throw new BackupRefused(
    `The workspace was exported by Parley ${version}, whose tables are those of another version. Use the same version in both places.`,
  );
}

/** Why PostgreSQL did not take a row, with no more of it than the key that is taken; null where that is not the reason. */
export function refusalOf(error: unknown, path: string): BackupRefused | null {
  const { code = '', table, constraint, detail = '' } = error as Record<string, string | undefined>;
  if (code === UNIQUE_VIOLATION) {
    const [, key = ''] = KEY.exec(detail) ?? [];
    return new BackupRefused(
      `An id or a unique value of ${path} is taken here, by this or another workspace: ${table} ${key} (${constraint}). Nothing was changed.`,
      { cause: error },
    );
  }
  if (!NOT_A_ROW.test(code)) return null;
  return new BackupRefused(`${path} has rows that do not fit${table ? `: ${table}` : ''}. Nothing was changed.`, {
    cause: error,
  });
}
