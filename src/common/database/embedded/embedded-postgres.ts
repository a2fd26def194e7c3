import { closeSync } from 'node:fs';
import { join } from 'node:path';
import { writeAccessFiles } from './access-files';
import { quoted } from '../../../config/cannot-start';
import { dataDirProblem } from '../../../config/data-dir';
import { prepareBinaries } from './binaries';
import { ensureCluster, removeStaleProcessId, ROLE } from './cluster';
import { databaseHome, type DatabaseHome } from './database-home';
import { DirectoryLock } from './directory-lock';
import { EmbeddedPostgresError } from './embedded.errors';
import { ensureNotMoved } from './moved';
import type { Places } from './places';
import { ServerLog } from './server-log';
import { serverArguments } from './server-settings';
import { clearSocketFolder, prepareSocketFolder, runningSocketFolder } from './socket-folder';
import { SupervisedProcess } from './supervisor';
import { waitUntilReady } from './wait-until-ready';

const DATABASE = 'parley';

export interface EmbeddedPostgresOptions {
  /** Created if it is missing. The database uses the folder `postgres` in it. One process at a time can use it. */
  dataDir: string;
  /** Whether committed data survives a crash of the machine. Use false for tests only. */
  durable: boolean;
  /** Starts the server even if a move of its data has begun. For the move command itself. */
  evenIfMoved?: boolean;
  /** Receives occasional lines for the operator. */
  log?: (line: string) => void;
  /** Called once if the server ends without {@link EmbeddedPostgres.stop}. The server does not restart. */
  onLost?: (error: EmbeddedPostgresError) => void;
  /** Cancels a start. The server has also ended when {@link EmbeddedPostgres.start} rejects. */
  signal?: AbortSignal;
  /** All have defaults. See {@link prepareBinaries} and {@link databaseHome}. */
  places?: Places;
}

/**
 * A PostgreSQL server as a child process, installed from npm. It listens on a Unix socket that only the user of this process can
 * access. It ends with this process, however that ends, and does not keep the process alive.
 */
export class EmbeddedPostgres {
  private stopping = false;
  private stopped?: Promise<void>;

  private constructor(
    private readonly home: DatabaseHome,
    private readonly lock: DirectoryLock,
    private readonly serverLog: ServerLog,
    private readonly server: SupervisedProcess,
    private readonly socketFolder: string,
  ) {}

  /**
   * Resolves when the server accepts connections and the database `parley` exists (0.6 s the first time, then 0.1 s; longer during
   * crash recovery or while the server of a killed process ends).
   *
   * @throws DataDirectoryInUse, DatabaseMoved, IncompatibleCluster, UnsupportedPlatform, EmbeddedPostgresError, CannotStart
   */
  static async start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    try {
      return await EmbeddedPostgres.begin(options);
    } catch (error) {
      throw dataDirProblem(error, options.dataDir);
    }
  }

  private static async begin(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const { signal } = options;
    signal?.throwIfAborted();
    const home = databaseHome(options.dataDir, options.log ?? ignore, options.places);
    const binaries = prepareBinaries(home.account, options.places);
    const lock = await DirectoryLock.acquire(home.folder, signal);
    let log: ServerLog | undefined;
    try {
      if (!options.evenIfMoved) ensureNotMoved(options.dataDir);
      log = new ServerLog(join(home.folder, 'server.log'));
      const serverEnd = (): number => lock.serverEnd();
      await ensureCluster(home, { binaries, log, durable: options.durable, serverEnd, signal });
      signal?.throwIfAborted();
      removeStaleProcessId(home.cluster);
      const socketFolder = prepareSocketFolder(home);
      const alive = serverEnd();
      const command = [
        binaries.postgres,
        '-D',
        home.cluster,
        ...serverArguments({ socketFolder, access: writeAccessFiles(home), durable: options.durable }),
      ];
      const server = new SupervisedProcess(command, { account: home.account, output: log.descriptor, alive });
      closeSync(alive);
      const postgres = new EmbeddedPostgres(home, lock, log, server, socketFolder);
      await server.during(postgres.ready(), signal);
      server.unref();
      postgres.watch(options.onLost ?? ignore);
      return postgres;
    } catch (error) {
      log?.close();
      lock.release();
      throw error;
    }
  }

  /** The URL of the database `parley` for pg, TypeORM and libpq (psql, pg_dump). */
  get url(): string {
    return this.urlFor(DATABASE);
  }

  /**
   * The URL of the database that another process runs in this data directory. Only the same user and root can connect.
   * Call it after {@link EmbeddedPostgres.start} has thrown DataDirectoryInUse.
   */
  static urlOfRunning(dataDir: string, places?: Places): string {
    return urlIn(runningSocketFolder(databaseHome(dataDir, ignore, places)), DATABASE);
  }

  /** The URL of another database on this server, whether or not it exists. */
  urlFor(database: string): string {
    return urlIn(this.socketFolder, database);
  }

  /** Closes all connections and waits until the server has ended. Further calls wait for the same end. */
  stop(): Promise<void> {
    this.stopping = true;
    this.stopped ??= this.end();
    return this.stopped;
  }

  private async end(): Promise<void> {
    await this.server.stop();
    clearSocketFolder(this.home);
    this.serverLog.close();
    this.lock.release();
  }

  private async ready(): Promise<void> {
    try {
      await waitUntilReady(this.server, { urlFor: (database) => this.urlFor(database), database: DATABASE });
    } catch (cause) {
      await this.server.stop();
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new EmbeddedPostgresError(
        `${this.home.setting} cannot be used: the database server did not start: ${quoted(reason)} ` +
          `(${this.serverLog.telling()}). See ${this.serverLog.file}.`,
        { cause },
      );
    }
  }

  private watch(onLost: (error: EmbeddedPostgresError) => void): void {
    const report = (): void => {
      if (this.stopping) return;
      const log = join(this.home.folder, 'server.log');
      onLost(new EmbeddedPostgresError(`The database server in ${this.home.folder} ended; see ${log}.`));
    };
    this.server.ended.then(report, report);
  }
}

function urlIn(socketFolder: string, database: string): string {
  const name = encodeURIComponent(database);
  // Set the port explicitly, because pg would otherwise use PGPORT.
  return `postgres://${ROLE}@localhost:5432/${name}?host=${encodeURIComponent(socketFolder)}`;
}

function ignore(): void {
  // No listener was passed.
}
