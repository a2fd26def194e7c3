import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROLE } from './cluster';
import { clientName } from './database-account';
import type { DatabaseHome } from './database-home';

/** What PostgreSQL reads to decide who gets in; not in the data directory, so that it follows the version of this code. */
export interface AccessFiles {
  hba: string;
  ident: string;
}

/**
 * Lets in who runs this process, and nobody else: the system itself tells PostgreSQL who is at the other end of the socket.
 * There is no password that could be read or guessed. Call it only while holding the home's lock.
 */
export function writeAccessFiles({ folder }: DatabaseHome): AccessFiles {
  return {
    hba: write(join(folder, 'pg_hba.conf'), `local all ${ROLE} peer map=${ROLE}`),
    ident: write(join(folder, 'pg_ident.conf'), `${ROLE} "${clientName().replaceAll('"', '""')}" ${ROLE}`),
  };
}

/** Made anew: what lies there could be a link, in a folder that somebody else began. */
function write(path: string, line: string): string {
  rmSync(path, { force: true });
  writeFileSync(path, `${line}\n`, { mode: 0o644, flag: 'wx' });
  return path;
}
