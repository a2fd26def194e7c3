import type { Client } from 'pg';
import { randomUUID } from 'node:crypto';
import { checkSameDatabase } from '../../common/database/check-pooler';
import { connect, type NamedDatabase, problemOf } from '../../common/database/connect';
import { hasDatabase } from '../../common/database/embedded/database-home';
import { EmbeddedPostgres } from '../../common/database/embedded/embedded-postgres';
import { DatabaseMoved, forgetMove, type Move, noteMove, readMove } from '../../common/database/embedded/moved';
import { migrate } from '../../common/database/migrate';
import type { FeatureCatalog } from '../../common/feature/feature-catalog';
import type { Installation } from '../../common/feature/installation';
import { InvalidSettings } from '../../config/load-settings';
import { BackupRefused } from '../backup.errors';
import { withDatabase } from '../database-of';
import { restore, type Restored } from '../restore';
import { SETTLE_MOVED } from '../settle-restored.sql';
import { Snapshot } from '../snapshot';
import { hasArrived, markArrival } from './arrival';
import { countedRows, type RowProgress } from './counted-rows';

export interface MoveOptions {
  /** Starts a progress bar, once the number of rows is known. */
  rows: (total: number) => Promise<RowProgress>;
  /** Prints a line about the progress. */
  progress: (line: string) => void;
}

/**
 * Moves the embedded database of DATA_DIR into the empty one of DATABASE_URL, where the service then continues. The
 * embedded one keeps its rows and is marked as moved. An interrupted move can be repeated.
 *
 * @returns null if an earlier move was complete except for its mark
 * @throws CannotStart if that is impossible; then the target has no rows, and the embedded database stays in use
 */
export async function moveDatabase(installation: Installation, options: MoveOptions): Promise<Restored | null> {
  const { settings } = installation;
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR } = settings.values;
  if (!DATABASE_URL) throw new InvalidSettings(['DATABASE_URL is required: it names the database to move to']);
  if (!hasDatabase(DATA_DIR)) {
    throw new BackupRefused(`DATA_DIR ${DATA_DIR} has no embedded database, so there is nothing to move.`);
  }
  if (DATABASE_DIRECT_URL) await checkSameDatabase(DATABASE_URL, DATABASE_DIRECT_URL);
  const embedded = await EmbeddedPostgres.start({ dataDir: DATA_DIR, durable: true, evenIfMoved: true });
  try {
    const { features } = installation;
    const move = (target: NamedDatabase): DatabaseMove => new DatabaseMove(DATA_DIR, embedded.url, target, features);
    return await withDatabase(settings, (target) => move(target).run(options), { shared: false });
  } finally {
    await embedded.stop();
  }
}

class DatabaseMove {
  private readonly name: string;

  constructor(
    private readonly dataDir: string,
    private readonly url: string,
    private readonly target: NamedDatabase,
    private readonly features: FeatureCatalog,
  ) {
    this.name = `DATA_DIR ${dataDir}`;
  }

  async run(options: MoveOptions): Promise<Restored | null> {
    const earlier = readMove(this.dataDir);
    if (earlier?.done) throw new DatabaseMoved(this.dataDir, earlier);
    if (earlier && (await hasArrived(this.target, earlier.id))) {
      await this.complete(earlier);
      return null;
    }
    // The earlier move did not arrive.
    forgetMove(this.dataDir);
    const move = { id: randomUUID(), to: placeOf(this.target.url), at: new Date().toISOString(), done: false };
    const moved = await this.copy(move, options);
    await this.complete(move);
    return moved;
  }

  private async copy(move: Move, { rows, progress }: MoveOptions): Promise<Restored> {
    const source = await connect({ url: this.url, setting: this.name }, 'parley move');
    try {
      const snapshot = await Snapshot.take(source, { features: this.features, setting: this.name });
      const bar = await rows(await snapshot.countRows());
      const origin = {
        name: 'the embedded database',
        writtenBy: 'a later version of Parley',
        ...snapshot.contents,
        frames: () =>
          countedRows(
            snapshot.frames(() => {}),
            bar,
          ),
      };
      const beforeCommit = async (client: Client): Promise<void> => {
        await markArrival(client, move.id);
        // From here on, only the target knows whether it has the data.
        await noteMove(this.dataDir, move);
      };
      return await restore(this.target, origin, {
        features: this.features,
        settle: SETTLE_MOVED,
        beforeCommit,
        progress,
      });
    } catch (error) {
      throw problemOf(error, this.name, source);
    } finally {
      // Not awaited: after a failure, the server may still be sending.
      source.end().catch(() => {});
    }
  }

  private async complete(move: Move): Promise<void> {
    await migrate(this.target, this.features);
    await noteMove(this.dataDir, { ...move, done: true });
  }
}

/** Without the user and the password. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
