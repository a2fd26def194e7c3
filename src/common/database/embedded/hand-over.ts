import { spawnSync } from 'node:child_process';
import { closeSync, constants, fchownSync, fstatSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseAccount } from './database-account';

/**
 * Changes the owner of the data files to the account. The folder itself comes last: if the start is killed before, the next start
 * still sees the former owner and continues. Call it only while no server uses the files.
 */
export function handOver(folder: string, { uid, gid }: DatabaseAccount, durable: boolean): void {
  const former = statSync(folder).uid;
  if (uid === undefined || gid === undefined || former === uid) return;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    give(join(folder, name), { former, uid, gid });
  }
  // On some file systems, owners are written to disk separately from names. Runs once in the life of a data directory.
  if (durable) spawnSync('sync');
  give(folder, { former, uid, gid });
  if (durable) spawnSync('sync');
}

/**
 * The former owner can still rename files and create links while this runs. So it checks each file after opening it, and only
 * changes files that the former owner owns.
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
    // A link, a socket, or a file that was deleted meanwhile.
    if (['ELOOP', 'ENXIO', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
