import { embeddedOrRunning } from '../common/database/embedded/embedded-or-running';
import { EmbeddedPostgres } from '../common/database/embedded/embedded-postgres';
import type { NamedDatabase } from '../common/database/connect';
import type { Settings } from '../config/load-settings';

/** The database of this installation. Starts an embedded one that does not run. */
export async function withDatabase<T>(
  { values }: Settings,
  work: (database: NamedDatabase) => Promise<T>,
  /**
   * Whether a running service may use the embedded database meanwhile.
   *
   * @throws DataDirectoryInUse if it may not and does
   */
  { shared }: { shared: boolean },
): Promise<T> {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR } = values;
  // A snapshot belongs to one connection, which a pooler in transaction mode would give to other clients.
  if (DATABASE_DIRECT_URL) return work({ url: DATABASE_DIRECT_URL, setting: 'DATABASE_DIRECT_URL' });
  if (DATABASE_URL) return work({ url: DATABASE_URL, setting: 'DATABASE_URL' });
  const setting = `DATA_DIR ${DATA_DIR}`;
  const embedded = await (shared
    ? embeddedOrRunning(DATA_DIR)
    : EmbeddedPostgres.start({ dataDir: DATA_DIR, durable: true }));
  try {
    return await work({ url: embedded.url, setting });
  } finally {
    await embedded.stop();
  }
}
