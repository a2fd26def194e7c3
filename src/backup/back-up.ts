import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, problemOf } from '../common/database/connect';
import type { Installation } from '../common/feature/installation';
import { Seal } from '../common/secrets/seal';
import { installationFolder } from '../config/installation';
import type { Settings } from '../config/load-settings';
import { writeBackup } from './backup-file';
import { withDatabase } from './database-of';
import { type Progress, Snapshot } from './snapshot';
import { StoredFiles } from './stored-files';
import { writeWhole } from './whole-file';

/** Seals and verifies backups. */
export function sealOf({ values }: Settings): Seal {
  return new Seal(values, 'backup');
}

/**
 * Writes the current state of the database to a file, while the service continues. The file does not contain
 * SECRET_KEY; it has the bytes of files in FILES_STORE. Returns the number of files whose objects are missing.
 *
 * @throws CannotStart if the database is unusable, or the file cannot be written
 */
export function backUp(
  { settings, features }: Installation,
  path: string,
  progress: Progress,
): Promise<{ missing: number }> {
  return withDatabase(
    settings,
    async (database) => {
      const client = await connect(database, 'parley backup');
      try {
        const snapshot = await Snapshot.take(client, { features, setting: database.setting });
        const stored = new StoredFiles(settings.values.FILES_STORE);
        const header = { ...snapshot.contents, createdAt: new Date().toISOString(), version: ownVersion() };
        const content = { header, frames: snapshot.frames(progress, stored), seal: sealOf(settings) };
        await writeWhole(path, (out) => writeBackup(out, content));
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

/** The version of Parley. */
export function ownVersion(): string {
  const text = readFileSync(join(installationFolder(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
