import { CannotStart } from '../../../config/cannot-start';

/** Why the embedded database cannot run. The message is meant for the operator: it names the folder and what to do. */
export class EmbeddedPostgresError extends CannotStart {}

/** Another live process keeps its database in this data directory. */
export class DataDirectoryInUse extends EmbeddedPostgresError {
  constructor(
    readonly directory: string,
    /** Process id of the owner, as the owner saw it (in a container: inside of that container). */
    readonly ownerPid: number,
  ) {
    super(
      `The data directory ${directory} is in use by process ${ownerPid}. ` +
        'Stop that process, choose another DATA_DIR, or set DATABASE_URL so that several processes can share one database.',
    );
  }
}

/** The data directory was written by another major version of PostgreSQL, which this one cannot read. */
export class IncompatibleCluster extends EmbeddedPostgresError {
  constructor(
    readonly directory: string,
    readonly foundVersion: string,
    readonly ownVersion: string,
  ) {
    super(
      `The database in ${directory} was written by PostgreSQL ${foundVersion}, but this installation brings PostgreSQL ${ownVersion}. ` +
        `Move the data with PostgreSQL ${foundVersion}'s pg_dump, or choose another DATA_DIR, or set DATABASE_URL.`,
    );
  }
}

/** npm installed no PostgreSQL that runs on this machine. */
export class UnsupportedPlatform extends EmbeddedPostgresError {
  constructor(reason: string, options?: ErrorOptions) {
    super(`${reason} Set DATABASE_URL to a PostgreSQL server (15 or newer) instead.`, options);
  }
}
