import { EmbeddedPostgres } from './embedded-postgres';
import { DataDirectoryInUse } from './embedded.errors';

/** The embedded database of a command beside the service: its own server, or that of the service that runs. */
export interface UsableDatabase {
  url: string;
  /** Ends the server where it was started for the command. */
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
