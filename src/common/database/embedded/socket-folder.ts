import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  rmdirSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseAccount } from './database-account';
import type { DatabaseHome } from './database-home';
import { EmbeddedPostgresError } from './embedded.errors';
import { canEnter } from './reachability';

/** PostgreSQL derives the name from the port, on which it does not listen. */
const SOCKET = '.s.PGSQL.5432';
/** The most bytes of a socket's path: 107 on Linux, 103 on macOS. */
const LONGEST_PATH = 103;

/**
 * Creates an empty folder for the server's socket that only the database account and root can enter. It is `<home>/socket`. If that
 * path is too long, it is a temporary folder with a short path, and `<home>/socket` links to it, so that the next start can remove it.
 * Call it only while holding the home's lock.
 */
export function prepareSocketFolder({ folder: home, account }: DatabaseHome): string {
  const place = join(home, 'socket');
  clear(place);
  const folder = fits(place) ? place : temporaryFolder(place, account);
  if (folder === place) mkdirSync(place, { mode: 0o700 });
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid);
  chmodSync(folder, 0o700);
  return folder;
}

/** Removes the files of the last server by name, never a whole tree, to which another account could have added files. */
export function clearSocketFolder({ folder: home }: DatabaseHome): void {
  clear(join(home, 'socket'));
}

/** The folder of the socket of a running server. */
export function runningSocketFolder({ folder: home }: DatabaseHome): string {
  return target(join(home, 'socket'));
}

function temporaryFolder(link: string, account: DatabaseAccount): string {
  const parent = [tmpdir(), '/tmp'].find((path) => fits(join(path, 'parley-XXXXXX')) && canEnter(account, path));
  if (!parent)
    throw new EmbeddedPostgresError(`The path ${link} is too long for a socket, and there is no usable /tmp.`);
  const created = mkdtempSync(join(parent, 'parley-'));
  symlinkSync(created, link);
  return created;
}

function clear(place: string): void {
  const folder = target(place);
  rmSync(join(folder, SOCKET), { force: true });
  rmSync(join(folder, `${SOCKET}.lock`), { force: true });
  if (existsSync(folder)) rmdirSync(folder);
  rmSync(place, { force: true });
}

function target(place: string): string {
  try {
    return readlinkSync(place);
  } catch {
    return place;
  }
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, SOCKET)) <= LONGEST_PATH;
}
