import { migrate } from '../common/database/migrate';
import type { Installation } from '../common/feature/installation';
import { sealOf } from './back-up';
import { BackupFile } from './backup-file';
import { withDatabase } from './database-of';
import { restore, type Restored } from './restore';
import { HOLD_OUTGOING, SETTLE_RESTORED } from './settle-restored.sql';
import type { Progress } from './snapshot';

export interface RestoreBackupOptions {
  /** Do not send messages that waited when the backup was made. */
  holdOutgoing: boolean;
  progress: Progress;
}

/**
 * Restores a backup into the empty database of this installation, and migrates it to this version.
 *
 * @throws CannotStart if that is impossible; then no row was written
 */
export async function restoreBackup(
  { settings, features }: Installation,
  path: string,
  { holdOutgoing, progress }: RestoreBackupOptions,
): Promise<Restored> {
  const file = await BackupFile.open(path, sealOf(settings));
  try {
    return await withDatabase(
      settings,
      async (database) => {
        const { version, ...header } = file.header;
        const origin = { name: 'the backup', writtenBy: `Parley ${version}`, ...header, frames: () => file.frames() };
        const settle = [...SETTLE_RESTORED, ...(holdOutgoing ? HOLD_OUTGOING : [])];
        const restored = await restore(database, origin, { features, settle, progress });
        await migrate(database, features);
        return restored;
      },
      { shared: false },
    );
  } finally {
    await file.close();
  }
}
