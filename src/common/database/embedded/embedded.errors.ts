import { CannotStart } from '../../../config/cannot-start';

/** The embedded database cannot run. The message is for the operator and contains the folder and the remedy. */
export class EmbeddedPostgresError extends CannotStart {}

/** Another live process uses this data directory. */
export class DataDirectoryInUse extends EmbeddedPostgresError {
  constructor(
    readonly directory: string,
    /** Process id of the owner as the owner sees it, such as the id inside of a container. */
    readonly ownerPid: number,
  ) {
    super(
      `The data directory ${directory} is in use by process ${ownerPid}. ` +
        'Stop that process, choose another DATA_DIR, or set DATABASE_URL so that several processes can share a database.',
    );
  }
}

/** Another major version of PostgreSQL has written the data directory, which this version cannot read. */
export class IncompatibleCluster extends EmbeddedPostgresError {
  constructor(
    readonly directory: string,
    readonly foundVersion: string,
    readonly ownVersion: string,
  ) {
    super(
      `The database in ${directory} was written by PostgreSQL ${foundVersion}, but this installation contains PostgreSQL ${ownVersion}. ` +
        `Move the data with PostgreSQL ${foundVersion}'s pg_dump, or choose another DATA_DIR, or set DATABASE_URL.`,
    );
  }
}

/** npm has installed no PostgreSQL that runs on this machine. */
export class UnsupportedPlatform extends EmbeddedPostgresError {
  constructor(reason: string, options?: ErrorOptions) {
    super(`${reason} Set DATABASE_URL to a PostgreSQL server (15 or newer) instead.`, options);
  }
}
