import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../../config/data-dir';
import { databaseAccount, type DatabaseAccount } from './database-account';
import { EmbeddedPostgresError } from './embedded.errors';
import type { Places } from './places';
import { canEnter, makeReachableFolder } from './reachability';

/**
 * The folder that holds everything of one embedded database: `cluster`, `socket`, `server.log`, `lock.<n>`, `pg_hba.conf`,
 * `pg_ident.conf`.
 */
export interface DatabaseHome {
  folder: string;
  cluster: string;
  account: DatabaseAccount;
  /** How messages name it: `DATA_DIR` and its value. */
  setting: string;
}

type Place = Omit<DatabaseHome, 'setting'>;

/**
 * Normally `<dataDir>/postgres`.
 *
 * As root the server runs under another account, which may not pass through, say, /root: somebody who cloned into
 * /root/parley and keeps the default `./data` would get nowhere. Opening the person's home is not ours to do, so such a
 * database lives in `/var/lib/parley/<hash of the path>`, and `<dataDir>/postgres.location` says where it is. From then
 * on that file decides; if the folder that it names is gone, we stop instead of beginning again with an empty database.
 */
export function databaseHome(dataDir: string, log: (line: string) => void, places: Places = {}): DatabaseHome {
  return { ...place(dataDir, log, places), setting: `DATA_DIR ${dataDir}` };
}

/** Whether a data directory has one, or says that it has. Creates nothing. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, 'postgres', 'cluster')) || existsSync(join(dataDir, 'postgres.location'));
}

function place(dataDir: string, log: (line: string) => void, places: Places): Place {
  makeFolder(dataDir);
  const directory = realpathSync(dataDir);
  const near = join(directory, 'postgres');
  const pointer = join(directory, 'postgres.location');
  if (existsSync(pointer)) return known(readFileSync(pointer, 'utf8').trim(), pointer);

  const account = databaseAccount(near);
  if (account.uid === undefined || canEnter(account, directory)) return create(near, account);
  if (existsSync(join(near, 'cluster'))) {
    throw new EmbeddedPostgresError(
      `The database in ${near} is out of reach for the account ${account.name} that runs it: ` +
        `it may not enter ${directory}. Give it access (chmod o+x on the folders above), or choose another DATA_DIR.`,
    );
  }
  const far = join(places.data ?? '/var/lib/parley', createHash('sha256').update(directory).digest('hex').slice(0, 16));
  makeReachableFolder(far);
  const home = create(far, account);
  remember(far, pointer);
  log(`${directory} is out of reach for the account ${account.name}: the database is kept in ${far}`);
  return home;
}

function known(folder: string, pointer: string): Place {
  if (existsSync(folder)) return create(folder, databaseAccount(folder));
  throw new EmbeddedPostgresError(
    `${pointer} says that the database is kept in ${folder}, which does not exist. ` +
      'Bring that folder back, or delete the file to begin with an empty database.',
  );
}

/** The folder stays ours: the database account gets to own its files and its socket, not what we find them by. */
function create(folder: string, account: DatabaseAccount): Place {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, account.uid === undefined ? 0o700 : 0o711);
  return { folder, cluster: join(folder, 'cluster'), account };
}

function remember(folder: string, pointer: string): void {
  writeFileSync(`${pointer}.new`, `${folder}\n`);
  renameSync(`${pointer}.new`, pointer);
}
