import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../../config/data-dir';
import { databaseAccount, type DatabaseAccount } from './database-account';
import { EmbeddedPostgresError } from './embedded.errors';
import type { Places } from './places';
import { canEnter, makeReachableFolder } from './reachability';

/**
 * The folder with all files of an embedded database: `cluster`, `socket`, `server.log`, `lock.<n>`, `pg_hba.conf`, `pg_ident.conf`.
 */
export interface DatabaseHome {
  folder: string;
  cluster: string;
  account: DatabaseAccount;
  /** Its name in messages: `DATA_DIR` and the value. */
  setting: string;
}

type Place = Omit<DatabaseHome, 'setting'>;

/**
 * Normally `<dataDir>/postgres`.
 *
 * If this process is root, the server runs under another account, which cannot access folders such as /root: the default `./data` of
 * a clone in /root/parley would not work. The service must not open the user's home directory. Instead, it stores such a database in
 * `/var/lib/parley/<hash of the path>` and writes the location to `<dataDir>/postgres.location`. From then on, that file determines
 * the location. If the folder is missing, the start fails instead of creating an empty database.
 */
export function databaseHome(dataDir: string, log: (line: string) => void, places: Places = {}): DatabaseHome {
  return { ...place(dataDir, log, places), setting: `DATA_DIR ${dataDir}` };
}

/** Whether a data directory contains a database, or refers to one. Creates nothing. */
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
      `The account ${account.name} cannot access the database in ${near}: ` +
        `it has no permission for ${directory}. Grant access (chmod o+x on the parent folders), or choose another DATA_DIR.`,
    );
  }
  const far = join(places.data ?? '/var/lib/parley', createHash('sha256').update(directory).digest('hex').slice(0, 16));
  makeReachableFolder(far);
  const home = create(far, account);
  remember(far, pointer);
  log(`the account ${account.name} cannot access ${directory}: the database is stored in ${far}`);
  return home;
}

function known(folder: string, pointer: string): Place {
  if (existsSync(folder)) return create(folder, databaseAccount(folder));
  throw new EmbeddedPostgresError(
    `${pointer} refers to the database in ${folder}, which does not exist. ` +
      'Restore that folder, or delete the file to start with an empty database.',
  );
}

/** This process stays the owner of the folder. The database account owns its files and its socket only. */
function create(folder: string, account: DatabaseAccount): Place {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, account.uid === undefined ? 0o700 : 0o711);
  return { folder, cluster: join(folder, 'cluster'), account };
}

function remember(folder: string, pointer: string): void {
  writeFileSync(`${pointer}.new`, `${folder}\n`);
  renameSync(`${pointer}.new`, pointer);
}
