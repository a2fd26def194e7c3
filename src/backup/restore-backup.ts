import { migrate } from '../common/database/migrate';
import type { Settings } from '../config/load-settings';
import { sealOf } from './back-up';
import { BackupFile } from './backup-file';
import { withDatabase } from './database-of';
import { restore, type Restored, type RestoreOptions } from './restore';

/**
 * Puts a backup into the empty database of this installation, and brings that up to this version.
 *
 * @throws CannotStart where that is not possible; then no row was written
 */
export async function restoreBackup(settings: Settings, path: string, options: RestoreOptions): Promise<Restored> {
  const file = await BackupFile.open(path, sealOf(settings));
  try {
    return await withDatabase(
      settings,
      async (database) => {
        const restored = await restore(database, file, options);
        await migrate(database.url, database.setting);
        return restored;
      },
      { shared: false },
    );
  } finally {
    await file.close();
  }
}
