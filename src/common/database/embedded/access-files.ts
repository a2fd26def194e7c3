import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROLE } from './cluster';
import { clientName } from './database-account';
import type { DatabaseHome } from './database-home';

/** PostgreSQL's access control files. They are outside of the data directory, so that they follow the version of this code. */
export interface AccessFiles {
  hba: string;
  ident: string;
}

/**
 * Allows connections only from the user of this process. The operating system reports the user of a socket connection to PostgreSQL,
 * so there is no password that could be read or guessed. Call it only while holding the home's lock.
 */
export function writeAccessFiles({ folder }: DatabaseHome): AccessFiles {
  return {
    hba: write(join(folder, 'pg_hba.conf'), `local all ${ROLE} peer map=${ROLE}`),
    ident: write(join(folder, 'pg_ident.conf'), `${ROLE} "${clientName().replaceAll('"', '""')}" ${ROLE}`),
  };
}

/** Deletes an existing file first, because it could be a link if another user created the folder. */
function write(path: string, line: string): string {
  rmSync(path, { force: true });
  writeFileSync(path, `${line}\n`, { mode: 0o644, flag: 'wx' });
  return path;
}
