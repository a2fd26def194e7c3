import { EmbeddedPostgres } from './embedded-postgres';
import { DataDirectoryInUse } from './embedded.errors';

/** The embedded database for a command: a server started for the command, or that of the running service. */
export interface UsableDatabase {
  url: string;
  /** Stops the server if it was started for the command. */
  stop: () => Promise<void>;
}

export async function embeddedOrRunning(dataDir: string): Promise<UsableDatabase> {
  try {
    const embedded = await EmbeddedPostgres.start({ dataDir, durable: true });
    return { url: embedded.url, stop: () => embedded.stop() };
  } catch (error) {
    if (!(error instanceof DataDirectoryInUse)) throw error;
    return { url: EmbeddedPostgres.urlOfRunning(dataDir), stop: () => Promise.resolve() };
  }
}
