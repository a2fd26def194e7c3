import { spawnSync } from 'node:child_process';
import { closeSync, constants, fchownSync, fstatSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseAccount } from './database-account';

/**
 * Makes the account the owner of the data files, whoever that was. The folder itself comes last: a start that is killed
 * before leaves it to the former owner, and the next one goes on. Call it only while no server runs on them.
 */
export function handOver(folder: string, { uid, gid }: DatabaseAccount, durable: boolean): void {
  const former = statSync(folder).uid;
  if (uid === undefined || gid === undefined || former === uid) return;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    give(join(folder, name), { former, uid, gid });
  }
  // On some file systems owners reach the disk apart from names; once in a data directory's life.
  if (durable) spawnSync('sync');
  give(folder, { former, uid, gid });
  if (durable) spawnSync('sync');
}

/**
 * The former owner may still change names while this runs, and put links where files were. So what is opened is looked at,
 * and only what is that owner's own is given away.
 */
function give(path: string, { former, uid, gid }: { former: number; uid: number; gid: number }): void {
  const descriptor = openUnlessLink(path);
  if (descriptor === undefined) return;
  try {
    if (fstatSync(descriptor).uid === former) fchownSync(descriptor, uid, gid);
  } finally {
    closeSync(descriptor);
  }
}

function openUnlessLink(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    // A link, or a socket; or gone meanwhile.
    if (['ELOOP', 'ENXIO', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
